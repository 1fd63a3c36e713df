package io.dbus.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.event.ValueReceiver;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fixed seeds, bounded by steps, so that the same work is done each time: about a minute on a machine that does nothing else. */
@RequiresServers({ServerKind.MYSQL, ServerKind.MARIADB})
class FuzzITCase {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Even seeds begin without full metadata; those that three divides let large transactions leave before their end. */
    @ParameterizedTest
    @CsvSource({"20, 1200", "21, 1200"})
    void whatTheSourceMakesOfRandomWorkOnMySqlIsWhatSelectShows(long seed, long steps) throws Exception {
        assertThat(run(seed, steps, false, EnumSet.allOf(Feature.class), UnaryOperator.identity()))
                .as(this::printed)
                .isTrue();
        assertThat(printed()).contains("no difference in " + (steps + 1) + " steps");
    }

    @ParameterizedTest
    @CsvSource({"24, 600", "27, 600"})
    void whatTheSourceMakesOfRandomWorkOnMariaDbIsWhatSelectShows(long seed, long steps) throws Exception {
        assertThat(run(seed, steps, true, EnumSet.allOf(Feature.class), UnaryOperator.identity()))
                .as(this::printed)
                .isTrue();
    }

    /** A decoder that is wrong in one method, for one value in some. */
    @ParameterizedTest
    @CsvSource({"int64", "decimal", "text", "binary", "datetime", "nullValue"})
    void aDecoderThatIsWrongIsFoundAndTheSeedSaysHowToSeeItAgain(String method) throws Exception {
        assertThat(run(23, 400, false, Set.of(), receiver -> faulty(receiver, method)))
                .as(this::printed)
                .isFalse();
        assertThat(printed())
                .containsPattern("DIFFERENCE at step \\d+ of seed 23")
                .contains("./dbus fuzz --seed 23 --steps ");
    }

    @Test
    void theSameSeedDoesTheSameWork() throws Exception {
        assertThat(run(5, 60, false, Set.of(Feature.DDL), UnaryOperator.identity()))
                .as(this::printed)
                .isTrue();
        String first = work();
        out.reset();
        assertThat(run(5, 60, false, Set.of(Feature.DDL), UnaryOperator.identity()))
                .as(this::printed)
                .isTrue();

        assertThat(work()).isEqualTo(first).contains("statements");
    }

    private boolean run(
            long seed, long steps, boolean mariaDb, Set<Feature> features, UnaryOperator<ValueReceiver> tamper)
            throws Exception {
        FuzzOptions options = new FuzzOptions(seed, Optional.of(steps), Optional.empty(), mariaDb, features);
        try (PrintStream print = new PrintStream(out, true, UTF_8)) {
            return Fuzz.run(options, print, tamper);
        }
    }

    /** Calls {@code nullValue} in place of every fifth call of a method, or {@code int64} in place of that. */
    private static ValueReceiver faulty(ValueReceiver receiver, String faulty) {
        int[] calls = {0};
        return (ValueReceiver) Proxy.newProxyInstance(
                FuzzITCase.class.getClassLoader(), new Class<?>[] {ValueReceiver.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(faulty) && ++calls[0] % 5 == 0) {
                        if (faulty.equals("nullValue")) {
                            receiver.int64(0);
                        } else {
                            receiver.nullValue();
                        }
                        return null;
                    }
                    try {
                        return method.invoke(receiver, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private String printed() {
        return out.toString(UTF_8);
    }

    /** What was counted, without what time has to do with. */
    private String work() {
        return printed().lines().filter(line -> line.matches(" +[0-9,]+ .*")).reduce("", (a, b) -> a + b + "\n");
    }
}
