package io.dbus.operator.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.operator.state.Changes;
import io.dbus.operator.throttle.Arrivals.Held;
import java.lang.ref.WeakReference;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final Changes EU1 = Changes.on("eu1");

    private final Arrivals arrivals = new Arrivals();

    @Test
    void aWatermarkWaitsForTheEventsBeforeItAndForNoOther() {
        Held first = arrivals.add(EU1.truncate(1));
        arrivals.add(new Watermark(1));
        Held second = arrivals.add(EU1.truncate(2));
        arrivals.add(new Watermark(2));
        arrivals.add(new Watermark(3));
        arrivals.add(EU1.truncate(4));

        arrivals.go(second);
        assertThat(arrivals.freeWatermark()).isNull();
        arrivals.go(first);
        assertThat(arrivals.freeWatermark()).isEqualTo(new Watermark(1));
        assertThat(arrivals.freeWatermark()).isEqualTo(new Watermark(3));
        assertThat(arrivals.freeWatermark()).isNull();
    }

    @Test
    void aWatermarkWaitsForNothingWhereNothingIsHeld() {
        arrivals.add(new Watermark(1));
        assertThat(arrivals.freeWatermark()).isEqualTo(new Watermark(1));
        assertThat(arrivals.freeWatermark()).isNull();
    }

    @Test
    void anEventThatIsGoneTakesNoMemoryWhileOneBeforeItWaits() {
        Held first = arrivals.add(EU1.truncate(1));
        WeakReference<Event> gone = gone();

        Awaitility.await().until(() -> {
            System.gc();
            return gone.get() == null;
        });
        arrivals.go(first);
        assertThat(arrivals.held()).isZero();
    }

    private WeakReference<Event> gone() {
        Event event = EU1.truncate(2);
        arrivals.go(arrivals.add(event));
        return new WeakReference<>(event);
    }
}
