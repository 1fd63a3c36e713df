package io.dbus.sink.format.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventFormats;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.Rows.Encoded;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainJsonFormatTest {
    private static final PlainJsonFormat FORMAT = new PlainJsonFormat();
    private static final TableSchema SCHEMA =
            Rows.schema(1, LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 255));
    private static final TableSchema KEYLESS =
            Rows.schema(0, LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 255));
    private static final String MODE = "delete.tombstone.handling.mode";

    @Test
    void aTruncateHasNoForm() {
        assertThatThrownBy(() -> Rows.encode(new PlainJsonFormat(), Map.of(), Rows.truncate()))
                .isInstanceOf(EncodeException.class)
                .hasFieldOrPropertyWithValue("reason", RejectReason.NO_FORM)
                .hasMessageContaining("TRUNCATE");
    }

    @Test
    void theRowAfterTheChangeIsOneFlatObject() {
        assertThat(Rows.encode(FORMAT, Map.of(), insert()))
                .containsExactly(new Encoded("{\"c0\":1}", "{\"c0\":1,\"c1\":\"a\"}", Map.of()));
        RowChange update = RowChange.update(SCHEMA, row(1, "a"), row(1, "b"), Rows.origin(0), Rows.key(1));
        assertThat(Rows.encode(FORMAT, Map.of(), update))
                .containsExactly(new Encoded("{\"c0\":1}", "{\"c0\":1,\"c1\":\"b\"}", Map.of()));
    }

    @Test
    void aDeleteIsATombstoneByDefault() {
        Encoded tombstone = new Encoded("{\"c0\":1}", null, Map.of());
        assertThat(Rows.encode(FORMAT, Map.of(), delete(SCHEMA))).containsExactly(tombstone);
        assertThat(Rows.encode(FORMAT, Map.of(MODE, "delete-to-tombstone"), delete(SCHEMA)))
                .containsExactly(tombstone);
    }

    @Test
    void aDeleteIsRewrittenWhenAskedForAndOtherRowsSayThatTheyLive() {
        Encoded rewritten = new Encoded("{\"c0\":1}", "{\"c0\":1,\"c1\":\"a\",\"__deleted\":\"true\"}", Map.of());
        assertThat(Rows.encode(FORMAT, Map.of(MODE, "rewrite"), delete(SCHEMA))).containsExactly(rewritten);
        assertThat(Rows.encode(FORMAT, Map.of(MODE, "rewrite-with-tombstone"), delete(SCHEMA)))
                .containsExactly(rewritten, new Encoded("{\"c0\":1}", null, Map.of()));
        assertThat(Rows.encode(FORMAT, Map.of(MODE, "rewrite"), insert()))
                .containsExactly(
                        new Encoded("{\"c0\":1}", "{\"c0\":1,\"c1\":\"a\",\"__deleted\":\"false\"}", Map.of()));
    }

    @Test
    void aDeleteThatIsNotToBeWrittenIsReportedAsDropped() {
        assertThat(Rows.encode(FORMAT, Map.of(MODE, "drop"), delete(SCHEMA)))
                .containsExactly(new Encoded("dropped", "dropped", Map.of()));
    }

    @Test
    void aDeleteWithoutAKeyIsNeverLostInSilence() {
        assertThatThrownBy(() -> Rows.encode(FORMAT, Map.of(), delete(KEYLESS)))
                .isInstanceOf(EncodeException.class)
                .hasFieldOrPropertyWithValue("reason", RejectReason.NO_FORM)
                .hasMessageContaining("set delete.tombstone.handling.mode to rewrite");
        assertThat(Rows.encode(FORMAT, Map.of(MODE, "rewrite-with-tombstone"), delete(KEYLESS)))
                .containsExactly(new Encoded(null, "{\"c0\":1,\"c1\":\"a\",\"__deleted\":\"true\"}", Map.of()));
    }

    @Test
    void fieldsOfTheEnvelopeAreAddedUnderDebeziumsNames() {
        Map<String, String> options = Map.of(
                "add.fields", "op;table;source.ts_ms;gtid:g;sequence",
                "add.headers", "db;op",
                "add.headers.prefix", "h.");

        Encoded record = Rows.encode(FORMAT, options, insert().withTable(new TableId("sales", "x")))
                .get(0);

        assertThat(record.value())
                .isEqualTo("{\"c0\":1,\"c1\":\"a\",\"__op\":\"c\",\"__table\":\"t\","
                        + "\"__source_ts_ms\":1465581029000,\"__g\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\","
                        + "\"__sequence\":1465581029000123000}");
        assertThat(record.headers()).isEqualTo(Map.of("h.db", "\"shop\"", "h.op", "\"c\""));
    }

    @Test
    void aFieldThatThereIsNotIsAProblemThatNamesThoseThereAre() {
        assertThat(FORMAT.validate(Rows.context(Map.of("add.fields", "op;tabel"))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("add.fields");
                    assertThat(problem.what())
                            .contains("'tabel'")
                            .contains("table")
                            .contains("source.ts_ms");
                });
        assertThat(FORMAT.validate(Rows.context(Map.of("add.fields", "op")))).isEmpty();
    }

    @Test
    void anAddedFieldNeverStandsBesideAColumnOfItsName() {
        TableSchema clash = SCHEMA.renamed(name -> name.equals("c1") ? "__op" : name);
        RowChange change = insert().withSchema(clash);

        assertThatThrownBy(() -> Rows.encode(FORMAT, Map.of("add.fields", "op"), change))
                .isInstanceOf(EncodeException.class)
                .hasFieldOrPropertyWithValue("reason", RejectReason.NO_FORM)
                .hasMessageContaining("__op");
        assertThat(Rows.encode(FORMAT, Map.of(), change)).hasSize(1);
    }

    @Test
    void theFormatIsFoundByItsName() {
        assertThat(EventFormats.named("plain-json")).get().isInstanceOf(PlainJsonFormat.class);
    }

    private static RowChange insert() {
        return RowChange.insert(SCHEMA, row(1, "a"), Rows.origin(0), Rows.key(1));
    }

    private static RowChange delete(TableSchema schema) {
        return RowChange.delete(schema, row(1, "a"), Rows.origin(0), Rows.key(1));
    }

    private static RowImage row(long id, String name) {
        return Rows.image(SCHEMA.layout(), builder -> {
            builder.int64(id);
            builder.text(name);
        });
    }
}
