package io.dbus.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.operator.state.Changes;
import org.junit.jupiter.api.Test;

class HeldEventTest {
    @Test
    void anEventThatIsGoneIsHeldNoMore() {
        Event event = Changes.on("eu1").truncate(1);
        HeldEvent held = new HeldEvent(event, new SortGroup(event.key(), SortMark.NONE), 0, 0);
        assertThat(held.isGone()).isFalse();

        assertThat(held.go()).isSameAs(event);

        assertThat(held.isGone()).isTrue();
        assertThat(held.event()).isNull();
    }
}
