package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Column;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.row.BinlogFile.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real server writes to its binlog reads as what SELECT shows. */
class TypesITCase {
    private final MySqlServer server = SharedServers.mysql();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "TINYINT | -128; 127; 0; -1; NULL",
                "TINYINT UNSIGNED | 0; 128; 255",
                "BOOLEAN | TRUE; FALSE; -128; 2",
                "SMALLINT | -32768; 32767; -1",
                "SMALLINT UNSIGNED | 32768; 65535",
                "MEDIUMINT | -8388608; 8388607; -1",
                "MEDIUMINT UNSIGNED | 8388608; 16777215",
                "INT | -2147483648; 2147483647; -1",
                "INT UNSIGNED ZEROFILL | 2147483648; 4294967295",
                "BIGINT | -9223372036854775808; 9223372036854775807; -1",
                "BIGINT UNSIGNED | 9223372036854775808; 18446744073709551615; 0",
                "DECIMAL(65,30) | 99999999999999999999999999999999999.999999999999999999999999999999; -1e-30; 0; 1.5",
                "DECIMAL(65,0) | 99999999999999999999999999999999999999999999999999999999999999999; -1",
                "DECIMAL(30,30) | 0.999999999999999999999999999999; -0.1",
                "DECIMAL(18,9) | 999999999.999999999; -999999999.999999999; 0.000000001",
                "DECIMAL(19,9) | 9999999999.999999999; -0.000000001",
                "DECIMAL(5,2) UNSIGNED | 999.99; 0.01",
                "DECIMAL(9) | 999999999; -999999999",
                "FLOAT | 1.1; -3.4028234e38; 1.17549435e-38; 1e-45; 0",
                "FLOAT(7,3) | 1234.567; -0.001",
                "DOUBLE | 1.7976931348623157e308; -2.2250738585072014e-308; 5e-324; 0.1",
                "BIT(1) | b'1'; b'0'",
                "BIT(17) | b'10000000000000001'; 0",
                "BIT(64) | 18446744073709551615; 1",
                "YEAR | 0; 1901; 2155; 2023",
                "DATE | '0000-00-00'; '2023-00-15'; '2023-02-00'; '0001-01-01'; '1582-10-10'; '9999-12-31'",
                "TIME | '-838:59:59'; '838:59:59'; '-00:00:01'; '00:00:00'",
                "TIME(1) | '-00:00:00.1'; '-00:00:01.9'; '12:34:56.7'",
                "TIME(3) | '-00:00:00.001'; '-16:08:04.25'; '838:59:58.999'",
                "TIME(6) | '-00:00:00.000001'; '-00:59:59.999999'; '100:00:00.5'",
                "DATETIME | '0000-00-00 00:00:00'; '1000-01-01 00:00:00'; '9999-12-31 23:59:59'; '2023-00-00 01:02:03'",
                "DATETIME(2) | '2024-02-29 12:34:56.78'; '1969-12-31 23:59:59.99'",
                "DATETIME(4) | '2024-02-29 12:34:56.7891'",
                "DATETIME(6) | '2024-02-29 12:34:56.789123'; '0000-00-00 00:00:00.000000'",
                "TIMESTAMP NULL | '0000-00-00 00:00:00'; '1970-01-01 00:00:01'; '2038-01-19 03:14:07'",
                "TIMESTAMP(6) NULL | '1970-01-01 00:00:01.000001'; '2038-01-19 03:14:07.499999'; NULL",
                "CHAR(10) | 'trailing  '; ''; '😀'; REPEAT('é',10)",
                "CHAR(255) | REPEAT('😀',255); 'x'",
                "VARCHAR(255) CHARACTER SET latin1 | 'trailing  '; REPEAT('ÿ',255); _latin1 X'8081'",
                "VARCHAR(300) CHARACTER SET gbk | '中国'; _gbk X'815C'",
                "VARCHAR(20) CHARACTER SET ucs2 | 'zΩ'",
                "VARCHAR(20) CHARACTER SET utf16 | '😀x'",
                "CHAR(5) CHARACTER SET utf16le | '😀x'",
                "CHAR(5) CHARACTER SET utf32 | '😀x'; ''",
                "TEXT CHARACTER SET gb18030 | '中国😀'",
                "TEXT CHARACTER SET sjis | '日本ｶﾅ'",
                "TINYTEXT CHARACTER SET koi8r | 'привет'",
                "MEDIUMTEXT | REPEAT('é',70000)",
                "LONGTEXT CHARACTER SET cp1251 | 'ЖЁ'",
                "BINARY(4) | X'01020000'; X'00000000'; X'20202020'; X''",
                "BINARY(255) | REPEAT(X'00',255); X'FF'",
                "VARBINARY(300) | X'010200'; X''; REPEAT(X'00',300)",
                "CHAR(5) CHARACTER SET binary | X'6100'",
                "TINYBLOB | X''; X'00FF00'",
                "BLOB | REPEAT(X'00',1000)",
                "LONGBLOB | REPEAT(X'AB',70000)",
                "ENUM('x','y','it''s','ü') CHARACTER SET latin1 | 'x'; 'it''s'; 'ü'; 'invalid'; 0",
                "ENUM('中','d,e') CHARACTER SET utf16 | '中'; 2",
                "SET('b','a','c d') | 'a,b,a'; ''; 'c d'; 7",
                "GEOMETRY | ST_GeomFromText('POINT(1 2)'); ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))')",
                "POINT SRID 4326 | ST_GeomFromText('POINT(10 20)',4326)",
                "VECTOR(4) | STRING_TO_VECTOR('[1.05,-17.8,32,1e-10]'); NULL",
            })
    void aColumnOfEachType(String type, String values) throws Exception {
        String database = server.createDatabase("types");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            prepare(statement);
            statement.execute("CREATE TABLE " + database + ".t (id INT AUTO_INCREMENT PRIMARY KEY, v " + type
                    + ", z INT NOT NULL DEFAULT 77)");
            BinlogPosition start = server.binlogPosition();
            for (String value : values.split("; ")) {
                statement.execute("INSERT INTO " + database + ".t (v) VALUES (" + value + ")");
            }
            assertSameAsSelect(statement, start, new TableId(database, "t"));
        }
    }

    @Test
    void setsOf64Labels() throws Exception {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            labels.add("'m" + i + "'");
        }
        aColumnOfEachType("SET(" + String.join(",", labels) + ")", "'m63,m0'; 18446744073709551615; 'm32'");
    }

    @Test
    void jsonDocumentsPrintAsTheServerPrintsThem() throws Exception {
        String database = server.createDatabase("json");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            prepare(statement);
            statement.execute("CREATE TABLE " + database + ".t (id INT AUTO_INCREMENT PRIMARY KEY, v JSON)");
            statement.execute("CREATE TABLE " + database + ".typed (e ENUM('x'), s SET('a','b'), b BIT(9), y YEAR,"
                    + " ts TIMESTAMP(3) NULL, d DATE, t TIME(2), bin BINARY(3), bl BLOB, f FLOAT, dec1 DECIMAL(65,30),"
                    + " g GEOMETRY, u BIGINT UNSIGNED)");
            statement.execute(
                    "INSERT INTO " + database + ".typed VALUES ('x','a,b',b'101',2024,'2024-01-02 03:04:05.678',"
                            + "'0000-00-00','-838:59:59.99',X'01',REPEAT('q',300),1.1,-0.1,ST_GeomFromText('POINT(1 2)'),"
                            + "18446744073709551615)");
            BinlogPosition start = server.binlogPosition();
            for (String document : documents()) {
                statement.execute("INSERT INTO " + database + ".t (v) VALUES (" + document + ")");
            }
            statement.execute("INSERT INTO " + database
                    + ".t (v) SELECT JSON_ARRAY(e,s,b,y,ts,d,t,bin,bl,f,dec1,g,u) FROM " + database + ".typed");
            Random random = new Random(3);
            for (int i = 0; i < 40; i++) {
                StringBuilder numbers = new StringBuilder("'[0");
                for (int n = 0; n < 100; n++) {
                    double number = n % 2 == 0
                            ? Double.longBitsToDouble(random.nextLong())
                            : Math.scalb(1 + random.nextInt(9), random.nextInt(200) - 100);
                    numbers.append(", ").append(Double.isFinite(number) ? number : 0.5);
                }
                statement.execute("INSERT INTO " + database + ".t (v) VALUES (" + numbers + "]')");
            }
            assertSameAsSelect(statement, start, new TableId(database, "t"));
        }
    }

    private static List<String> documents() {
        return List.of(
                "JSON_OBJECT('amt',CAST('105.0000000000' AS DECIMAL(30,10)),'neg',CAST(-0.50 AS DECIMAL(4,2)),"
                        + "'max',CAST('" + "9".repeat(65) + "' AS DECIMAL(65,0)))",
                "JSON_OBJECT('dt',CAST('2015-01-15 23:24:25' AS DATETIME),'t',CAST('-23:24:25.12' AS TIME(3)),"
                        + "'zero',CAST('00:00:00' AS TIME),'long',CAST('-838:59:59' AS TIME))",
                "JSON_OBJECT('bin',X'CAFE','bit',b'10101','long',REPEAT(X'CAFE',100))",
                "CAST(18446744073709551615 AS JSON)",
                "CAST(-9223372036854775808 AS JSON)",
                "'[1.0, 1e300, -0.0, 1e-7, 0.1, 123456789012345680000, 1E0, 10000000000000000000000, 32768, -32769]'",
                "'\"just a string\"'",
                "'null'",
                "NULL",
                "'true'",
                "'[]'",
                "'{}'",
                "'\"\"'",
                "CAST(CAST('2015-01-15' AS DATE) AS JSON)",
                "'{\"k\\\\\"q\":\"\\\\u0000\\\\u001f\\\\b\\\\f\\\\n\\\\r\\\\t\\\\\\\\/ 😀 \\\\ud83d\\\\ude00\",\"\":\"empty\",\"ü\":\"中\"}'",
                "'{\"dup\":1,\"dup\":2,\"bb\":1,\"a\":2,\"ccc\":3}'",
                "JSON_ARRAY(REPEAT('x',127), REPEAT('y',128), REPEAT('z',70000))",
                "JSON_OBJECT('big', JSON_ARRAY(1, -1, 40000, -40000, 3000000000, REPEAT('z',70000)), 'small', 1)",
                "CONCAT(REPEAT('[',99),REPEAT(']',99))");
    }

    /** A session that takes what strict mode would refuse, in UTC. */
    private static void prepare(Statement statement) throws Exception {
        statement.execute("SET SESSION sql_mode='', time_zone='+00:00'");
        statement.execute("SET NAMES utf8mb4");
    }

    private void assertSameAsSelect(Statement statement, BinlogPosition start, TableId table) throws Exception {
        List<Row> rows = BinlogFile.rows(server, start, table);
        assertThat(rows).isNotEmpty();
        TableSchema schema = SchemaFactory.fromMetadata(rows.get(0).map(), List.of());
        assertThat(schema.key()).hasSize(1);
        List<String> columns = new ArrayList<>();
        List<Kind> kinds = new ArrayList<>();
        for (Column column : schema.columns()) {
            kinds.add(schema.type(column).kind());
            columns.add(ServerText.select(schema.type(column).kind(), column.name()));
        }
        ServerText ours = new ServerText();
        int n = 0;
        try (ResultSet result = statement.executeQuery("SELECT " + String.join(", ", columns) + " FROM "
                + table.database() + "." + table.table() + " ORDER BY 1 + id")) {
            while (result.next()) {
                RowImage image = rows.get(n++).after(schema.layout());
                for (int i = 0; i < kinds.size(); i++) {
                    image.read(i, ours);
                    String expected = result.getString(i + 1);
                    if (expected != null && (kinds.get(i) == Kind.FLOAT || kinds.get(i) == Kind.DOUBLE)) {
                        expected = "f" + Double.parseDouble(expected);
                    }
                    assertThat(withoutZeros(kinds.get(i), ours.text()))
                            .as("%s, row %d, column %d", table, n, i)
                            .isEqualTo(withoutZeros(kinds.get(i), expected));
                }
            }
        }
        assertThat(rows).hasSize(n);
    }

    /** ZEROFILL shows zeros that are not part of the number. */
    private static String withoutZeros(Kind kind, String text) {
        return kind == Kind.INT && text != null ? Long.toString(Long.parseLong(text)) : text;
    }
}
