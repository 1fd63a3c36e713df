/**
 * Real servers on this machine, for the demo and for the tests of every module.
 *
 * <p>What holds for each of them: it listens on 127.0.0.1 alone, on ports that were free; its data lies in a directory
 * of its own under {@code java.io.tmpdir}; its log is a file that every failure names and that outlives the run; it dies
 * with the JVM that started it, at {@code kill -9} of that JVM too; any number of its kind stand side by side.
 *
 * <p>Servers that a whole test run shares come from {@link io.dbus.embedded.SharedServers}.
 */
package io.dbus.embedded;
