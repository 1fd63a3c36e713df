package io.dbus.source.mysql.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MariaDbGtidPositionTest {
    @Test
    void keepsTheLastGtidOfEachDomain() {
        GtidPosition position = MariaDbGtidPosition.parse("1-2-7, 0-1-100").toBuilder()
                .add(new MariaDbGtid(0, 3, 101))
                .add(new MariaDbGtid(9, 1, -1L))
                .build();

        assertThat(position).hasToString("0-3-101,1-2-7,9-1-18446744073709551615");
        assertThat(GtidPosition.deserialize(position.serialize())).isEqualTo(position);
    }

    @Test
    void containsWhatCameBeforeInEachDomain() {
        MariaDbGtidPosition position = MariaDbGtidPosition.parse("0-1-100,1-2-7");

        assertThat(position.containsAll(MariaDbGtidPosition.parse("0-9-100"))).isTrue();
        assertThat(position.containsAll(MariaDbGtidPosition.parse("0-1-101"))).isFalse();
        assertThat(position.containsAll(MariaDbGtidPosition.parse("2-1-1"))).isFalse();
        assertThat(position.containsAll(MariaDbGtidPosition.empty())).isTrue();
    }

    @Test
    void aTransactionWhoseNumberGoesBackInItsDomainIsNotTakenForDone() {
        GtidPosition.Builder done = MariaDbGtidPosition.parse("0-1-100").toBuilder();

        assertThat(done.contains(new MariaDbGtid(0, 1, 100))).isTrue();
        assertThat(done.contains(new MariaDbGtid(0, 2, 50))).isFalse();
        assertThat(done.add(new MariaDbGtid(0, 2, 50)).build()).hasToString("0-2-50");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0-1", "0-1-x", "0-1-1,", "0-1-1,0-2-2", "4294967296-1-1", "0-1-18446744073709551616", "0--1-1"})
    void refusesWhatIsNoPosition(String text) {
        assertThatThrownBy(() -> MariaDbGtidPosition.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
