package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedServerTest {
    private final List<String> closed = new ArrayList<>();

    /** A server that may fail to end. */
    private final class Recorded implements EmbeddedServer {
        private final String name;
        private final boolean fails;

        Recorded(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public List<Path> logFiles() {
            return List.of();
        }

        @Override
        public void close() {
            closed.add(name);
            if (fails) {
                throw new ServerFailedException(name + " does not end");
            }
        }
    }

    @Test
    void allAreClosedAlsoBehindOneThatFailsTo() {
        List<EmbeddedServer> servers = List.of(
                new Recorded("a", false), new Recorded("b", true), new Recorded("c", true), new Recorded("d", false));
        assertThatThrownBy(() -> EmbeddedServer.closeAll(servers))
                .isInstanceOf(ServerFailedException.class)
                .hasMessage("b does not end")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .hasFieldOrPropertyWithValue("message", "c does not end"));
        assertThat(closed).containsExactly("a", "b", "c", "d");
    }

    @Test
    void nothingIsThrownWhereAllEnd() {
        EmbeddedServer.closeAll(List.of(new Recorded("a", false), new Recorded("b", false)));
        assertThat(closed).containsExactly("a", "b");
    }
}
