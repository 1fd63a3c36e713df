package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineAssemblerTest {
    private final List<String> lines = new ArrayList<>();
    private final LineAssembler.Lines taker = new LineAssembler.Lines() {
        @Override
        public void whole(byte[] line) {
            lines.add(new String(line, ISO_8859_1));
        }

        @Override
        public void tooLong(byte[] beginning, long length) {
            lines.add("too long: " + beginning.length + " of " + length);
        }
    };

    @Test
    void lines_come_out_the_same_however_the_bytes_are_cut() {
        byte[] bytes = "one\n\ntwo \u00ff\u0000\r\nthree is longer\nrest".getBytes(ISO_8859_1);
        for (int cut = 1; cut <= bytes.length; cut++) {
            lines.clear();
            LineAssembler assembler = new LineAssembler(100);
            for (int from = 0; from < bytes.length; from += cut) {
                assembler.feed(bytes, from, Math.min(bytes.length, from + cut), taker);
            }
            assertThat(lines).containsExactly("one", "", "two \u00ff\u0000\r", "three is longer");
            assertThat(assembler.pending()).isEqualTo(4);
            assembler.end(taker);
            assertThat(lines).last().isEqualTo("rest");
            assertThat(assembler.pending()).isZero();
        }
    }

    @Test
    void a_line_of_the_limit_is_whole_and_one_byte_more_is_too_long_and_the_next_is_whole() {
        for (int cut : new int[] {1, 7, 5000}) {
            for (int limit : new int[] {10, 2000}) {
                lines.clear();
                byte[] bytes = ("x".repeat(limit) + "\n" + "y".repeat(limit + 1) + "\nz\n").getBytes(UTF_8);
                LineAssembler assembler = new LineAssembler(limit);
                for (int from = 0; from < bytes.length; from += cut) {
                    assembler.feed(bytes, from, Math.min(bytes.length, from + cut), taker);
                }
                assertThat(lines)
                        .containsExactly(
                                "x".repeat(limit),
                                "too long: " + Math.min(limit + 1, 1024) + " of " + (limit + 1),
                                "z");
            }
        }
    }

    @Test
    void a_line_without_end_takes_no_more_memory_than_a_line_may_have() {
        LineAssembler assembler = new LineAssembler(1 << 20);
        byte[] block = new byte[1 << 16];
        Arrays.fill(block, (byte) 'x');
        for (int i = 0; i < 100_000; i++) {
            assembler.feed(block, 0, block.length, taker);
        }

        assertThat(assembler.pending()).isEqualTo(100_000L << 16);
        assertThat(assembler.cut()).hasSize(1024);
    }
}
