package io.dbus.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file of {@code pipelines/wrong} is refused with the messages in its own comments, {@code # expect:}, in their order. */
class WrongFilesTest {
    private static final Path FOLDER = Path.of("src/test/resources/pipelines/wrong");
    private static final String EXPECT = "# expect: ";
    private static final Map<String, String> ENVIRONMENT =
            Map.of("DB_PASSWORD", "s3cret-of-the-db", "PORT_WORD", "not-a-port", "EMPTY", "");

    static Stream<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_wrong_file_is_refused_with_all_that_is_wrong_at_once(Path file) throws Exception {
        List<String> expected = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(EXPECT))
                .map(line -> line.substring(EXPECT.length()))
                .toList();

        PipelineException wrong = catchThrowableOfType(PipelineException.class, () -> reader().read(file));

        assertThat(wrong).isNotNull();
        assertThat(wrong.findings())
                .extracting(finding -> finding.mark() + ": " + finding.message())
                .containsExactlyElementsOf(expected);
        assertThat(wrong.findings()).allMatch(finding -> finding.file().equals(file.toString()));
        assertThat(wrong.getMessage()).doesNotContain("s3cret-of-the-db");
    }

    private static PipelineReader reader() {
        return new PipelineReader(
                PluginCatalog.load(WrongFilesTest.class.getClassLoader()), new Secrets(), ENVIRONMENT, true);
    }
}
