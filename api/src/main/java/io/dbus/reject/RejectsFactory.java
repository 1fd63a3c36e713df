package io.dbus.reject;

import java.io.IOException;
import java.io.Serializable;

/** Opens the {@link Rejects} of a component's instances on the machines where they run. */
@FunctionalInterface
public interface RejectsFactory extends Serializable {
    /** What pipelines without dead letters have: the first event rejected fails the job, with the cure. */
    RejectsFactory FAILING = FailingRejects::new;

    /**
     * Opens what one instance of a component writes to.
     *
     * @throws IOException when that cannot be done; the message says what and where
     */
    Rejects open(RejectsContext context) throws IOException;
}
