package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.job.cli.Console;
import io.dbus.job.cli.ExitCode;
import io.dbus.job.cli.Interrupts;
import io.dbus.job.cli.Subcommand;
import io.dbus.job.cli.TimeConverter;
import io.dbus.job.cluster.JobJars;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dbus soak}. */
@Command(
        name = "soak",
        description =
                "Run a pipeline on a real Flink cluster here, from four MySQL servers to Kafka and Elasticsearch, make one fault after"
                        + " the other, and say at the end whether every change came through once and in order. Exit code 1 on any"
                        + " difference. Ctrl-C ends the faults, and all is compared. Takes about 8 GB of memory.")
public final class SoakCommand implements Subcommand, Callable<Integer> {
    private Console console;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "5m",
            converter = TimeConverter.class,
            description = "How long to make faults, such as 5m or 1h; ${DEFAULT-VALUE} unless given.")
    private Duration time;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "1m",
            converter = TimeConverter.class,
            description = "From one fault to the next, unless recovery takes longer; ${DEFAULT-VALUE} unless given.")
    private Duration every;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The same seed makes the same faults in the same order; another one each time unless given.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "200",
            description = "Changes of rows a second, on all servers together; ${DEFAULT-VALUE} unless given.")
    private double rate;

    @Option(
            names = "--delivery-guarantee",
            paramLabel = "NAME",
            defaultValue = "exactly-once",
            description =
                    "Of the Kafka sink; ${DEFAULT-VALUE} unless given. With at-least-once the soak is to find repeats.")
    private String delivery;

    @Spec
    private CommandSpec spec;

    /** For the service loader. */
    public SoakCommand() {}

    @Override
    public Object command(Console to) {
        console = requireNonNull(to, "to");
        return this;
    }

    @Override
    public Integer call() throws Exception {
        if (!(rate > 0)) {
            throw new ParameterException(spec.commandLine(), "--rate must be above 0, not " + rate);
        }
        if (!List.of("exactly-once", "at-least-once").contains(delivery)) {
            throw new ParameterException(
                    spec.commandLine(), "--delivery-guarantee is exactly-once or at-least-once, not " + delivery);
        }
        // Logging is set up here, before several threads would begin it at once.
        LoggerFactory.getLogger(SoakCommand.class).debug("soak for {}", time);
        CountDownLatch end = new CountDownLatch(1);
        Interrupts.onFirst(end::countDown);
        SoakOptions options = new SoakOptions(
                time,
                every,
                seed.orElseGet(() -> System.currentTimeMillis() % 1_000_000_000),
                rate,
                delivery,
                JobJars.job());
        return Soak.run(options, console.out(), end).holds() ? ExitCode.DONE : ExitCode.FAILED;
    }
}
