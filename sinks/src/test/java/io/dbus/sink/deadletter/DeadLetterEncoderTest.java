package io.dbus.sink.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.event.Event;
import io.dbus.event.EventSerializer;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class DeadLetterEncoderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant AT = Instant.parse("2026-11-29T16:31:25.123456Z");
    private static final int ANY = Integer.MAX_VALUE;

    /** The golden file is what is stored at users: a field may be added, none changed. */
    @Test
    void aDeadLetterOfEachKindIsAsItHasAlwaysBeen() throws IOException {
        List<String> written = Rejected.ofEachKind().stream()
                .map(event -> json(encoder(1 << 20).encode(Rejected.rejection(event), AT, ANY)))
                .toList();

        assertThat(written).containsExactlyElementsOf(golden());
    }

    @Test
    void theEventIsReadBackFromTheGoldenLetters() throws IOException {
        List<Event> events = Rejected.ofEachKind();
        List<String> golden = golden();
        for (int i = 0; i < events.size(); i++) {
            JsonNode event = JSON.readTree(golden.get(i)).get("event");
            byte[] bytes = bytes(Rejected.event(event.get("bytes").asText()));
            assertThat(bytes).isEqualTo(bytes(events.get(i)));
            assertThat(event.get("size").asInt()).isEqualTo(bytes.length);
        }
    }

    @Test
    void thePageExplainsEveryReasonAndEveryField() throws IOException {
        String page = Files.readString(Path.of("DEAD-LETTERS.md"));

        for (RejectReason reason : RejectReason.values()) {
            assertThat(page).contains("| `" + reason.label() + "` |");
        }
        for (String letter : golden()) {
            JSON.readTree(letter).properties().forEach(field -> {
                if (field.getValue().isObject()) {
                    field.getValue().fieldNames().forEachRemaining(name -> assertThat(page)
                            .contains("`" + field.getKey() + "." + name + "`"));
                } else {
                    assertThat(page).contains("`" + field.getKey() + "`");
                }
            });
        }
    }

    @Test
    void noTwoEventsShareAnIdNorDoTwoComponentsOrPipelines() {
        Set<String> ids = new HashSet<>();
        for (Event event : Rejected.ofEachKind()) {
            ids.add(new DeadLetterId().of(event, "shop", "topics"));
            ids.add(new DeadLetterId().of(event, "shop", "search"));
            ids.add(new DeadLetterId().of(event, "other", "topics"));
        }
        assertThat(ids).hasSize(3 * Rejected.ofEachKind().size());
    }

    @Test
    void rowsOfOneTransactionAndRoutesOfOneRowHaveIdsOfTheirOwn() {
        RowChange row = (RowChange) Rejected.ofEachKind().get(0);
        RowChange next = RowChange.insert(Rejected.SCHEMA, row.image(), Rows.origin(7), row.key());

        assertThat(Set.of(id(row), id(next), id(row.withTable(new TableId("sales", "a")))))
                .hasSize(3);
    }

    @Test
    void anEventThatIsReadAgainHasItsIdAgain() {
        RowChange first = at(Rows.TRANSACTION, 484, 77, 1);
        RowChange again = at(Rows.TRANSACTION, 484, 77, 2);

        assertThat(id(again)).isEqualTo(id(first));
    }

    @Test
    void anEventThatIsReadAgainOnAReplicaHasItsIdAgainByGtid() {
        Transaction onReplica = new Transaction(
                "shop-db",
                "eu1",
                Rows.TRANSACTION.serverUuid(),
                223344,
                Rows.TRANSACTION.gtid(),
                "b.000001",
                4,
                7,
                -1,
                1);

        // Another file, position and sequence.
        assertThat(id(at(onReplica, 9, 60_000_000_077L, 3))).isEqualTo(id(at(Rows.TRANSACTION, 484, 77, 1)));
    }

    @Test
    void withoutAGtidFileAndPositionsTellEventsApart() {
        Set<String> ids = new HashSet<>();
        ids.add(id(at(transaction("b.000001", 4), 100, 1, 0)));
        ids.add(id(at(transaction("b.000002", 4), 100, 1, 0)));
        ids.add(id(at(transaction("b.000001", 5), 100, 1, 0)));
        ids.add(id(at(transaction("b.000001", 4), 101, 1, 0)));
        ids.add(id(at(transaction("b.000001", 4), 100, 2, 0)));
        assertThat(ids).hasSize(5);
    }

    @Test
    void anEventOverTheLimitIsKeptAsSizeAndDigest() throws Exception {
        Event event = Rejected.ofEachKind().get(0);
        int size = bytes(event).length;

        JsonNode kept = JSON.readTree(json(encoder(size).encode(Rejected.rejection(event), AT, ANY)));
        JsonNode over = JSON.readTree(json(encoder(size - 1).encode(Rejected.rejection(event), AT, ANY)));

        assertThat(kept.at("/event/bytes").isTextual()).isTrue();
        assertThat(over.at("/event/bytes").isMissingNode()).isTrue();
        assertThat(over.at("/event/size").asInt()).isEqualTo(size);
        assertThat(over.at("/event/sha256").asText())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(event))));
        assertThat(over.get("id")).isEqualTo(kept.get("id"));
    }

    @Test
    void aLetterThatItsPlaceDoesNotTakeIsMadeWithoutTheBytes() throws IOException {
        Event event =
                RowChange.insert(Rejected.SCHEMA, Rejected.row(1, "x".repeat(10_000)), Rows.origin(0), Rows.key(1));
        byte[] whole =
                encoder(1 << 20).encode(Rejected.rejection(event), AT, ANY).json();

        assertThat(encoder(1 << 20)
                        .encode(Rejected.rejection(event), AT, whole.length)
                        .json())
                .isEqualTo(whole);
        assertThat(json(encoder(1 << 20).encode(Rejected.rejection(event), AT, whole.length - 1)))
                .contains("\"sha256\"")
                .doesNotContain("\"bytes\"");
    }

    @Test
    void aVeryLongErrorIsCut() throws IOException {
        Rejection rejection =
                Rejection.of(Rejected.message(1), RejectReason.BAD_DOCUMENT, "e".repeat(100_000), "correct it");

        assertThat(encoder(0).encode(rejection, AT, ANY).json().length).isLessThan(10_000);
    }

    private static RowChange at(Transaction transaction, long position, long sequence, long readMillis) {
        return RowChange.insert(
                Rejected.SCHEMA,
                Rejected.row(1, "x"),
                new Origin(transaction, position, 0, 3, sequence, readMillis, false, ""),
                Rows.key(1));
    }

    private static Transaction transaction(String file, long position) {
        return new Transaction("shop-db", "eu1", "", 0, "", file, position, 0, -1, 1);
    }

    private static String id(Event event) {
        return new DeadLetterId().of(event, "shop", "topics");
    }

    private static DeadLetterEncoder encoder(long maxBytes) {
        return new DeadLetterEncoder("shop", "topics", maxBytes);
    }

    private static String json(DeadLetter letter) {
        return new String(letter.json(), UTF_8);
    }

    private static byte[] bytes(Event event) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        new EventSerializer().serialize(event, out);
        return out.getCopyOfBuffer();
    }

    private static List<String> golden() throws IOException {
        try (InputStream in = DeadLetterEncoderTest.class.getResourceAsStream("dead-letters-v1.jsonl")) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
