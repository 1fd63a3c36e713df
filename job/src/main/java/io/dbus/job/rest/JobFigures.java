package io.dbus.job.rest;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The figures that a job's components report, read through Flink's REST interface. */
public final class JobFigures {
    private static final int METRICS_PER_REQUEST = 50;

    private final FlinkRest flink;
    private final String jobId;

    /**
     * One figure of one subtask.
     *
     * @param subtask its number, from 0
     * @param name the metric's name with its groups, from {@code dbus} on: {@code dbus.shops.server.north.events}
     * @param value its value as Flink prints it
     */
    public record Figure(int subtask, String name, String value) {
        /** The value as a number; 0 when it is none. */
        public double number() {
            try {
                double number = Double.parseDouble(value);
                return Double.isFinite(number) ? number : 0;
            } catch (NumberFormatException e) {
                return 0;
            }
        }
    }

    public JobFigures(FlinkRest flink, String jobId) {
        this.flink = requireNonNull(flink, "flink");
        this.jobId = requireNonNull(jobId, "jobId");
    }

    /**
     * The figures in the groups {@code dbus.<component>} whose names are wanted.
     *
     * @throws IOException when the cluster cannot be asked
     */
    public List<Figure> read(Predicate<String> wanted) throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        for (JsonNode vertex : flink.get("/jobs/" + jobId).path("vertices")) {
            String path = "/jobs/" + jobId + "/vertices/" + vertex.get("id").asText() + "/metrics";
            Map<String, String> ids = new HashMap<>();
            for (JsonNode metric : flink.get(path)) {
                String id = metric.get("id").asText();
                int start = id.indexOf(".dbus.");
                if (start > 0 && wanted.test(id.substring(start + 1))) {
                    ids.put(id, id.substring(start + 1));
                }
            }
            List<String> all = new ArrayList<>(ids.keySet());
            for (int from = 0; from < all.size(); from += METRICS_PER_REQUEST) {
                List<String> some = all.subList(from, Math.min(all.size(), from + METRICS_PER_REQUEST));
                String query = URLEncoder.encode(String.join(",", some), StandardCharsets.UTF_8);
                for (JsonNode metric : flink.get(path + "?get=" + query)) {
                    String id = metric.get("id").asText();
                    int subtask = Integer.parseInt(id.substring(0, id.indexOf('.')));
                    figures.add(new Figure(
                            subtask, ids.get(id), metric.path("value").asText()));
                }
            }
        }
        return figures;
    }
}
