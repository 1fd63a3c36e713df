package io.dbus.embedded;

import java.net.URI;

/** Where a JobManager answers. */
interface FlinkEndpoint {
    /** The base of its REST API, without a slash at the end. */
    URI restUri();

    /** Where to look when it does not answer as it should. */
    ServerLog log();
}
