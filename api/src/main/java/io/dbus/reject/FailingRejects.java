package io.dbus.reject;

import static java.util.Objects.requireNonNull;

/** Refuses every event: the job fails. */
final class FailingRejects implements Rejects {
    private final RejectsContext context;

    FailingRejects(RejectsContext context) {
        this.context = requireNonNull(context, "context");
    }

    @Override
    public void reject(Rejection rejection) {
        context.metrics().rejected(rejection.reason());
        throw RejectedEventException.withoutDeadLetters(rejection, context.component());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
