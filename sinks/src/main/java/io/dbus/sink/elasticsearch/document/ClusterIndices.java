package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.elasticsearch.document.IndexState.Clash;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds indices, creates those that are not there, and adds fields to them, each once for every index and schema. Several writers may do the same at once: who comes second finds it done.
 */
final class ClusterIndices implements Indices {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterIndices.class);

    /** A table that is altered without end, or indices by date without end, must not fill the memory. */
    private static final int LIMIT = 10_000;

    private static final int NOT_FOUND = 404;
    private static final int DEFAULT_FIELDS_LIMIT = 1000;
    private static final int FIELDS_TO_COME = 500;

    /** The value that Elasticsearch has unless told otherwise (Elasticsearch reference, "Index modules"). */
    private static final Duration DEFAULT_GC_DELETES = Duration.ofSeconds(60);

    private static final Duration SPARE = Duration.ofSeconds(60);

    private final ElasticsearchConnection connection;
    private final String component;
    private final FieldMapping mapping;
    private final IndexCreation creation;
    private final Duration operationLife;
    private final Map<String, Set<TableSchema>> ensured = new HashMap<>();
    private String lastIndex;
    private TableSchema lastSchema;

    ClusterIndices(
            ElasticsearchConnection connection,
            String component,
            DocumentForm form,
            IndexCreation creation,
            Duration operationLife) {
        this.connection = connection;
        this.component = component;
        this.mapping = new FieldMapping(form, creation.fields());
        this.creation = creation;
        this.operationLife = operationLife;
    }

    @Override
    public void ensure(String index, TableSchema schema) throws IOException, InterruptedException {
        if (schema == lastSchema && index.equals(lastIndex)) {
            return;
        }
        Set<TableSchema> schemas = ensured.get(index);
        if (schemas == null || !schemas.contains(schema)) {
            ensureNow(index, schema, schemas == null);
            if (ensured.size() >= LIMIT || schemas != null && schemas.size() >= LIMIT) {
                ensured.clear();
            }
            ensured.computeIfAbsent(index, name -> new HashSet<>()).add(schema);
        }
        lastIndex = index;
        lastSchema = schema;
    }

    private void ensureNow(String index, TableSchema schema, boolean first) throws IOException, InterruptedException {
        Answer found = call("GET", index, "", Map.of("flat_settings", "true"), null);
        if (found.status() == NOT_FOUND) {
            if (!creation.enabled()) {
                throw new IOException("Sink " + component + ": there is no index " + index + " for rows of table "
                        + schema.table() + " (" + found.describe() + "). Create it, or set "
                        + DocumentOptions.CREATE.key() + " to true.");
            }
            if (create(index, schema)) {
                return;
            }
            found = call("GET", index, "", Map.of("flat_settings", "true"), null);
        }
        requireOk(found, index, "it cannot be looked at");
        IndexState state = IndexState.of(index, found.json());
        if (first) {
            warnOfGcDeletes(index, state.gcDeletes().orElse(DEFAULT_GC_DELETES));
        }
        if (creation.enabled()) {
            addFields(state, schema);
        }
    }

    /** Returns false when somebody else has created it. */
    private boolean create(String index, TableSchema schema) throws IOException, InterruptedException {
        ObjectNode properties = mapping.properties(schema);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode settings = body.putObject("settings");
        creation.settings().forEach((name, value) -> settings.put("index." + name, value));
        if (!creation.settings().containsKey(IndexCreation.GC_DELETES)) {
            settings.put("index." + IndexCreation.GC_DELETES, gcDeletes().toSeconds() + "s");
        }
        int fields = FieldMapping.count(properties);
        if (fields > DEFAULT_FIELDS_LIMIT && !creation.settings().containsKey("mapping.total_fields.limit")) {
            settings.put("index.mapping.total_fields.limit", fields + FIELDS_TO_COME);
        }
        ObjectNode mappings = body.putObject("mappings");
        mappings.put("dynamic", creation.dynamic().toString());
        if (creation.routed()) {
            mappings.putObject("_routing").put("required", true);
        }
        mappings.set("properties", properties);
        Answer answer = call("PUT", index, "", Map.of(), body);
        String error = answer.errorType().orElse("");
        if (error.equals("resource_already_exists_exception")) {
            return false;
        }
        if (error.equals("invalid_index_name_exception")) {
            throw new DocumentException(
                    RejectReason.ILLEGAL_NAME,
                    "Elasticsearch takes no index of the name '" + index + "': "
                            + answer.errorReason().orElse(""),
                    "change the option index, or route the table");
        }
        requireOk(
                answer,
                index,
                "it cannot be created for table " + schema.table()
                        + "; where the server lacks a type of field, name another by " + DocumentOptions.MAPPING_PREFIX
                        + "COLUMN.type");
        LOG.info("Sink {}: created index {} with {} fields for table {}", component, index, fields, schema.table());
        Optional.ofNullable(creation.settings().get(IndexCreation.GC_DELETES))
                .flatMap(IndexState::time)
                .ifPresent(own -> warnOfGcDeletes(index, own));
        return true;
    }

    private Duration gcDeletes() {
        Duration wanted = operationLife.plus(SPARE);
        return wanted.compareTo(DEFAULT_GC_DELETES) < 0 ? DEFAULT_GC_DELETES : wanted;
    }

    private void warnOfGcDeletes(String index, Duration found) {
        if (found.compareTo(operationLife) <= 0) {
            LOG.warn(
                    "Sink {}: index {} forgets the version of a deleted document after {} s (index.gc_deletes), and an operation may be "
                            + "under way for {} s: a late one could bring the document back. Set index.gc_deletes of {} to {} s",
                    component,
                    index,
                    found.toSeconds(),
                    operationLife.toSeconds(),
                    index,
                    gcDeletes().toSeconds());
        }
    }

    private void addFields(IndexState state, TableSchema schema) throws IOException, InterruptedException {
        ObjectNode wanted = mapping.properties(schema);
        List<Clash> clashes = state.clashes(wanted);
        if (!clashes.isEmpty()) {
            LOG.warn(
                    "Sink {}: index {} has fields of other types than dbus would give them for table {} ({}); documents that they do not take are rejected",
                    component,
                    state.index(),
                    schema.table(),
                    clashes.stream().map(Clash::toString).collect(Collectors.joining(", ")));
        }
        ObjectNode missing = state.missing(wanted);
        if (missing.isEmpty()) {
            return;
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("properties", missing);
        Answer answer = call("PUT", state.index(), "/_mapping", Map.of(), body);
        requireOk(answer, state.index(), "fields cannot be added to it for table " + schema.table());
        LOG.info(
                "Sink {}: added {} fields to index {} for table {}",
                component,
                FieldMapping.count(missing),
                state.index(),
                schema.table());
    }

    private void requireOk(Answer answer, String index, String what) throws IOException {
        if (!answer.ok()) {
            throw new IOException(
                    "Sink " + component + ", index " + index + ": " + what + " (" + answer.describe() + ").");
        }
    }

    private Answer call(String method, String index, String rest, Map<String, String> parameters, JsonNode body)
            throws IOException, InterruptedException {
        byte[] json = body == null ? null : body.toString().getBytes(UTF_8);
        try {
            return connection.call(method, path(index) + rest, parameters, json);
        } catch (IOException e) {
            throw new IOException(
                    "Sink " + component + ", index " + index
                            + ": no host says what is there; see whether the hosts of the"
                            + " sink run and can be reached: " + e.getMessage(),
                    e);
        }
    }

    /** An index's path. A name may hold what URLs do not. */
    static String path(String index) {
        return "/" + URLEncoder.encode(index, UTF_8).replace("+", "%20");
    }
}
