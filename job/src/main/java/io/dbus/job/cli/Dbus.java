package io.dbus.job.cli;

import io.dbus.job.cluster.ClusterException;
import io.dbus.job.pipeline.PipelineException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The command line {@code dbus}. */
@Command(
        name = "dbus",
        versionProvider = Version.class,
        description =
                "A distributed data bus: one YAML file describes sources, operators and sinks, one Flink job runs it.",
        synopsisSubcommandLabel = "COMMAND")
public final class Dbus {
    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Log what goes on, and show the stack traces of errors.")
    private boolean verbose;

    @Option(
            names = {"-h", "--help"},
            scope = ScopeType.INHERIT,
            usageHelp = true,
            description = "Say what a command does and which options it takes.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Say which version this is.")
    private boolean version;

    private static final String EXIT_CODES =
            "Exit codes: 0 done; 1 it failed: a server or the cluster refuses, or what is asked about does not run; 2 the command line"
                    + " or the file is wrong.";

    private Dbus() {}

    /** Runs the command line and ends the process. */
    public static void main(String[] args) {
        // Before the first logger is made: it takes both as they are then.
        if (Arrays.asList(args).contains("-v") || Arrays.asList(args).contains("--verbose")) {
            System.setProperty("dbus.log.level", "INFO");
            System.setProperty("dbus.log.exceptions", "full");
        }
        Console console = Console.of(System.out, System.err, System.getenv());
        System.setOut(console.out());
        System.setErr(console.err());
        int code = run(console, args);
        console.out().flush();
        console.err().flush();
        System.exit(code);
    }

    /** Runs the command line on two streams and returns the exit code. */
    public static int run(OutputStream out, OutputStream err, Map<String, String> environment, String... args) {
        return run(Console.of(out, err, environment), args);
    }

    private static int run(Console console, String... args) {
        Dbus dbus = new Dbus();
        CommandLine line = new CommandLine(dbus)
                .addSubcommand(new ValidateCommand(console))
                .addSubcommand(new RunCommand(console))
                .addSubcommand(new SubmitCommand(console))
                .addSubcommand(new ListCommand(console))
                .addSubcommand(new StatusCommand(console))
                .addSubcommand(new StopCommand(console))
                .addSubcommand(new ApplyCommand(console))
                .addSubcommand(new RescaleCommand(console))
                .addSubcommand(new DeadLettersCommand(console))
                .addSubcommand(new PluginsCommand(console));
        for (Subcommand subcommand : ServiceLoader.load(Subcommand.class, console.loader())) {
            line.addSubcommand(subcommand.command(console));
        }
        // Shown in the help although the launcher does it: it needs Maven, not this program.
        line.addSubcommand(new TestCommand());
        line.getCommandSpec().usageMessage().footer("", EXIT_CODES);
        line.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().usageMessage().footer("", EXIT_CODES));
        return line.setOut(writer(console.out()))
                .setErr(writer(console.err()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(Dbus::badUsage)
                .setExecutionExceptionHandler((e, command, parsed) -> dbus.failed(console, e))
                .execute(args.length == 0 ? new String[] {"--help"} : args);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static int badUsage(ParameterException e, String[] args) {
        PrintWriter err = e.getCommandLine().getErr();
        err.println("dbus: " + e.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
        // What a command itself refuses says all there is to say; what the command line could not be read as, does not.
        if (e.getClass() != ParameterException.class || e.getArgSpec() != null) {
            err.println("dbus: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help says what it takes");
        }
        return ExitCode.BAD_USAGE;
    }

    private int failed(Console console, Exception e) {
        if (e instanceof PipelineException wrong) {
            wrong.findings().forEach(console.err()::println);
            return ExitCode.BAD_USAGE;
        }
        // What a cluster did not do is said in whole sentences, of which the cause is a part.
        console.err().println("dbus: " + (e instanceof ClusterException ? e.getMessage() : Reasons.of(e)));
        if (verbose) {
            e.printStackTrace(console.err());
        } else if (!(e instanceof ClusterException)) {
            console.err().println("dbus: --verbose shows where it comes from");
        }
        return ExitCode.FAILED;
    }
}
