package io.dbus.embedded;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * On a test class: its tests are skipped when this machine cannot have a server that they need, and the end of the run says
 * so with the reason, in one line for each server. Where the environment variable {@code CI} or the system property {@code
 * dbus.embedded.required} is {@code true} they fail instead.
 *
 * <p>A server that is not named here but asked for in a test or a lifecycle method, and not to be had, counts the same. A
 * failing test also tells, as a suppressed exception, the logs of the servers that run.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresServersExtension.class)
public @interface RequiresServers {
    ServerKind[] value() default {};
}
