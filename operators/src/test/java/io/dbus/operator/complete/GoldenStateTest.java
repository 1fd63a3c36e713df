package io.dbus.operator.complete;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.EventKey;
import io.dbus.event.SchemaId;
import io.dbus.operator.complete.Truncates.Mark;
import io.dbus.operator.state.Changes;
import io.dbus.operator.state.GoldenState;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoldenStateTest {
    @Test
    void knownRowsAreReadAsVersion1WroteThem() throws Exception {
        GoldenState.check(
                getClass(),
                "known-row",
                new KnownRowSerializer(),
                List.of(
                        new KnownRow(
                                1_700_000_000_123_456_789L, new SchemaId(-1, 7), new byte[] {5}, new byte[] {0, -1, 3}),
                        new KnownRow(0, new SchemaId(0, 0), new byte[0], new byte[0])));
    }

    @Test
    void rowIdsAreReadAsVersion1WroteThem() throws Exception {
        EventKey.Builder key = new EventKey.Builder("shop-db", "", "shop", "orders");
        key.int64(5);
        GoldenState.check(
                getClass(), "row-id", new RowIdSerializer(), List.of(new RowId("shop-db", "eu1", key.build())));
    }

    @Test
    void schemaIdsAreReadAsVersion1WroteThem() throws Exception {
        GoldenState.check(getClass(), "schema-id", new SchemaIdSerializer(), List.of(new SchemaId(-1, 7)));
    }

    @Test
    void truncatesAreReadAsVersion1WroteThem() throws Exception {
        GoldenState.check(
                getClass(),
                "truncates",
                new TruncatesSerializer(),
                List.of(
                        new Truncates(List.of(new Mark("shop-db", "eu1", 3), new Mark("shop-db", "eu2", -4))),
                        Truncates.NONE));
    }

    @Test
    void moreTruncatesThanAreKeptMakeOlderEventsUnknown() {
        Truncates truncates = Truncates.NONE;
        for (int i = 1; i <= Truncates.KEPT; i++) {
            truncates = truncates.with(Changes.on("eu1").truncate(i * 10L).origin());
        }
        assertThat(truncates.parts(1, Changes.on("eu1").truncate(5).origin())).isTrue();
        assertThat(truncates.parts(11, Changes.on("eu1").truncate(15).origin())).isFalse();
        assertThat(truncates.parts(11, Changes.on("eu1").truncate(25).origin())).isTrue();
        truncates = truncates.with(Changes.on("eu1").truncate(500).origin());
        assertThat(truncates.marks()).hasSize(Truncates.KEPT);
        assertThat(truncates.parts(1, Changes.on("eu1").truncate(15).origin())).isTrue();
        assertThat(truncates.parts(1, Changes.on("eu2").truncate(15).origin())).isFalse();
    }
}
