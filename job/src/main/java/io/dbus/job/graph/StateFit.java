package io.dbus.job.graph;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.KeptState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.configuration.StateBackendOptions;

/**
 * Whether a job can go on from the savepoint of another. Flink tells when the new job starts, and does not tell all: it gives an operator the state that goes by its uid, and what the operator does not
 * ask for is dropped in silence (Flink documentation, "Savepoints", on operator ids). This tells before the old job is stopped.
 *
 * <p>What it passes, Flink restores: another parallelism or exchange, another state backend, components added, components of no state taken out or changed in type, other hosts of a server.
 */
public final class StateFit {
    /** What of a command line lets state go that nobody takes. */
    public static final String DROP_STATE = "--drop-state";

    private static final String IN_FLIGHT = "the state is an unaligned checkpoint, with events in flight";
    private static final String BY_SAVEPOINT = ", and change that by a savepoint (dbus apply)";

    private final JobFacts running;
    private final JobFacts next;
    private final boolean dropState;
    private final List<String> problems = new ArrayList<>();

    private StateFit(JobFacts running, JobFacts next, boolean dropState) {
        this.running = requireNonNull(running, "running");
        this.next = requireNonNull(next, "next");
        this.dropState = dropState;
    }

    /**
     * What of a running job's state another could not take, from a savepoint in Flink's canonical form; each as a sentence with the cure.
     *
     * @param running the job whose state it is
     * @param next the job that is to take it
     * @param dropState whether the state of components and servers that are gone may be dropped; the savepoint is then to be restored with Flink's
     *     {@code allowNonRestoredState}
     * @return empty when the next job takes all that it should
     */
    public static List<String> problems(JobFacts running, JobFacts next, boolean dropState) {
        StateFit fit = new StateFit(running, next, dropState);
        fit.compare();
        return fit.problems;
    }

    /**
     * The same for a checkpoint, which is in the form of the state backend that made it: no other reads it. One that was not aligned may hold events that
     * were on their way from one task to another, and those are for the same tasks again, on however many lanes (Flink documentation, "Checkpoints vs.
     * Savepoints").
     *
     * @param inFlight whether it holds such events
     * @see #problems(JobFacts, JobFacts, boolean)
     */
    public static List<String> problemsOfCheckpoint(
            JobFacts running, JobFacts next, boolean dropState, boolean inFlight) {
        StateFit fit = new StateFit(running, next, dropState);
        fit.compareStateBackends();
        if (inFlight) {
            fit.compareWays();
        }
        fit.compare();
        return fit.problems;
    }

    /** A job without keyed state names none, unless it is told to. */
    private void compareStateBackends() {
        String was = running.stateBackend();
        String is = next.stateBackend();
        if (!was.isEmpty() && !is.isEmpty() && !was.equals(is)) {
            problems.add("pipeline.flink." + StateBackendOptions.STATE_BACKEND.key() + ": the state is a checkpoint of "
                    + was + ", which " + is + " cannot read; set it to " + was
                    + ", and change it by a savepoint (dbus apply)");
        }
    }

    /** Whether events in flight would find the tasks that they were on their way to. */
    private void compareWays() {
        if (!running.exchange().equals(next.exchange())) {
            problems.add("pipeline.exchange: " + IN_FLIGHT + " of an exchange that was " + running.exchange()
                    + " and would be " + next.exchange() + "; set it to " + running.exchange() + BY_SAVEPOINT);
        }
        TreeSet<String> changed = new TreeSet<>();
        for (JobFacts one : List.of(running, next)) {
            JobFacts other = one == running ? next : running;
            for (ComponentFacts component : one.components()) {
                if (named(other, component.name()).filter(component::isPlacedAs).isEmpty()) {
                    changed.add(component.path());
                }
            }
        }
        if (!changed.isEmpty()) {
            problems.add(String.join(", ", changed) + ": " + IN_FLIGHT
                    + " between components, which would not be the same ones with the same inputs; start from it by the file that made it"
                    + BY_SAVEPOINT);
        }
    }

    private void compare() {
        if (running.maxParallelism() != next.maxParallelism()) {
            problems.add("pipeline.max-parallelism: the state is kept in " + running.maxParallelism()
                    + " groups, which " + next.maxParallelism() + " cannot be made of; set it to "
                    + running.maxParallelism() + ", or start without the state");
        }
        for (ComponentFacts component : running.components()) {
            component.state().ifPresent(state -> {
                Optional<ComponentFacts> successor = named(next, component.name());
                if (successor.isPresent()) {
                    compare(component, state, successor.get());
                } else if (!dropState) {
                    problems.add(component.path() + " is gone, and with it " + state.what()
                            + renamed(component).map(to -> "; " + to).orElse("")
                            + "; bring it back, or say " + DROP_STATE + " to go on without");
                }
            });
        }
    }

    private void compare(ComponentFacts component, KeptState state, ComponentFacts successor) {
        if (!component.kind().equals(successor.kind()) || !component.type().equals(successor.type())) {
            problems.add(component.path() + " was a " + component.type() + " and " + successor.path() + " is a "
                    + successor.type() + ", which cannot take over " + state.what()
                    + "; give the new one another name, and say " + DROP_STATE);
            return;
        }
        if (successor.state().isEmpty()) {
            problems.add(component.path() + " with its new options has no use for " + state.what()
                    + ", which would be lost; give it another name, and say " + DROP_STATE);
            return;
        }
        KeptState taken = successor.state().get();
        new TreeMap<>(state.form()).forEach((option, value) -> {
            String now = taken.form().getOrDefault(option, "");
            if (!value.equals(now)) {
                problems.add((option.startsWith("sources.") ? option : component.path() + "." + option) + " was "
                        + shown(value) + " and is " + shown(now) + ", and with that " + component.path()
                        + " cannot take over " + state.what()
                        + "; set it back, or give the component another name and say "
                        + DROP_STATE);
            }
        });
        List<String> gone = state.parts().stream()
                .filter(part -> !taken.parts().contains(part))
                .toList();
        List<String> added = taken.parts().stream()
                .filter(part -> !state.parts().contains(part))
                .toList();
        if (!gone.isEmpty() && !dropState) {
            problems.add(component.path() + " has no " + String.join(", ", gone) + " any more, and with it "
                    + (gone.size() == 1 ? "its part of " : "their parts of ") + state.what() + " would go"
                    + (added.isEmpty()
                            ? ""
                            : "; state goes by names, so if it is " + String.join(", ", added)
                                    + " by another name, keep the old one")
                    + "; bring it back, or say " + DROP_STATE + " to go on without");
        }
    }

    private static String shown(String value) {
        return value.isEmpty() ? "not set" : "'" + value + "'";
    }

    /** A component that is new and could be the one that is gone. */
    private Optional<String> renamed(ComponentFacts gone) {
        return next.components().stream()
                .filter(component -> component.kind().equals(gone.kind())
                        && component.type().equals(gone.type())
                        && named(running, component.name()).isEmpty())
                .findFirst()
                .map(component ->
                        "if it is " + component.path() + " by another name, keep the old one, by which its state goes");
    }

    private static Optional<ComponentFacts> named(JobFacts job, String name) {
        return job.components().stream()
                .filter(component -> component.name().equals(name))
                .findFirst();
    }
}
