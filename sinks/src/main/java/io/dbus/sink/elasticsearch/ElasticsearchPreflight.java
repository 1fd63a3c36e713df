package io.dbus.sink.elasticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ConnectionOptions;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.elasticsearch.document.DocumentSettings;
import io.dbus.sink.elasticsearch.document.PartialRows;
import io.dbus.sink.template.NameTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What would keep the sink from running, found out from the cluster. It writes nothing. */
final class ElasticsearchPreflight {
    private static final ObjectMapper JSON = new ObjectMapper();
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
                    privileges(connection);
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

    /** Asks whether the user may do what the sink does, where the cluster knows users (Elasticsearch reference, "Has privileges API"). */
    private void privileges(ElasticsearchConnection connection) throws IOException, InterruptedException {
        NameTemplate template = DocumentSettings.of(context).index();
        String index = template.join(Collections.nCopies(template.variables().size(), "*"));
        ObjectNode asked = JSON.createObjectNode();
        ObjectNode indices = asked.putArray("index").addObject();
        indices.putArray("names").add(index);
        ArrayNode wanted = indices.putArray("privileges");
        wanted.add("write").add("view_index_metadata");
        if (DocumentSettings.of(context).createsIndices()) {
            wanted.add("create_index");
        }
        if (context.options().get(PartialRows.OPTION) == PartialRows.MERGE) {
            wanted.add("read");
        }
        if (context.options().get(ElasticsearchSinkOptions.TRUNCATE) == ElasticsearchSinkOptions.OnTruncate.DELETE) {
            wanted.add("read").add("maintenance");
        }
        Answer answer =
                connection.call("POST", "/_security/user/_has_privileges", Map.of(), JSON.writeValueAsBytes(asked));
        // Without users the path is not known, by whatever status.
        if (!answer.ok()) {
            return;
        }
        Set<String> missing = new TreeSet<>();
        answer.json().path("index").forEach(names -> names.properties().forEach(privilege -> {
            if (!privilege.getValue().asBoolean()) {
                missing.add(privilege.getKey());
            }
        }));
        if (!missing.isEmpty()) {
            problems.add(Problem.of(
                    "the user " + answer.json().path("username").asText()
                            + " may not do all that is needed on the indices " + index,
                    "Give it the index privileges " + String.join(", ", missing) + "."));
        }
    }

    private static Problem hosts(String what) {
        return Problem.ofOption(
                ConnectionOptions.HOSTS.key(),
                what,
                "Correct hosts, or see whether the nodes are up and can be reached from here.");
    }
}
