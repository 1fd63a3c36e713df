package io.dbus.job.cli;

/**
 * A command of {@code dbus} that is not part of the job's own, such as the demo. Implementations are found by {@link
 * java.util.ServiceLoader} and have a public constructor without arguments; they stay out of the shaded jar.
 */
public interface Subcommand {
    /**
     * The command: an object that picocli takes, a {@code Callable<Integer>} with picocli's {@code Command} annotation, which
     * gives its name. It returns one of {@link ExitCode}'s.
     *
     * @param console where it prints
     */
    Object command(Console console);
}
