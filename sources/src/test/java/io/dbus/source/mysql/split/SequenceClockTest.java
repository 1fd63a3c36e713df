package io.dbus.source.mysql.split;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceClockTest {
    private static final long MICROS = 1_700_000_000_123_456L;

    @Test
    void aRowTakesItsCommitTimeInNanoseconds() {
        assertThat(new SequenceClock(0).next(MICROS)).isEqualTo(MICROS * 1000);
    }

    @Test
    void rowsOfOneCommitTimeNeverTie() {
        SequenceClock clock = new SequenceClock(0);
        assertThat(clock.next(MICROS)).isEqualTo(MICROS * 1000);
        assertThat(clock.next(MICROS)).isEqualTo(MICROS * 1000 + 1);
        assertThat(clock.next(MICROS)).isEqualTo(MICROS * 1000 + 2);
    }

    @Test
    void aCommitTimeThatGoesBackwardsDoesNotMoveTheClockBack() {
        SequenceClock clock = new SequenceClock(0);
        long first = clock.next(MICROS);
        assertThat(clock.next(MICROS - 5_000_000)).isEqualTo(first + 1);
    }

    @Test
    void aClockFromStateGoesOnAsIfItHadNeverStopped() {
        SequenceClock whole = new SequenceClock(0);
        whole.next(MICROS);
        long second = whole.next(MICROS);
        long third = whole.next(MICROS);
        assertThat(new SequenceClock(second).next(MICROS)).isEqualTo(third);
    }

    @Test
    void anotherServerStartsAMinuteAfterAllThatWasGiven() {
        SequenceClock clock = new SequenceClock(0);
        long first = clock.next(MICROS);
        clock.takeOver(MICROS / 1000 - 5_000);
        assertThat(clock.next(MICROS)).isEqualTo(first + 60_000_000_001L);
    }

    @Test
    void anotherServerStartsAMinuteAfterThePresentTimeSinceMoreMayHaveBeenGivenThanIsKnown() {
        SequenceClock clock = new SequenceClock(MICROS * 1000);
        clock.takeOver(MICROS / 1000 + 5_000);
        assertThat(clock.next(MICROS)).isEqualTo((MICROS / 1000 + 65_000) * 1_000_000 + 1);
    }
}
