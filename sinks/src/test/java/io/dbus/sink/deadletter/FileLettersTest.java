package io.dbus.sink.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.reject.RejectReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLettersTest {
    private static final Duration LONG = Duration.ofDays(1);

    @TempDir
    java.nio.file.Path folder;

    @Test
    void whatWasFlushedIsReadThoughTheProcessGoesNoFurther() throws Exception {
        FileLetters letters = letters(1 << 20, LONG, 0, 0);
        letters.put(letter("one"));
        letters.flush();
        // Not flushed: it may be there or not.
        letters.put(letter("two"));

        assertThat(names()).singleElement().asString().endsWith(".jsonl.inprogress");
        assertThat(read()).startsWith("one");
    }

    @Test
    void aFileIsCompleteWhenItIsClosedAndItsNameTellsWhoseItIs() throws Exception {
        FileLetters letters = letters(1 << 20, LONG, 3, 7);
        letters.put(letter("one"));
        letters.close();

        assertThat(names())
                .singleElement()
                .asString()
                .matches("shop\\.topics\\.3-7\\.\\d{8}T\\d{6}Z-[0-9a-f]{8}\\.jsonl");
        assertThat(read()).containsExactly("one");
    }

    @Test
    void withoutLettersThereIsNoFile() throws Exception {
        FileLetters letters = letters(1 << 20, LONG, 0, 0);
        letters.flush();
        letters.close();

        assertThat(names()).isEmpty();
        assertThat(read()).isEmpty();
    }

    @Test
    void aFileOfTheSizeIsCompletedAndTheNextOneBegun() throws Exception {
        FileLetters letters = letters(8, LONG, 0, 0);
        letters.put(letter("12345678"));
        assertThat(names()).singleElement().asString().endsWith(".inprogress");
        letters.put(letter("2"));
        letters.flush();

        assertThat(names()).hasSize(2);
        assertThat(names().stream().filter(name -> name.endsWith(".jsonl"))).hasSize(1);
        assertThat(read()).containsExactlyInAnyOrder("12345678", "2");
    }

    @Test
    void anOldFileIsCompletedWithTheNextCheckpointThoughNothingIsRejected() throws Exception {
        FileLetters letters = letters(1 << 20, Duration.ZERO, 0, 0);
        letters.put(letter("one"));
        letters.flush();

        assertThat(names()).singleElement().asString().endsWith(".jsonl");
        letters.put(letter("two"));
        letters.flush();
        assertThat(read()).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void instancesAndAttemptsOfOneNameDoNotMeet() throws Exception {
        List<FileLetters> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            FileLetters letters = letters(1 << 20, LONG, 0, 0);
            letters.put(letter("l" + i));
            all.add(letters);
        }
        for (FileLetters letters : all) {
            letters.close();
        }

        assertThat(read()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void theTornLastLineOfADeadProcessIsLeftOutAndThatOfACompleteFileIsAnError() throws Exception {
        FileLetters letters = letters(1 << 20, LONG, 0, 0);
        letters.put(letter("one"));
        letters.flush();
        java.nio.file.Path file = folder.resolve(names().get(0));
        Files.writeString(file, "tor", StandardOpenOption.APPEND);

        assertThat(read()).containsExactly("one");
        Files.move(file, folder.resolve("x.jsonl"));
        assertThatThrownBy(this::read).hasMessageContaining("x.jsonl").hasMessageContaining("ends within a line");
    }

    @Test
    void whereAnUnfinishedFileCannotBeReadEachFlushCompletesOne() throws Exception {
        Path store = new Path(ObjectStore.SCHEME + "://" + folder);
        FileLetters letters =
                new FileLetters(new FileLetters.Settings("shop", store, 1 << 20, LONG), Rejected.context(0, 0));
        letters.put(letter("one"));
        assertThat(read(store)).isEmpty();
        letters.flush();
        assertThat(read(store)).containsExactly("one");
        letters.put(letter("two"));
        letters.flush();
        letters.flush();

        assertThat(read(store)).containsExactlyInAnyOrder("one", "two");
        assertThat(names()).hasSize(2).allMatch(name -> name.endsWith(".jsonl"));
    }

    @Test
    void aFolderThatIsGoneFailsAndIsNamed() throws Exception {
        FileLetters letters = letters(1 << 20, LONG, 0, 0);
        letters.put(letter("one"));
        letters.flush();
        Files.delete(folder.resolve(names().get(0)));

        assertThatThrownBy(letters::close).hasMessageContaining(folder.toString());
    }

    private FileLetters letters(long size, Duration age, int subtask, int attempt) throws IOException {
        return new FileLetters(
                new FileLetters.Settings("shop", new Path(folder.toString()), size, age),
                Rejected.context(subtask, attempt));
    }

    private static DeadLetter letter(String json) {
        return new DeadLetter("id", RejectReason.EXPRESSION, "topics", json.getBytes(UTF_8));
    }

    private List<String> names() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private List<String> read() throws IOException {
        return read(new Path(folder.toString()));
    }

    private static List<String> read(Path from) throws IOException {
        List<String> letters = new ArrayList<>();
        LetterFiles.read(from, letters::add);
        return letters;
    }
}
