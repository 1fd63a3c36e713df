package io.dbus.job.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command as the demo's is: from a service file, outside of the job's own. */
public final class TestSubcommand implements Subcommand {
    @Override
    public Object command(Console console) {
        return new Run(console);
    }

    @Command(name = "test-command", description = "For tests.")
    private static final class Run implements Callable<Integer> {
        private final Console console;

        @Option(names = "--fail")
        private boolean fail;

        Run(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            console.secrets().add("top-secret");
            console.out().println("the secret is top-secret");
            if (fail) {
                throw new IllegalStateException("it failed, top-secret", new RuntimeException("because"));
            }
            return ExitCode.DONE;
        }
    }
}
