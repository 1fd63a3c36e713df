package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Events that MySQL 9.7.4 wrote, whole with header and checksum, and bodies written by hand of those of other servers. */
class EventsTest {
    private static final byte[] FORMAT_DESCRIPTION =
            hex("7c2f0c6b0f4d0000007b0000007f00000001000400392e372e342d320000000000000000000000000000000000000000"
                    + "00000000000000000000000000000000000000000000007c2f0c6b13000d0008000000000400040000006300041a0800"
                    + "0000000000020000000a0a0a2a2a001234000a28000001cbeb1dfb");
    private static final byte[] GTID =
            hex("7d2f0c6b214d0000004d000000a10100000000019911b16cebfa11f1b9ef02fc00000001020000000000000002010000"
                    + "00000000000200000000000000972f9daf6a6106ce50620100e1e58372");
    private static final byte[] TAGGED =
            hex("7d2f0c6b2a4d00000054000000930300000000027a00000002650222c502d8ad03e90322c503e502bd0304f103000000"
                    + "020404060e6d7973716c736808080a100c7fb75c9daf6a61061089041283120ba690a1b5");
    private static final byte[] QUERY =
            hex("7c2f0c6b024d000000690000005401000008000d000000000000000300002e000000000000012000a045000000000603"
                    + "73746404ff00ff00ff000c016235360011110900000000000012ff001400623536004352454154452044415441424153"
                    + "452062353603409b55");
    private static final byte[] XID = hex("7d2f0c6b104d0000001f0000003f030000000018090000000000001373ff8b");

    @Test
    void aHeaderHasItsFields() {
        EventHeader header = EventHeader.parse(GTID, 0);

        assertThat(header).isEqualTo(new EventHeader(0x6b0c2f7dL, EventType.GTID, 77, 77, 417, 0));
        assertThat(header.isIgnorable()).isFalse();
        assertThat(new EventHeader(0, 99, 1, 19, 0, 0x80).isIgnorable()).isTrue();
        assertThat(new EventHeader(0, 99, 1, 19, 0, 0x20).isArtificial()).isTrue();
    }

    @Test
    void aHeaderThatIsCutOffOrSaysLessThanItsOwnSizeIsRefused() {
        assertThatThrownBy(() -> EventHeader.parse(GTID, GTID.length - 18)).isInstanceOf(BinlogFormatException.class);
        byte[] small = GTID.clone();
        small[9] = 18;
        assertThatThrownBy(() -> EventHeader.parse(small, 0))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("18 bytes");
    }

    @Test
    void theFormatDescriptionSaysVersionAndChecksum() {
        FormatDescription format = FormatDescription.parse(FORMAT_DESCRIPTION, 19, FORMAT_DESCRIPTION.length);

        assertThat(format).isEqualTo(new FormatDescription("9.7.4-2", Checksum.CRC32));
        assertThat(format.isMariaDb()).isFalse();
        assertThat(format.bodyEnd(100)).isEqualTo(96);
        byte[] none = FORMAT_DESCRIPTION.clone();
        none[none.length - 5] = 0;
        assertThat(FormatDescription.parse(none, 19, none.length).checksum()).isEqualTo(Checksum.NONE);
        none[none.length - 5] = 7;
        assertThatThrownBy(() -> FormatDescription.parse(none, 19, none.length))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("checksum algorithm 7");
    }

    @Test
    void everyBitOfAnEventIsUnderItsChecksum() {
        for (byte[] event : List.of(GTID, TAGGED, QUERY, XID)) {
            Checksum.CRC32.verify(event, 0, event.length);
            for (int bit = 0; bit < event.length * 8; bit++) {
                byte[] damaged = event.clone();
                damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
                assertThatThrownBy(() -> Checksum.CRC32.verify(damaged, 0, damaged.length))
                        .isInstanceOf(BinlogFormatException.class)
                        .hasMessageContaining("checksum");
            }
            Checksum.NONE.verify(event, 0, event.length);
        }
    }

    @Test
    void theFlagInUseIsNotUnderTheChecksumOfAFormatDescription() {
        byte[] inUse = FORMAT_DESCRIPTION.clone();
        Checksum.CRC32.verify(inUse, 0, inUse.length);
        inUse[17] ^= 1;
        Checksum.CRC32.verify(inUse, 0, inUse.length);
        inUse[17] ^= 2;
        assertThatThrownBy(() -> Checksum.CRC32.verify(inUse, 0, inUse.length))
                .isInstanceOf(BinlogFormatException.class);
    }

    @Test
    void aGtidHasItsNumbersTimesAndLength() {
        MySqlGtidEvent gtid = (MySqlGtidEvent) GtidEvent.parse(EventHeader.parse(GTID, 0), GTID, 19, GTID.length - 4);

        assertThat(gtid.gtid()).isEqualTo("9911b16c-ebfa-11f1-b9ef-02fc00000001:2");
        assertThat(gtid.lastCommitted()).isEqualTo(1);
        assertThat(gtid.sequenceNumber()).isEqualTo(2);
        assertThat(gtid.immediateCommitMicros()).isEqualTo(0x06616aaf9d2f97L);
        assertThat(gtid.originalCommitMicros()).isEqualTo(gtid.immediateCommitMicros());
        assertThat(gtid.transactionLength()).isEqualTo(0xce);
        assertThat(gtid.commitMicros(EventHeader.parse(GTID, 0))).isEqualTo(0x06616aaf9d2f97L);
    }

    @Test
    void aGtidThatNoServerGivesIsRefused() {
        byte[] number = GTID.clone();
        Arrays.fill(number, 36, 44, (byte) 0);
        assertThatThrownBy(() -> GtidEvent.parse(EventHeader.parse(number, 0), number, 19, number.length - 4))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("the number 0");
        byte[] commit = GTID.clone();
        commit[67] = 0x7F;
        assertThatThrownBy(() -> GtidEvent.parse(EventHeader.parse(commit, 0), commit, 19, commit.length - 4))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("microseconds after 1970");
    }

    @Test
    void aRotationToAPlaceBeforeTheFirstEventIsRefused() {
        byte[] body = {3, 0, 0, 0, 0, 0, 0, 0, 'b'};
        assertThatThrownBy(() -> RotateEvent.parse(body, 0, body.length))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("the position 3");
    }

    @Test
    void aGtidOnAReplicaKeepsTheTimeOfTheFirstServer() {
        byte[] body = hex("01" + "9911b16cebfa11f1b9ef02fc00000001" + "0500000000000000" + "02" + "0100000000000000"
                + "0200000000000000" + "01000000000080" + "02000000000000" + "fc0102");
        MySqlGtidEvent gtid = (MySqlGtidEvent) GtidEvent.parse(header(EventType.GTID), body, 0, body.length);

        assertThat(gtid.immediateCommitMicros()).isEqualTo(1);
        assertThat(gtid.originalCommitMicros()).isEqualTo(2);
        assertThat(gtid.commitMicros(header(EventType.GTID))).isEqualTo(2);
        assertThat(gtid.transactionLength()).isEqualTo(0x201);
    }

    @Test
    void aGtidOfMySql57HasTheSecondsOfItsHeader() {
        byte[] body = hex("01" + "9911b16cebfa11f1b9ef02fc00000001" + "0500000000000000" + "02" + "0100000000000000"
                + "0200000000000000");
        GtidEvent gtid = GtidEvent.parse(header(EventType.GTID), body, 0, body.length);

        assertThat(gtid.gtid()).endsWith(":5");
        assertThat(gtid.commitMicros(header(EventType.GTID))).isEqualTo(1_700_000_000_000_000L);
    }

    @Test
    void anAnonymousTransactionHasNoGtid() {
        byte[] body = Arrays.copyOfRange(GTID, 19, GTID.length - 4);

        assertThat(GtidEvent.parse(header(EventType.ANONYMOUS_GTID), body, 0, body.length)
                        .gtid())
                .isEmpty();
    }

    @Test
    void aTaggedGtidHasItsTag() {
        MySqlGtidEvent gtid =
                (MySqlGtidEvent) GtidEvent.parse(EventHeader.parse(TAGGED, 0), TAGGED, 19, TAGGED.length - 4);

        assertThat(gtid.gtid()).isEqualTo("9911b16c-ebfa-11f1-b9ef-02fc00000001:mysqlsh:1");
        assertThat(gtid.sourceId()).isEqualTo(UUID.fromString("9911b16c-ebfa-11f1-b9ef-02fc00000001"));
        assertThat(gtid.lastCommitted()).isEqualTo(2);
        assertThat(gtid.sequenceNumber()).isEqualTo(4);
        assertThat(gtid.commitMicros(header(EventType.GTID_TAGGED)))
                .isBetween(0x06616aaf9d2f97L, 0x06616aaf9d2f97L + 10_000_000);
        assertThat(gtid.transactionLength()).isEqualTo(290);
    }

    @Test
    void aTaggedGtidThatIsCutOffIsRefused() {
        for (int end = 20; end < TAGGED.length - 4; end++) {
            int cut = end;
            try {
                GtidEvent.parse(header(EventType.GTID_TAGGED), TAGGED, 19, cut);
            } catch (BinlogFormatException e) {
                assertThat(e).hasMessageContaining("GTID_TAGGED");
            }
        }
    }

    @Test
    void aGtidOfMariaDbHasDomainServerAndSequence() {
        byte[] body = hex("0700000000000000" + "02000000" + "01" + "000000000000");
        MariaDbGtidEvent gtid =
                (MariaDbGtidEvent) GtidEvent.parse(header(EventType.MARIADB_GTID), body, 0, body.length);

        assertThat(gtid.gtid()).isEqualTo("2-9-7");
        assertThat(gtid.isStandalone()).isTrue();
        assertThat(gtid.isDdl()).isFalse();
        assertThat(gtid.commitMicros(header(EventType.MARIADB_GTID))).isEqualTo(1_700_000_000_000_000L);
    }

    @Test
    void aListOfMariaDbGtidsIsReadWhole() {
        byte[] body = hex("02000010" + "00000000" + "01000000" + "0500000000000000" + "01000000" + "02000000"
                + "ffffffffffffffff");

        assertThat(MariaDbGtidListEvent.parse(body, 0, body.length).gtids())
                .extracting(MariaDbGtid::toString)
                .containsExactly("0-1-5", "1-2-18446744073709551615");
        assertThatThrownBy(() -> MariaDbGtidListEvent.parse(body, 0, body.length - 1))
                .isInstanceOf(BinlogFormatException.class);
    }

    @Test
    void aStatementHasItsDatabaseAndText() {
        byte[] body = Arrays.copyOfRange(QUERY, 19, QUERY.length - 4);

        assertThat(QueryEvent.parse(header(EventType.QUERY), body, 0, body.length))
                .satisfies(event -> assertThat(
                                new QueryEvent(event.threadId(), event.errorCode(), event.database(), event.sql()))
                        .isEqualTo(new QueryEvent(13, 0, "b56", "CREATE DATABASE b56")))
                .extracting(QueryEvent::session)
                .isEqualTo(new QuerySession(0x45A0_0020L, 255, 255, QuerySession.Timestamps.UNSAID));
    }

    @Test
    void aStatementIsReadInTheCharsetOfItsClient() {
        assertThat(QueryEvent.parse(header(EventType.QUERY), query(28, hex("d6d0")), 0, query(28, hex("d6d0")).length)
                        .sql())
                .isEqualTo("中");
        byte[] broken = query(255, hex("41ff"));
        assertThat(QueryEvent.parse(header(EventType.QUERY), broken, 0, broken.length)
                        .sql())
                .startsWith("A");
        byte[] noText = query(11, hex("41ff"));
        assertThat(QueryEvent.parse(header(EventType.QUERY), noText, 0, noText.length)
                        .sql())
                .isEqualTo("Aÿ");
    }

    @Test
    void aStatementThatTheServerWroteItselfIsUtf8WhateverTheClientIs() {
        String made = "CREATE TABLE `t` (\n  `c` enum('中') DEFAULT NULL\n) START TRANSACTION";
        byte[] body = query(8, made.getBytes(UTF_8));
        assertThat(QueryEvent.parse(header(EventType.QUERY), body, 0, body.length)
                        .sql())
                .isEqualTo(made);
        byte[] own = query(8, made.replace("中", "é").getBytes(ISO_8859_1));
        assertThat(QueryEvent.parse(header(EventType.QUERY), own, 0, own.length).sql())
                .contains("enum('é')");
        byte[] other = query(8, "INSERT INTO t VALUES ('中')".getBytes(UTF_8));
        assertThat(QueryEvent.parse(header(EventType.QUERY), other, 0, other.length)
                        .sql())
                .doesNotContain("中");
    }

    @Test
    void aCompressedStatementOfMariaDbIsUnpacked() {
        // "SELECT 1" by zlib's "stored" blocks.
        byte[] sql = hex("81" + "08" + "7801" + "01" + "0800" + "f7ff" + "53454c4543542031" + "0a1d0212");
        byte[] body = query(33, sql);

        assertThat(QueryEvent.parse(header(EventType.MARIADB_QUERY_COMPRESSED), body, 0, body.length)
                        .sql())
                .isEqualTo("SELECT 1");
    }

    @Test
    void theSmallEventsHaveTheirFields() {
        assertThat(XidEvent.parse(XID, 19, XID.length - 4)).isEqualTo(new XidEvent(2328));
        byte[] rotate = concat(hex("0400000000000000"), "binlog.000002".getBytes(UTF_8));
        assertThat(RotateEvent.parse(rotate, 0, rotate.length)).isEqualTo(new RotateEvent(4, "binlog.000002"));
        byte[] incident = hex("0100" + "04" + "6c6f7374");
        assertThat(IncidentEvent.parse(incident, 0, incident.length)).isEqualTo(new IncidentEvent(1, "lost"));
        byte[] prepare = hex("00" + "01000000" + "01000000" + "02000000" + "67" + "6271");
        assertThat(XaPrepareEvent.parse(prepare, 0, prepare.length))
                .isEqualTo(new XaPrepareEvent(false, "X'67',X'6271',1"));
        byte[] rowsQuery = concat(hex("ff"), "INSERT".getBytes(UTF_8));
        assertThat(RowsQueryEvent.parse(header(EventType.ROWS_QUERY), rowsQuery, 0, rowsQuery.length)
                        .sql())
                .isEqualTo("INSERT");
        byte[] annotate = "INSERT".getBytes(UTF_8);
        assertThat(RowsQueryEvent.parse(header(EventType.MARIADB_ANNOTATE_ROWS), annotate, 0, annotate.length)
                        .sql())
                .isEqualTo("INSERT");
    }

    @Test
    void aHeartbeatSaysFileAndPositionAlsoBeyond4GiB() {
        byte[] v1 = "b.000001".getBytes(UTF_8);
        EventHeader header = new EventHeader(0, EventType.HEARTBEAT, 1, 40, 1234, 0);
        assertThat(HeartbeatEvent.parse(header, v1, 0, v1.length)).isEqualTo(new HeartbeatEvent("b.000001", 1234));

        byte[] v2 = hex("01" + "03" + "622e31" + "02" + "09" + "fe0000000002000000" + "00");
        EventHeader header2 = new EventHeader(0, EventType.HEARTBEAT_V2, 1, 40, 0, 0);
        assertThat(HeartbeatEvent.parse(header2, v2, 0, v2.length)).isEqualTo(new HeartbeatEvent("b.1", 0x200000000L));
    }

    @Test
    void typesHaveNames() {
        assertThat(EventType.name(EventType.GTID_TAGGED)).isEqualTo("GTID_TAGGED");
        assertThat(EventType.name(EventType.MARIADB_DELETE_ROWS_COMPRESSED)).isEqualTo("DELETE_ROWS_COMPRESSED");
        assertThat(EventType.name(99)).isEqualTo("type 99");
        assertThat(EventType.isKnown(99)).isFalse();
        assertThat(EventType.isKnown(43)).isFalse();
        assertThat(EventType.isKnown(42)).isTrue();
        assertThat(EventType.isKnown(172)).isTrue();
        assertThat(EventType.isKnown(173)).isFalse();
    }

    private static byte[] query(int collation, byte[] sql) {
        return concat(
                hex("0d000000" + "00000000" + "01" + "0000" + "1100" + "0000000000" + "0603737464" + "04"),
                new byte[] {(byte) collation, (byte) (collation >> 8), 0, 0, 0, 0},
                hex("64" + "00"),
                sql);
    }

    private static EventHeader header(int type) {
        return new EventHeader(1_700_000_000L, type, 9, 0, 0, 0);
    }

    private static byte[] concat(byte[]... parts) {
        byte[] all = {};
        for (byte[] part : parts) {
            int at = all.length;
            all = Arrays.copyOf(all, at + part.length);
            System.arraycopy(part, 0, all, at, part.length);
        }
        return all;
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
