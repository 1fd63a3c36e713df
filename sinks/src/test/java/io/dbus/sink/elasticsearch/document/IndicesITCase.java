package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.RejectReason;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.ELASTICSEARCH)
class IndicesITCase {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIFE = Duration.ofMinutes(5);
    private static final TableSchema SCHEMA =
            Rows.schema(1, LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 20), LogicalType.of(Kind.DATE));

    private static ElasticsearchServer server;
    private static ElasticsearchConnection connection;

    @BeforeAll
    static void connect() throws IOException {
        server = SharedServers.elasticsearch();
        connection = ConnectionSettings.of(Configuration.fromMap(Map.of("hosts", server.url())))
                .connect();
    }

    @AfterAll
    static void close() {
        if (connection != null) {
            connection.close();
        }
    }

    @Test
    void anIndexIsCreatedOnceWithItsFieldsAndSettings() throws Exception {
        String index = server.uniqueIndex("created");
        Indices indices =
                indices("index.settings.number_of_shards", "2", "routing", "c1", "include.provenance", "true");
        indices.ensure(index, SCHEMA);
        indices.ensure(index, SCHEMA);

        JsonNode state =
                server.call("GET", "/" + index + "?flat_settings=true", "").path(index);
        assertThat(state.at("/settings/index.number_of_shards").asText()).isEqualTo("2");
        assertThat(state.at("/settings/index.gc_deletes").asText()).isEqualTo("360s");
        assertThat(state.at("/mappings/dynamic").asText()).isEqualTo("strict");
        assertThat(state.at("/mappings/_routing/required").asBoolean()).isTrue();
        assertThat(state.at("/mappings/properties/c0/type").asText()).isEqualTo("long");
        assertThat(state.at("/mappings/properties/c2/format").asText()).isEqualTo("uuuu-MM-dd");
        assertThat(state.at("/mappings/properties/_dbus/properties/sequence/type")
                        .asText())
                .isEqualTo("long");
    }

    @Test
    void writersThatCreateAnIndexAtOnceAllFindIt() throws Exception {
        int writers = 8;
        String index = server.uniqueIndex("race");
        CyclicBarrier barrier = new CyclicBarrier(writers);
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                // Every other one knows a column more.
                TableSchema schema = i % 2 == 0 ? SCHEMA : wider("c3");
                all.add(threads.submit((Callable<Void>) () -> {
                    Indices indices = indices();
                    barrier.await();
                    indices.ensure(index, schema);
                    return null;
                }));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(mapping(index).at("/properties/c0/type").asText()).isEqualTo("long");
        assertThat(mapping(index).at("/properties/c3/type").asText()).isEqualTo("double");
    }

    @Test
    void aColumnThatIsAddedLaterGetsItsField() throws Exception {
        String index = server.uniqueIndex("altered");
        Indices indices = indices();
        indices.ensure(index, SCHEMA);
        assertThat(mapping(index).at("/properties/c3").isMissingNode()).isTrue();
        indices.ensure(index, wider("c3"));
        assertThat(mapping(index).at("/properties/c3/type").asText()).isEqualTo("double");
        indices.ensure(index, wider("a.b"));
        assertThat(mapping(index).at("/properties/a/properties/b/type").asText())
                .isEqualTo("double");
        indices().ensure(index, wider("a.b"));
    }

    @Test
    void aFieldOfAnotherTypeStaysAndTheRestIsAdded() throws Exception {
        String index = server.uniqueIndex("theirs");
        server.call("PUT", "/" + index, "{\"mappings\":{\"properties\":{\"c1\":{\"type\":\"long\"}}}}");
        indices().ensure(index, SCHEMA);
        assertThat(mapping(index).at("/properties/c1/type").asText()).isEqualTo("long");
        assertThat(mapping(index).at("/properties/c2/type").asText()).isEqualTo("date");
    }

    @Test
    void anIndexThatIsNotThereFailsWhereNoneMayBeCreated() throws Exception {
        String index = server.uniqueIndex("absent");
        assertThatThrownBy(() -> indices("index.create", "false").ensure(index, SCHEMA))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(index)
                .hasMessageContaining("shop.t")
                .hasMessageContaining("index.create");
        server.call("PUT", "/" + index, "");
        indices("index.create", "false").ensure(index, SCHEMA);
        assertThat(mapping(index)).isEmpty();
    }

    @Test
    void aFieldMappedByTheUserIsMappedSo() throws Exception {
        String index = server.uniqueIndex("own");
        indices("index.mapping.c1.type", "keyword", "index.mapping.c1.ignore_above", "5", "index.dynamic", "false")
                .ensure(index, SCHEMA);
        assertThat(mapping(index).path("dynamic").asText()).isEqualTo("false");
        assertThat(mapping(index).at("/properties/c1").toString())
                .isEqualTo("{\"type\":\"keyword\",\"ignore_above\":5}");
        assertThatThrownBy(() ->
                        indices("index.mapping.c1.type", "no_such_type").ensure(server.uniqueIndex("wrong"), SCHEMA))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no_such_type")
                .hasMessageContaining("index.mapping.COLUMN.type");
    }

    @Test
    void aNameThatTheServerDoesNotTakeIsARejection() {
        assertThatThrownBy(() -> indices().ensure("Not Legal", SCHEMA))
                .isInstanceOfSatisfying(
                        DocumentException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.ILLEGAL_NAME));
    }

    @Test
    void namesThatUrlsMustEscapeAreFound() throws Exception {
        String index = server.uniqueIndex("größe+50%");
        indices().ensure(index, SCHEMA);
        indices().ensure(index, wider("c3"));
        String path = Indices.path(index);
        assertThat(server.call("GET", path, "")
                        .path(index)
                        .at("/mappings/properties/c3/type")
                        .asText())
                .isEqualTo("double");
    }

    @Test
    void aTableWiderThanTheLimitOfFieldsGetsAnIndexAllTheSame() throws Exception {
        String index = server.uniqueIndex("wide");
        LogicalType[] types = new LogicalType[900];
        java.util.Arrays.fill(types, LogicalType.of(Kind.VARCHAR, 10));
        indices().ensure(index, Rows.schema(1, types));
        assertThat(mapping(index).path("properties")).hasSize(900);
    }

    @Test
    void preflightSeesAnIndexThatIsNotThereAndADataStream() {
        String index = server.uniqueIndex("preflight");
        assertThat(DocumentSettings.preflight(Options.context("index", index), connection))
                .isEmpty();
        assertThat(DocumentSettings.preflight(Options.context("index", index, "index.create", "false"), connection))
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains(index));
        server.call("PUT", "/" + index, "");
        assertThat(DocumentSettings.preflight(Options.context("index", index, "index.create", "false"), connection))
                .isEmpty();
    }

    /** By bulks as the writer sends them, one by one: the seam's promise is all that is relied on. */
    @Test
    void aRowThatMovesByMonthAndBackIsAlwaysOneDocument() throws Exception {
        String prefix = server.uniqueIndex("moves");
        DocumentSettings settings = Options.settings("index", prefix + "-${column:c2|yyyy-MM}", "routing", "c1");
        Documents documents = settings.documents();
        Indices indices = settings.indices(connection, "search", metrics(), LIFE);
        List<RowImage> states = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int month = 1 + i * 5 % 3;
            String tenant = "t" + i % 2;
            states.add(Rows.image(SCHEMA.layout(), row -> {
                row.int64(7);
                row.text(tenant);
                row.date(2024, month, 3);
            }));
        }
        List<DocumentOperation> all = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            RowChange change = i == 0
                    ? RowChange.insert(SCHEMA, states.get(i), Rows.origin(i), Rows.key(7))
                    : RowChange.update(SCHEMA, states.get(i - 1), states.get(i), Rows.origin(i), Rows.key(7));
            documents.operations(change, all::add);
            for (DocumentOperation operation : all.subList(all.size() - 1, all.size())) {
                indices.ensure(operation.index(), SCHEMA);
            }
        }
        // And all again, as after a restart.
        for (int round = 0; round < 2; round++) {
            for (DocumentOperation operation : all) {
                bulk(operation);
            }
        }
        List<ElasticsearchDocument> found = server.documents(prefix + "-*");
        assertThat(found).singleElement().satisfies(document -> {
            assertThat(document.id()).isEqualTo("7");
            assertThat(document.index()).isEqualTo(prefix + "-2024-" + String.format("%02d", 1 + 11 * 5 % 3));
            assertThat(document.routing()).contains("t1");
            assertThat(document.version()).isEqualTo(Rows.origin(11).sequence());
        });
        RowChange delete = RowChange.delete(SCHEMA, states.get(11), Rows.origin(12), Rows.key(7));
        documents.operations(delete, all::add);
        bulk(all.get(all.size() - 1));
        assertThat(server.documents(prefix + "-*")).isEmpty();
    }

    private static void bulk(DocumentOperation operation) {
        ObjectNode action = JSON.createObjectNode();
        boolean index = operation.kind() == DocumentOperation.Kind.INDEX;
        ObjectNode meta = action.putObject(index ? "index" : "delete");
        meta.put("_index", operation.index()).put("_id", operation.id()).put("version", operation.version());
        meta.put("version_type", operation.kind() == DocumentOperation.Kind.LEAVE ? "external_gte" : "external");
        operation.routing().ifPresent(routing -> meta.put("routing", routing));
        String lines = action + "\n" + (index ? new String(operation.source(), UTF_8) + "\n" : "");
        JsonNode answer = server.call("POST", "/_bulk", lines)
                .path("items")
                .get(0)
                .elements()
                .next();
        assertThat(answer.path("status").asInt()).as(lines + answer).isIn(200, 201, 404, 409);
    }

    private static TableSchema wider(String name) {
        return Rows.schema(
                        1,
                        LogicalType.of(Kind.INT),
                        LogicalType.of(Kind.VARCHAR, 20),
                        LogicalType.of(Kind.DATE),
                        LogicalType.of(Kind.DOUBLE))
                .renamed(old -> old.equals("c3") ? name : old);
    }

    private static JsonNode mapping(String index) {
        return server.call("GET", "/" + index + "/_mapping", "").path(index).path("mappings");
    }

    private static Indices indices(String... options) {
        return Options.settings(options).indices(connection, "search", metrics(), LIFE);
    }

    private static ComponentMetrics metrics() {
        return ComponentMetrics.of(new UnregisteredMetricsGroup(), "search");
    }
}
