package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MarkHistoryTest {
    @Test
    void aMarkBetweenTwoCommittedOnesWasNotCommitted() {
        MarkHistory history = MarkHistory.NONE.next(10).next(30);

        assertThat(history.holds(10)).isTrue();
        assertThat(history.holds(30)).isTrue();
        assertThat(history.holds(20)).isFalse();
        assertThat(history.holds(31)).isFalse();
    }

    @Test
    void aMarkBeforeTheFirstEverWasNotCommittedButOneBeforeAFullHistoryIsTakenForCommitted() {
        MarkHistory history = MarkHistory.NONE.next(1_000);
        assertThat(history.holds(999)).isFalse();

        for (int i = 1; i < MarkHistory.KEPT; i++) {
            history = history.next(1_000 + i);
        }
        assertThat(history.holds(1_000)).isTrue();
        assertThat(history.holds(999)).isTrue();
        assertThat(history.next(5_000).marks()).hasSize(MarkHistory.KEPT);
    }

    @Test
    void marksGrowWhenTheClockDoesNot() {
        assertThat(MarkHistory.NONE.next(10).next(10).next(3).marks()).containsExactly(10L, 11L, 12L);
    }

    @Test
    void itReadsBackAsWrittenAndFitsIntoTheMetadataOfAnOffset() {
        MarkHistory history = MarkHistory.NONE;
        for (int i = 0; i < 2 * MarkHistory.KEPT; i++) {
            history = history.next(Long.MAX_VALUE / (2 * MarkHistory.KEPT) * (i + 1));
        }
        assertThat(history.earlier().length()).isLessThan(4096);
        assertThat(MarkHistory.of(history.newest(), history.earlier())).isEqualTo(history);
        assertThat(MarkHistory.of(7, "")).isEqualTo(MarkHistory.NONE.next(7));
    }

    @Test
    void textOfSomeoneElseIsRefused() {
        assertThatThrownBy(() -> MarkHistory.of(7, "consumer/1")).isInstanceOf(IllegalArgumentException.class);
    }
}
