package io.dbus.source.mysql.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.RowDecodeException;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms of documents and differences by hand; that documents come out right, PartialJsonITCase proves on a server. */
class JsonDifferenceTest {
    private static final int REPLACE = 0;
    private static final int INSERT = 1;
    private static final int REMOVE = 2;

    /** {@code [-1, true, null]}. */
    private static final String ARRAY = "02 0300 0d00 05 ffff 04 0100 04 0000";

    /** {@code {"k": "v"}}. */
    private static final String OBJECT = "00 0100 0e00 0b00 0100 0c 0c00 6b 01 76";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | $[0]      | 06 0200 | 02 0300 0d00 06 0200 04 0100 04 0000",
                "0 | $[last]   | 04 02   | 02 0300 0d00 05 ffff 04 0100 04 0200",
                "0 | $[last-2] | 04 02   | 02 0300 0d00 04 0200 04 0100 04 0000",
                "1 | $[1]      | 04 02   | 02 0400 1000 05 ffff 04 0200 04 0100 04 0000",
                "1 | $[99]     | 04 02   | 02 0400 1000 05 ffff 04 0100 04 0000 04 0200",
                "2 | $[1]      | ''      | 02 0200 0a00 05 ffff 04 0000",
            })
    void cellsAreReplacedInsertedAndRemoved(int operation, String path, String value, String after) {
        assertThat(apply(ARRAY, operation(operation, path, value))).isEqualTo(hex(after));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | $.k         | 04 01 | 00 0100 0c00 0b00 0100 04 0100 6b",
                "1 | $.j         | 04 01 | 00 0200 1600 1200 0100 1300 0100 04 0100 0c 1400 6a 6b 01 76",
                "1 | $.\"\"      | 04 01 | 00 0200 1500 1200 0000 1200 0100 04 0100 0c 1300 6b 01 76",
                "2 | $.k         | ''    | 00 0000 0400",
                "2 | $.\"\\u006b\" | ''  | 00 0000 0400",
            })
    void membersAreReplacedInsertedInOrderAndRemoved(int operation, String path, String value, String after) {
        assertThat(apply(OBJECT, operation(operation, path, value))).isEqualTo(hex(after));
    }

    @Test
    void theEmptyDocumentThatInsertIgnoreLeavesIsNull() {
        assertThat(apply("", "")).isEqualTo("0400");
    }

    @Test
    void namesAreSortedByLengthThenByBytes() {
        String names = "";
        for (String name : new String[] {"bb", "a", "ü", "c", "", "aaa", "b"}) {
            names += operation(INSERT, "$.\"" + name + "\"", "04 00");
        }
        assertThat(text(apply("00 0000 0400", names))).containsSubsequence("abcbbüaaa");
    }

    @Test
    void documentsBeyondTheSmallFormGetTheLargeOneAndNumbersMoveIntoTheirEntries() {
        // [-40000, "..."] with 65,535 bytes and more.
        String text = "0c ffff03" + "78".repeat(0xFFFF);
        String array = "02 0100 0b00 07 0700 c063ffff";
        String large = apply(array, operation(INSERT, "$[1]", text));
        assertThat(large.substring(0, 60)).startsWith(hex("03 02000000 14000100 07 c063ffff 0c 12000000 ffff03 78"));
        assertThat(apply(large, operation(REMOVE, "$[1]", ""))).isEqualTo(hex(array));
        String small = apply("02 0100 0700 05 feff", operation(INSERT, "$[1]", text));
        assertThat(small.substring(0, 60)).startsWith(hex("03 02000000 14000100 05 feffffff 0c 12000000 ffff03 78"));
    }

    @Test
    void operationsAreAppliedOneAfterTheOther() {
        String operations = operation(REMOVE, "$[0]", "")
                + operation(REPLACE, "$[0]", OBJECT)
                + operation(INSERT, "$[0].a", ARRAY)
                + operation(REPLACE, "$[0].a[2]", "04 01")
                + operation(REMOVE, "$[0].k", "");
        // [{"a": [-1, true, true]}, null]
        assertThat(apply(ARRAY, operations))
                .isEqualTo(hex("02 0200 2300 00 0a00 04 0000 0100 1900 0b00 0100 02 0c00 61"
                        + "0300 0d00 05 ffff 04 0100 04 0100"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | $         | 04 01",
                "0 | $[3]      | 04 01",
                "0 | $[last-3] | 04 01",
                "0 | $.k       | 04 01",
                "0 | $[0][0]   | 04 01",
                "1 | $.k       | 04 01",
                "1 | $[0][0]   | 04 01",
                "2 | $[3]      | ''",
                "2 | $.k       | ''",
                "3 | $[0]      | 04 01",
                "0 | $[*]      | 04 01",
                "0 | $**[0]    | 04 01",
                "0 | $.        | 04 01",
                "0 | $.\"k      | 04 01",
                "0 | $[]       | 04 01",
                "0 | $[0       | 04 01",
                "0 | [0]       | 04 01",
                "0 | $[0]      | 0e 01",
                "0 | $[0]      | 02 0100",
            })
    void operationsThatDoNotFitAreRefused(int operation, String path, String value) {
        assertThatThrownBy(() -> apply(ARRAY, operation(operation, path, value)))
                .isInstanceOf(RowDecodeException.class);
    }

    @Test
    void aNameThatIsThereIsNotInserted() {
        assertThatThrownBy(() -> apply(OBJECT, operation(INSERT, "$.k", "04 01")))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("'$.k'");
    }

    @Test
    void partsThatLieInEachOtherAreRefusedBeforeTheyGrow() {
        StringBuilder cells = new StringBuilder("02 0010 0c40");
        for (int i = 0; i < 0x1000; i++) {
            cells.append("0c0430");
        }
        String document = cells + "07" + "78".repeat(0x1007);
        assertThatThrownBy(() -> apply(document, operation(REPLACE, "$[0]", "04 01")))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("lie in each other");
    }

    @Test
    void damagedDocumentsAndDifferencesAreRefusedOrMakeOtherDocuments() {
        byte[] document =
                bytes("02 0200 2300 00 0a00 04 0000 0100 1900 0b00 0100 02 0c00 61 0300 0d00 05 ffff 04 0100 04 0100");
        byte[] operations = bytes(operation(INSERT, "$[0].\"b\\n\"", ARRAY)
                + operation(REPLACE, "$[0].a[2]", "04 01")
                + operation(REMOVE, "$[1]", ""));
        Random random = new Random(5);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] d = document.clone();
            byte[] o = operations.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                byte[] target = random.nextBoolean() ? d : o;
                target[random.nextInt(target.length)] ^= (byte) (1 << random.nextInt(8));
            }
            int cut = random.nextInt(4) == 0 ? random.nextInt(o.length) : o.length;
            try {
                assertThat(JsonDifference.apply(d, 0, d.length, o, 0, cut)).hasSizeLessThan(500);
            } catch (RowDecodeException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(5_000, 19_999);
    }

    private static String apply(String document, String operations) {
        byte[] before = bytes(document);
        byte[] difference = bytes(operations);
        return HexFormat.of()
                .formatHex(JsonDifference.apply(before, 0, before.length, difference, 0, difference.length));
    }

    private static String operation(int operation, String path, String value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(operation);
        sized(out, path.getBytes(UTF_8));
        if (operation != REMOVE) {
            sized(out, bytes(value));
        }
        return HexFormat.of().formatHex(out.toByteArray());
    }

    private static void sized(ByteArrayOutputStream out, byte[] content) {
        if (content.length < 0xFB) {
            out.write(content.length);
        } else {
            out.write(0xFD);
            out.write(content.length);
            out.write(content.length >> 8);
            out.write(content.length >> 16);
        }
        out.writeBytes(content);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex(hex));
    }

    private static String hex(String spaced) {
        return spaced.replace(" ", "");
    }

    private static String text(String hex) {
        return new String(HexFormat.of().parseHex(hex), UTF_8);
    }
}
