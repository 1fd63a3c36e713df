package io.dbus.job.fuzz;

import static java.util.Objects.requireNonNull;

import io.dbus.fuzz.Feature;
import io.dbus.fuzz.Fuzz;
import io.dbus.fuzz.FuzzOptions;
import io.dbus.job.cli.Console;
import io.dbus.job.cli.ExitCode;
import io.dbus.job.cli.Interrupts;
import io.dbus.job.cli.Subcommand;
import io.dbus.job.cli.TimeConverter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code dbus fuzz}. */
@Command(
        name = "fuzz",
        description =
                "Do random work on a real MySQL or MariaDB here, and hold what the source makes of its binlog against what SELECT"
                        + " shows, after each transaction. Ends with exit code 1 at the first difference, and says how to see it again.")
public final class FuzzCommand implements Subcommand, Callable<Integer> {
    private static final Duration UNLESS_GIVEN = Duration.ofMinutes(5);

    private Console console;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The same seed does the same work; another one each time unless given.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How long at most, such as 60s, 5m or 1h; 5m unless --steps is given.")
    private Optional<Duration> time = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Option(names = "--steps", paramLabel = "N", description = "How many steps at most; without limit unless given.")
    private Optional<Long> steps = Optional.empty();

    @Option(
            names = "--server",
            paramLabel = "mysql|mariadb",
            defaultValue = "mysql",
            description = "Which server; ${DEFAULT-VALUE} unless given.")
    private ServerName server = ServerName.MYSQL;

    @Option(
            names = "--features",
            paramLabel = "NAME",
            split = ",",
            converter = FeatureConverter.class,
            description = "What to do beyond changes of rows: ddl, partial-images, compression, partial-json, tags, xa,"
                    + " minimal-metadata, logs, restarts; all unless given.")
    private List<Feature> features = List.copyOf(EnumSet.allOf(Feature.class));

    /** The servers to choose from. */
    enum ServerName {
        MYSQL,
        MARIADB
    }

    /** A feature by its name. */
    static final class FeatureConverter implements ITypeConverter<Feature> {
        @Override
        public Feature convert(String value) {
            return EnumSet.allOf(Feature.class).stream()
                    .filter(feature -> feature.toString().equals(value))
                    .findFirst()
                    .orElseThrow(() ->
                            new TypeConversionException("'" + value + "' is none of " + EnumSet.allOf(Feature.class)));
        }
    }

    /** For the service loader. */
    public FuzzCommand() {}

    @Override
    public Object command(Console to) {
        console = requireNonNull(to, "to");
        return this;
    }

    @Override
    public Integer call() throws Exception {
        if (steps.isPresent() && steps.get() < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--steps " + steps.get() + " does nothing: give 1 or more, or leave it out");
        }
        CountDownLatch end = new CountDownLatch(1);
        Interrupts.onFirst(end::countDown);
        FuzzOptions options = new FuzzOptions(
                seed.orElseGet(() -> System.currentTimeMillis() % 1_000_000_000),
                steps,
                time.isEmpty() && steps.isEmpty() ? Optional.of(UNLESS_GIVEN) : time,
                server == ServerName.MARIADB,
                Set.copyOf(features));
        return Fuzz.run(options, console.out(), () -> end.getCount() == 0) ? ExitCode.DONE : ExitCode.FAILED;
    }
}
