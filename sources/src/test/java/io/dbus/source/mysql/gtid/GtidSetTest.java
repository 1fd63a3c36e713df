package io.dbus.source.mysql.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GtidSetTest {
    private static final String A = "00000000-0000-0000-0000-00000000000a";
    private static final String F = "f0000000-0000-0000-0000-00000000000f";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A:1-3:7 | A:1-3:7",
                "A:7:1-3 | A:1-3:7",
                "A:1-3:4-6 | A:1-6",
                "A:1-5:3-9 | A:1-9",
                "A:5 | A:5",
                "' A : 1 - 3 : 7 , \n F:1 ' | A:1-3:7,F:1",
                "F:1,A:1 | A:1,F:1",
                "A:1,,A:2, | A:1-2",
                "A:1:tag:1-3 | A:1:tag:1-3",
                "A:Tag:2:1:_b:5 | A:_b:5:tag:1-2",
                "A:tag:1,A:3 | A:3:tag:1",
                "A:1-9223372036854775806 | A:1-9223372036854775806",
                "'' | ''",
            })
    void printsInTheServersOrder(String text, String printed) {
        assertThat(GtidSet.parse(uuids(text))).hasToString(uuids(printed));
        assertThat(GtidSet.parse(uuids(printed))).isEqualTo(GtidSet.parse(uuids(text)));
    }

    @Test
    void readsUppercaseUuids() {
        assertThat(GtidSet.parse(A.toUpperCase(Locale.ROOT) + ":1")).hasToString(A + ":1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A",
                "A:",
                "A:0",
                "A:-1",
                "A:3-1",
                "A:1-",
                "A:1-2-3",
                "A:9223372036854775807",
                "A:99999999999999999999",
                "A:1:",
                "A:tag",
                "A:1:tag",
                "A:tag:other:1",
                "A:1tag:1",
                "A:ta-g:1",
                "A:täg:1",
                "A:abcdefghijklmnopqrstuvwxyzabcdefg:1",
                "0-1-100",
                "00000000-0000-0000-0000-00000000000:1",
                "1-1-1-1-1:1",
                "x:1",
                ":1",
                "A:1;F:2",
            })
    void refusesWhatIsNoSetAndSaysWhichPart(String text) {
        assertThatThrownBy(() -> GtidSet.parse(uuids(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + uuids(text) + "' is no part of a GTID set: ");
    }

    @Test
    void encodesWithoutTagsAsAllServersRead() {
        assertThat(GtidSet.parse(A + ":1-3:7").encode())
                .isEqualTo(hex("0100000000000000" + "0000000000000000000000000000000a" + "0200000000000000"
                        + "0100000000000000" + "0400000000000000" + "0700000000000000" + "0800000000000000"));
        assertThat(GtidSet.empty().encode()).isEqualTo(hex("0000000000000000"));
    }

    @Test
    void encodesTagsInTheFormatOfMySql83() {
        assertThat(GtidSet.parse(A + ":2:ab:1").encode())
                .isEqualTo(hex("0102000000000001"
                        + "0000000000000000000000000000000a" + "00" + "0100000000000000" + "0200000000000000"
                        + "0300000000000000"
                        + "0000000000000000000000000000000a" + "046162" + "0100000000000000" + "0100000000000000"
                        + "0200000000000000"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A:1-3:7", "A:1,F:1-9223372036854775806", "A:1-2:a:1:b:3-4,F:zz:9"})
    void decodesWhatItEncodes(String text) {
        GtidSet set = GtidSet.parse(uuids(text));
        byte[] encoded = set.encode();
        byte[] within = new byte[encoded.length + 5];
        System.arraycopy(encoded, 0, within, 3, encoded.length);

        assertThat(GtidSet.decode(within, 3, encoded.length)).isEqualTo(set);
        assertThat(GtidPosition.deserialize(set.serialize())).isEqualTo(set);
    }

    @Test
    void damagedBytesAreRefusedAndNothingElse() {
        byte[] encoded = GtidSet.parse(uuids("A:1-2:a:1:b:3-4,F:zz:9")).encode();
        for (int length = 0; length < encoded.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> GtidSet.decode(encoded, 0, cut)).isInstanceOf(IllegalArgumentException.class);
        }
        for (int bit = 0; bit < encoded.length * 8; bit++) {
            byte[] flipped = encoded.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                GtidSet.decode(flipped, 0, flipped.length);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        }
    }

    @Test
    void tellsWhatIsMissing() {
        GtidSet executed = GtidSet.parse(uuids("A:1-10:20:tag:1-5,F:1-3"));
        GtidSet done = GtidSet.parse(uuids("A:2-4:8:15-30:tag:1-4,F:1-3"));

        assertThat(executed.minus(done)).hasToString(uuids("A:1:5-7:9-10:tag:5"));
        assertThat(executed.minus(executed).isEmpty()).isTrue();
        assertThat(executed.containsAll(done)).isFalse();
        assertThat(executed.union(done).containsAll(done)).isTrue();
        assertThat(executed.contains(new MySqlGtid(UUID.fromString(A), "", 20))).isTrue();
        assertThat(executed.contains(new MySqlGtid(UUID.fromString(A), "", 11))).isFalse();
        assertThat(executed.contains(new MySqlGtid(UUID.fromString(A), "tag", 6)))
                .isFalse();
    }

    @Test
    void numbersInAnyOrderMakeTheSameSetAsOneByOne() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            GtidSet.Builder builder = GtidSet.empty().toBuilder();
            GtidSet.Builder removed = GtidSet.empty().toBuilder();
            BitSet expected = new BitSet();
            BitSet without = new BitSet();
            for (int i = 0; i < 60; i++) {
                int first = 1 + random.nextInt(100);
                int last = first + random.nextInt(4);
                if (random.nextBoolean()) {
                    builder.add(UUID.fromString(A), "", first, last);
                    expected.set(first, last + 1);
                } else {
                    removed.add(UUID.fromString(A), "", first, last);
                    without.set(first, last + 1);
                }
            }
            GtidSet set = builder.build();
            assertThat(set).isEqualTo(GtidSet.parse(text(expected)));
            BitSet difference = (BitSet) expected.clone();
            difference.andNot(without);
            assertThat(set.minus(removed.build())).isEqualTo(GtidSet.parse(text(difference)));
            assertThat(set.containsAll(removed.build()))
                    .isEqualTo(difference(without, expected).isEmpty());
        }
    }

    @Test
    void aBuildersLaterAdditionsLeaveItsEarlierSetsAlone() {
        GtidSet.Builder builder = GtidSet.parse(A + ":1-3").toBuilder();
        GtidSet before = builder.build();
        builder.add(new MySqlGtid(UUID.fromString(A), "", 4));

        assertThat(before).hasToString(A + ":1-3");
        assertThat(builder.build()).hasToString(A + ":1-4");
    }

    @Test
    void positionsOfDifferentServersDoNotMix() {
        GtidSet mySql = GtidSet.parse(A + ":1");
        MariaDbGtidPosition mariaDb = MariaDbGtidPosition.parse("0-1-1");

        assertThatThrownBy(() -> mySql.containsAll(mariaDb)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> mariaDb.containsAll(mySql)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> mySql.toBuilder().add(new MariaDbGtid(0, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GtidPosition.deserialize("x:1")).isInstanceOf(IllegalArgumentException.class);
        assertThat(GtidPosition.deserialize(NoGtids.INSTANCE.serialize())).isSameAs(NoGtids.INSTANCE);
    }

    private static BitSet difference(BitSet of, BitSet without) {
        BitSet result = (BitSet) of.clone();
        result.andNot(without);
        return result;
    }

    private static String text(BitSet numbers) {
        StringBuilder text = new StringBuilder(A);
        numbers.stream().forEach(number -> text.append(':').append(number));
        return numbers.isEmpty() ? "" : text.toString();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static String uuids(String text) {
        return text.replaceAll("(?<![a-z0-9])A(?![a-z])", A).replaceAll("(?<![a-z0-9])F(?![a-z])", F);
    }
}
