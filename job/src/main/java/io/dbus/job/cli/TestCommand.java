package io.dbus.job.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus test}: what the launcher does, so that the help lists it. */
@Command(name = "test", description = "Build everything and run all tests, those with real servers included.")
final class TestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "MAVEN", description = "Arguments for Maven, such as -pl job.")
    private List<String> arguments;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "test is for the launcher, which runs Maven: ./dbus test in the source tree");
    }
}
