package io.dbus.operator.mask;

import static io.dbus.operator.TestRows.row;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Column;
import io.dbus.event.CountingRowFormat;
import io.dbus.event.Event;
import io.dbus.event.EventSerializer;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueText;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.OperatorRun;
import io.dbus.operator.TestRows;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.Rejection;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskPluginTest {
    private static final String SECRET = "0123456789abcdef-secret";
    private static final LogicalType INT = LogicalType.of(Kind.INT);
    private static final LogicalType NAME = LogicalType.of(Kind.VARCHAR, 20);

    private final MaskPlugin plugin = new MaskPlugin();

    @Test
    void hmacIsTheKeyedHashOfTheTextOfAValue() throws Exception {
        RowChange row = row().with("id", INT, b -> b.int64(7))
                .with("email", NAME, b -> b.text("zoë@example"))
                .with("amount", LogicalType.decimal(10, 2), b -> b.decimal(new BigDecimal("12.50")))
                .with("raw", LogicalType.of(Kind.BLOB), b -> b.binary(new byte[] {0, -1}, 0, 2))
                .with("at", LogicalType.temporal(Kind.DATETIME, 0), b -> b.datetime(2024, 5, 1, 12, 30, 0, 0, 0))
                .inserted();

        RowChange made = masked(row, "{columns: '*', with: hmac}");

        assertThat(made.schema())
                .hasToString(
                        "shop.things(id VARCHAR(64), email VARCHAR(64), amount VARCHAR(64), raw VARCHAR(64), at VARCHAR(64))");
        assertThat(values(made).values())
                .containsExactly(
                        hmac("7".getBytes(UTF_8)),
                        hmac("zoë@example".getBytes(UTF_8)),
                        hmac("12.50".getBytes(UTF_8)),
                        hmac(new byte[] {0, -1}),
                        hmac("2024-05-01 12:30:00".getBytes(UTF_8)));
    }

    @Test
    void hmacMayBeWrittenInBase64AndDependsOnTheSecret() throws Exception {
        RowChange row = named("Zoë").inserted();
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("masks", "[{columns: name, with: hmac}]", "hmac.secret", SECRET, "hmac.encoding", "base64"),
                row);
        OperatorRun other = OperatorRun.of(
                plugin, Map.of("masks", "[{columns: name, with: hmac}]", "hmac.secret", SECRET + "2"), row);

        String hash = values((RowChange) run.events().get(0)).get("name");
        assertThat(HexFormat.of().formatHex(Base64.getDecoder().decode(hash))).isEqualTo(hmac("Zoë".getBytes(UTF_8)));
        assertThat(values((RowChange) other.events().get(0)).get("name"))
                .hasSize(64)
                .isNotEqualTo(hmac("Zoë".getBytes(UTF_8)));
    }

    @Test
    void truncateKeepsCharactersAndNotBytes() throws Exception {
        assertThat(values(masked(named("😀Zoë").inserted(), "{columns: name, with: truncate, length: 2}")))
                .containsEntry("name", "😀Z");
        assertThat(values(masked(named("ë").inserted(), "{columns: name, with: truncate, length: 2}")))
                .containsEntry("name", "ë");
        assertThat(values(masked(named("Zoë").inserted(), "{columns: name, with: truncate, length: 0}")))
                .containsEntry("name", "");
        RowChange date = row().with("id", INT, b -> b.int64(1))
                .with("born", LogicalType.of(Kind.DATE), b -> b.date(1990, 5, 1))
                .inserted();
        RowChange made = masked(date, "{columns: born, with: truncate, length: 4}");
        assertThat(made.schema()).hasToString("shop.things(id INT, born VARCHAR(4))");
        assertThat(values(made)).containsEntry("born", "1990");
    }

    @Test
    void aFixedValueIsOneOfTheColumnsType() throws Exception {
        RowChange row = row().with("id", INT, b -> b.int64(1))
                .with("name", NAME, b -> b.text("Zoë"))
                .with("age", LogicalType.of(Kind.TINYINT), b -> b.int64(33))
                .with("born", LogicalType.of(Kind.DATE), b -> b.date(1990, 5, 1))
                .with("kind", LogicalType.labelled(Kind.ENUM, List.of("a", "b")), b -> b.text("a"))
                .inserted();

        RowChange made = masked(
                row,
                "{columns: name, with: fixed, value: 'a text longer than it was'}",
                "{columns: age, with: fixed, value: '0'}",
                "{columns: born, with: fixed, value: '1900-01-01'}",
                "{columns: kind, with: fixed, value: '***'}");

        assertThat(values(made).values()).containsExactly("1", "a text longer than it was", "0", "1900-01-01", "***");
        assertThat(made.schema())
                .hasToString("shop.things(id INT, name VARCHAR(25), age TINYINT, born DATE, kind VARCHAR(3))");
    }

    @Test
    void nullifyPutsNullThereAndNullStaysNullUnderEveryMask() throws Exception {
        RowChange row = named("Zoë").inserted();
        RowChange nothing = row().with("id", INT, b -> b.int64(1))
                .with("name", NAME, RowBuilder::nullValue)
                .inserted();

        assertThat(values(masked(row, "{columns: name, with: nullify}"))).containsEntry("name", null);
        for (String mask : List.of("fixed, value: x", "hmac", "truncate, length: 1", "nullify")) {
            assertThat(values(masked(nothing, "{columns: name, with: " + mask + "}")))
                    .as(mask)
                    .containsEntry("name", null);
        }
    }

    @Test
    void theFirstMaskThatFitsTableAndColumnMasksIt() throws Exception {
        RowChange row = row().with("id", INT, b -> b.int64(1))
                .with("first_name", NAME, b -> b.text("Zoë"))
                .with("last_name", NAME, b -> b.text("Zimmer"))
                .with("city", NAME, b -> b.text("Berlin"))
                .inserted();

        RowChange made = masked(
                row,
                "{tables: 'crm.*', columns: city, with: fixed, value: no}",
                "{tables: shop.things, columns: last_name, with: fixed, value: x}",
                "{columns: /.*_name/, with: truncate, length: 1}");

        assertThat(values(made).values()).containsExactly("1", "Z", "x", "Berlin");
    }

    @Test
    void aRowWithoutAMaskedColumnPassesAsItIs() throws Exception {
        RowChange row = named("Zoë").inserted();

        assertThat(masked(row, "{columns: email, with: fixed, value: x}")).isSameAs(row);
    }

    @Test
    void everyImageIsMaskedAndAbsentColumnsStayAbsent() throws Exception {
        TestRows absent = row().with("id", INT, b -> b.int64(1)).with("name", NAME, RowBuilder::absent);

        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("masks", "[{columns: name, with: fixed, value: x}]"),
                named("Zoë").updatedTo(named("Ada")),
                named("Zoë").deleted(),
                named("Zoë").insertedFor(named("Ada")),
                absent.updatedTo(named("Ada")),
                named("Zoë").keyChangedTo(absent));

        assertThat(run.rows())
                .containsExactly(
                        "shop.things U[1, x -> 1, x]",
                        "shop.things -D[1, x]",
                        "shop.things +I[1, x]",
                        "shop.things U[1 -> 1, x]",
                        "shop.things U[1, x -> 1]");
        RowChange half = (RowChange) run.events().get(2);
        assertThat(ValueText.of(half.schema(), half.counterpart().orElseThrow()))
                .containsEntry("name", "x");
        assertThat(((RowChange) run.events().get(4)).newKey()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingOfTheOldValueIsLeftInTheSerializedEvent(boolean source) throws Exception {
        RowChange row = named("top-secret-name").updatedTo(named("top-secret-other"));
        Origin origin = row.origin();
        Origin talking =
                new Origin(origin.transaction(), 1, 0, 0, 1, 1, false, "UPDATE things SET name = 'top-secret-name'");
        RowChange logged = RowChange.update(
                row.schema(), row.before().orElseThrow(), row.after().orElseThrow(), talking, row.key());

        RowChange made =
                masked(source ? CountingRowFormat.change(logged) : logged, "{columns: name, with: fixed, value: x}");

        assertThat(bytes(logged)).contains("top-secret");
        assertThat(bytes(made)).doesNotContain("top-secret").doesNotContain("secret");
        assertThat(made.origin().query()).isEmpty();
        assertThat(made.origin().sequence()).isEqualTo(talking.sequence());
    }

    @Test
    void aStatementsTextIsTakenFromRowsOfOtherTablesToo() throws Exception {
        RowChange row = TestRows.insert("shop", "other", 1, "a");
        Origin talking = new Origin(row.origin().transaction(), 1, 0, 0, 1, 1, false, "UPDATE other, things SET ...");

        RowChange made = masked(
                RowChange.insert(row.schema(), row.image(), talking, row.key()),
                "{tables: shop.things, columns: name, with: nullify}");

        assertThat(made.origin().query()).isEmpty();
    }

    @Test
    void aMaskedKeyIsMaskedInWhatSinksWriteAsKeyAndNotInTheKeyOfTheExchange() throws Exception {
        RowChange row = named("Zoë").deleted();

        RowChange made = masked(row, "{columns: id, with: hmac}");

        Column key = made.schema().key().get(0);
        assertThat(key.name()).isEqualTo("id");
        assertThat(ValueText.of(made.image(), key.position())).isEqualTo(hmac("1".getBytes(UTF_8)));
        assertThat(made.key()).isEqualTo(row.key());
    }

    @Test
    void aKeyColumnThatIsNotAmongTheColumnsIsMaskedToo() throws Exception {
        RowChange row = named("Zoë").inserted();
        RowChange hidden = row.withSchema(new TableSchema(
                row.schema().table(),
                row.schema().layout(),
                List.of(row.schema().columns().get(1)),
                row.schema().key()));

        RowChange made = masked(hidden, "{columns: id, with: hmac}");

        assertThat(values(made)).isEqualTo(Map.of("name", "Zoë"));
        assertThat(ValueText.of(made.image(), made.schema().key().get(0).position()))
                .isEqualTo(hmac("1".getBytes(UTF_8)));
    }

    @Test
    void aKeyThatWouldNoLongerTellRowsApartIsRejected() throws Exception {
        for (String mask : List.of("fixed, value: '0'", "truncate, length: 1", "nullify")) {
            CollectedRejects rejects = new CollectedRejects();
            OperatorRun.of(
                    plugin,
                    context("{columns: id, with: " + mask + "}").withRejects(rejects),
                    named("Zoë").inserted());
            assertThat(rejects.reasons()).as(mask).containsExactly("ambiguous-key");
            assertThat(rejects.rejections().get(0).cure()).contains("hmac");
        }
    }

    @Test
    void aValueThatAMaskCannotTakeIsRejectedAndNotShown() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        RowChange row = row().with("id", INT, b -> b.int64(1))
                .with("a", INT, b -> b.int64(424_242))
                .with("b", LogicalType.of(Kind.GEOMETRY), b -> b.geometry(0, new byte[] {1}, 0, 1))
                .inserted();

        OperatorRun.of(plugin, context("{columns: a, with: fixed, value: many}").withRejects(rejects), row);
        OperatorRun.of(plugin, context("{columns: b, with: hmac}").withRejects(rejects), row);
        OperatorRun.of(plugin, context("{columns: b, with: fixed, value: x}").withRejects(rejects), row);

        assertThat(rejects.reasons()).containsExactly("conversion", "conversion", "conversion");
        assertThat(rejects.rejections()).extracting(Rejection::cause).allMatch(Optional::isEmpty);
        assertThat(rejects.rejections().get(0).describe("m")).doesNotContain("424242");
    }

    @Test
    void aMaskWhoseColumnIsMisspeltHidesNothingInSilence() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        RowChange row = named("Zoë").inserted();

        OperatorRun run = OperatorRun.of(
                plugin,
                context("{tables: shop.things, columns: nmae, with: nullify}").withRejects(rejects),
                row);

        assertThat(run.events()).isEmpty();
        assertThat(rejects.reasons()).containsExactly("illegal-name");
        assertThat(masked(row, "{tables: shop.other, columns: nmae, with: nullify}"))
                .isSameAs(row);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NAME", "N*", "/NAM./"})
    void aMaskFitsAColumnWhateverItsCase(String columns) throws Exception {
        RowChange row = named("Zoë").inserted();

        assertThat(values(masked(row, "{columns: '" + columns + "', with: fixed, value: x}")))
                .containsEntry("name", "x");
    }

    @Test
    void aMessageIsRejectedRatherThanPassedUnmasked() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        Event truncate = TestRows.truncate("shop", "things");

        OperatorRun run = OperatorRun.of(
                plugin,
                context("{columns: name, with: nullify}").withRejects(rejects),
                TestRows.message("x"),
                truncate,
                TestRows.ddl("DROP TABLE x"));

        assertThat(rejects.reasons()).containsExactly("wrong-kind");
        assertThat(run.events()).hasSize(2).contains(truncate);
    }

    @Test
    void onlyMaskedColumnsAreDecodedAndNullOnesNotEvenThose() throws Exception {
        RowChange row = CountingRowFormat.change(named("Zoë").updatedTo(named("Ada")));
        long reads = CountingRowFormat.reads();

        masked(row, "{columns: name, with: hmac}");
        assertThat(CountingRowFormat.reads()).isEqualTo(reads + 2);
        masked(row, "{columns: name, with: nullify}");
        masked(row, "{columns: name, with: fixed, value: x}");
        assertThat(CountingRowFormat.reads()).isEqualTo(reads + 2);
    }

    private RowChange masked(RowChange row, String... masks) throws Exception {
        return (RowChange) OperatorRun.of(plugin, context(masks), row).events().get(0);
    }

    private PluginContext context(String... masks) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("masks", "[" + String.join(", ", masks) + "]");
        options.put("hmac.secret", SECRET);
        return OperatorRun.context(options);
    }

    private static TestRows named(String name) {
        return row().with("id", INT, b -> b.int64(1)).with("name", NAME, b -> b.text(name));
    }

    private static Map<String, String> values(RowChange row) {
        return ValueText.of(row.schema(), row.image());
    }

    private static String bytes(RowChange row) throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(256);
        new EventSerializer().serialize(row, out);
        return new String(out.getCopyOfBuffer(), ISO_8859_1);
    }

    private static String hmac(byte[] value) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(value));
    }
}
