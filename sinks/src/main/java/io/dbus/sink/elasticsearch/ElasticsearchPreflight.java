package io.dbus.sink.elasticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ConnectionOptions;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.elasticsearch.document.DocumentSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What would keep the sink from running, found out from the cluster. It writes nothing. */
final class ElasticsearchPreflight {
    private static final int OLDEST = 8;

    private final PluginContext context;
    private final List<Problem> problems = new ArrayList<>();

    ElasticsearchPreflight(PluginContext context) {
        this.context = context;
    }

    List<Problem> problems() {
        ConnectionSettings settings = ConnectionSettings.of(context.options());
        try {
            for (String host : settings.hosts()) {
                try (ElasticsearchConnection connection =
                        settings.withHosts(List.of(host)).connect()) {
                    host(host, connection);
                }
            }
            if (problems.isEmpty()) {
                try (ElasticsearchConnection connection = settings.connect()) {
                    problems.addAll(DocumentSettings.preflight(context, connection));
                }
            }
        } catch (IOException e) {
            problems.add(hosts(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add(hosts("the look at Elasticsearch was interrupted"));
        }
        return problems;
    }

    private void host(String host, ElasticsearchConnection connection) throws InterruptedException {
        try {
            Answer page = connection.call("GET", "/", Map.of(), null);
            if (page.status() == 404 || page.status() == 405) {
                // A distribution without the main page: the nodes say it too.
                Answer nodes = connection.call("GET", "/_nodes/_local", Map.of("filter_path", "nodes.*.version"), null);
                if (accepted(nodes)) {
                    String number =
                            nodes.json().path("nodes").findPath("version").asText("");
                    version(host, number, false);
                }
            } else if (accepted(page)) {
                JsonNode version = page.json().path("version");
                boolean openSearch = version.path("distribution").asText("").equals("opensearch");
                version(host, version.path("number").asText(""), openSearch);
            }
        } catch (IOException e) {
            problems.add(hosts(host + " cannot be reached: " + e.getMessage()));
        }
    }

    private boolean accepted(Answer answer) {
        if (answer.status() == 401 || answer.status() == 403) {
            problems.add(Problem.of(
                    answer.describe(),
                    answer.status() == 401
                            ? "Correct username and password, or api-key."
                            : "Give the user the cluster privilege monitor."));
        } else if (!answer.ok()) {
            problems.add(hosts(answer.describe()));
        }
        return answer.ok();
    }

    private void version(String host, String number, boolean openSearch) {
        int major;
        try {
            major = Integer.parseInt(number.split("\\.", 2)[0]);
        } catch (NumberFormatException e) {
            problems.add(hosts(host + " says it is of version '" + number + "', which is none of Elasticsearch's"));
            return;
        }
        if (!openSearch && major < OLDEST) {
            problems.add(Problem.of(
                    host + " is Elasticsearch " + number + ", which is older than " + OLDEST, "Use a newer cluster."));
        }
    }

    private static Problem hosts(String what) {
        return Problem.ofOption(
                ConnectionOptions.HOSTS.key(),
                what,
                "Correct hosts, or see whether the nodes are up and can be reached from here.");
    }
}
