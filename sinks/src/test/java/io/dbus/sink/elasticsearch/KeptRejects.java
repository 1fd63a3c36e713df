package io.dbus.sink.elasticsearch;

import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is rejected. */
final class KeptRejects implements Rejects {
    final List<Rejection> rejections = new ArrayList<>();
    int flushed;

    @Override
    public void reject(Rejection rejection) {
        rejections.add(rejection);
    }

    @Override
    public void flush() {
        flushed = rejections.size();
    }

    @Override
    public void close() {}
}
