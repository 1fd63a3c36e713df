package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Statements run on real servers: what is followed is after each of them what the server says of its tables. */
@RequiresServers
class FollowedDdlITCase {
    /** Each in a session of its own settings; the database is {@code db}. */
    private static final List<String> STATEMENTS = List.of(
            "CREATE TABLE ints (a TINYINT, b SMALLINT UNSIGNED, c MEDIUMINT(5), d INT(7) ZEROFILL, e BIGINT NOT NULL, f INT1, g INT2, h INT3, i INT4, j INT8, k MIDDLEINT, l INTEGER, m BOOL, n BOOLEAN NOT NULL DEFAULT TRUE, o TINYINT(1), p TINYINT(1) UNSIGNED, q INT SIGNED, r INT UNSIGNED ZEROFILL)",
            "CREATE TABLE numbers (a DECIMAL, b DECIMAL(5), c DEC(5,2), d NUMERIC(65,30) UNSIGNED, e FIXED(4,1), f FLOAT, g FLOAT(7,3), h FLOAT(24), i FLOAT(25), j FLOAT(53), k DOUBLE, l DOUBLE PRECISION, m DOUBLE(10,2) UNSIGNED, n REAL, o REAL(8,2), p FLOAT4, q FLOAT8, r BIT, s BIT(13), t FLOAT UNSIGNED)",
            "CREATE TABLE times (a DATE, b TIME, c TIME(3), d DATETIME, e DATETIME(6) NOT NULL, f TIMESTAMP, g TIMESTAMP(3) NULL, h YEAR, i YEAR(4), j DATETIME(0), k TIMESTAMP DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, l TIMESTAMP NOT NULL DEFAULT '2020-01-01 00:00:00')",
            "CREATE TABLE texts (a CHAR, b CHAR(5), c CHARACTER(3), d VARCHAR(20) NOT NULL, e CHARACTER VARYING(7), f NATIONAL CHAR(3), g NCHAR(4), h NVARCHAR(5), i NATIONAL VARCHAR(6), j NCHAR VARCHAR(7), k NATIONAL CHARACTER VARYING(8), l TINYTEXT, m TEXT, n MEDIUMTEXT, o LONGTEXT, p TEXT(10), q TEXT(100), r TEXT(70000), s LONG, t LONG VARCHAR, u VARCHAR(3) CHARACTER SET latin1, v VARCHAR(3) COLLATE latin2_general_ci, w TEXT CHARSET binary, x VARCHAR(5) CHARACTER SET binary, y CHAR(4) BYTE, z VARCHAR(5) BINARY, aa CHAR(3) ASCII, ab CHAR(3) UNICODE, ac VARCHAR(3) ASCII BINARY, ad VARCHAR(20) CHARACTER SET utf8 COLLATE utf8_bin, ae CHAR(0))",
            "CREATE TABLE bytes (a BINARY, b BINARY(5), c VARBINARY(20), d TINYBLOB, e BLOB, f MEDIUMBLOB, g LONGBLOB, h BLOB(10), i BLOB(300), j BLOB(70000), k BLOB(17000000), l LONG VARBINARY)",
            "CREATE TABLE labels (a ENUM('a','b ','c''d'), b SET('x','y') NOT NULL, c ENUM('ä','\\\\') CHARACTER SET latin1, d ENUM(0x61, x'6263'), e SET('1','2','3','4','5','6','7','8','9'), f ENUM('a','b') DEFAULT 'b' COMMENT 'it''s')",
            "CREATE TABLE odd (a JSON, b GEOMETRY, c POINT NOT NULL, d LINESTRING, e POLYGON, f MULTIPOINT, g MULTILINESTRING, h MULTIPOLYGON, i GEOMETRYCOLLECTION)",
            "CREATE TABLE serials (id SERIAL, b INT)",
            "CREATE TABLE serials2 (id BIGINT UNSIGNED SERIAL DEFAULT VALUE, b INT)",
            "CREATE TABLE keyed (a INT, b VARCHAR(10), c INT, PRIMARY KEY (c, b), UNIQUE KEY u (a), KEY (b), CONSTRAINT x CHECK (a > 0), CONSTRAINT FOREIGN KEY f (a) REFERENCES keyed (a) ON DELETE SET NULL ON UPDATE NO ACTION)",
            "CREATE TABLE inline1 (a INT PRIMARY KEY AUTO_INCREMENT, b INT UNIQUE KEY, c INT UNIQUE NULL)",
            "CREATE TABLE inline2 (a INT KEY, b INT)",
            "CREATE TABLE uniq (a INT NOT NULL UNIQUE, b INT)",
            "CREATE TABLE named (a INT, b INT, CONSTRAINT `p k` PRIMARY KEY USING BTREE (b) COMMENT 'x')",
            "CREATE TABLE gen (a INT, b INT AS (a + 1), c INT GENERATED ALWAYS AS (a * 2) STORED, d INT AS (a - 1) VIRTUAL COMMENT 'v')",
            "CREATE TABLE invis (a INT, b INT INVISIBLE DEFAULT 3, c INT)",
            "CREATE TABLE `odd ``name` (`a``b` INT, `select` INT, `c d` VARCHAR(3), `ünï` INT, `emoji😀` INT, last INT COMMENT '😀 (,)')",
            "CREATE TABLE defaults (a INT DEFAULT -1, b VARCHAR(10) DEFAULT 'a,b)(', c DECIMAL(5,2) DEFAULT 1.25, d DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3), e BIT(3) DEFAULT b'101', f VARCHAR(20) DEFAULT (CONCAT('a', 'b')), g INT DEFAULT (1+(2*3)) NOT NULL, h VARCHAR(5) DEFAULT '' NOT NULL, i INT DEFAULT NULL)",
            "CREATE TABLE comments /* c */ (a INT, -- one, two\n b INT /* , c INT */, # three\n d INT /*!50100 , e INT */) /*!50100 ENGINE=InnoDB */ COMMENT='t''s'",
            "CREATE TABLE latin (a VARCHAR(10), b TEXT, c ENUM('x'), d TINYTEXT, e MEDIUMTEXT, f CHAR(3), g VARCHAR(10) CHARACTER SET utf8mb4, h LONGTEXT, i BLOB) DEFAULT CHARSET=latin1 COMMENT 'l'",
            "CREATE TABLE coll (a VARCHAR(10)) COLLATE=cp1250_general_ci",
            "CREATE TABLE parts (id INT, d DATE, v INT, PRIMARY KEY (id, d)) CHARSET latin1 PARTITION BY RANGE COLUMNS(d) (PARTITION p0 VALUES LESS THAN ('2024-01-01') COMMENT 'x', PARTITION pmax VALUES LESS THAN (MAXVALUE))",
            "CREATE TABLE IF NOT EXISTS latin (zzz INT)",
            "CREATE TABLE like1 LIKE latin",
            "CREATE TABLE IF NOT EXISTS like2 (LIKE keyed)",
            "CREATE TABLE as1 AS SELECT a, b, g FROM latin",
            "CREATE TABLE as2 (x INT, PRIMARY KEY (x)) SELECT 1 AS x, 'y' AS y",
            "ALTER TABLE latin ADD h2 VARCHAR(3), ADD COLUMN h3 TEXT CHARACTER SET utf8mb4 FIRST, ADD (k1 INT, k2 VARCHAR(5) NOT NULL)",
            "ALTER TABLE latin DEFAULT CHARACTER SET cp1251, ADD COLUMN h4 VARCHAR(4)",
            "ALTER TABLE latin MODIFY a VARCHAR(11)",
            "ALTER TABLE like1 CONVERT TO CHARACTER SET utf8mb4",
            "ALTER TABLE like1 CONVERT TO CHARACTER SET latin1 COLLATE latin1_bin",
            "ALTER TABLE like1 CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, ADD zz VARCHAR(3)",
            "ALTER TABLE ints ADD COLUMN x INT DEFAULT 10 FIRST, ADD COLUMN y INT DEFAULT 11 AFTER b, ADD COLUMN z INT DEFAULT 12 AFTER y",
            "ALTER TABLE ints MODIFY d INT AFTER x, MODIFY COLUMN c BIGINT FIRST",
            "ALTER TABLE ints CHANGE b bb VARCHAR(10) CHARACTER SET latin1 AFTER z, DROP COLUMN y, ADD COLUMN w INT AFTER bb",
            "ALTER TABLE ints ADD COLUMN E1 INT AFTER W, MODIFY BB TEXT FIRST",
            "ALTER TABLE ints RENAME COLUMN w TO e1x, RENAME COLUMN e1 TO w",
            "ALTER TABLE ints CHANGE a b INT, CHANGE x a INT AFTER b",
            "ALTER TABLE ints DROP a, ADD a DATETIME",
            "ALTER TABLE ints ALTER COLUMN q SET DEFAULT 5, ALTER r SET DEFAULT 7",
            "ALTER TABLE ints ALTER q DROP DEFAULT",
            "ALTER TABLE ints COMMENT = 'new', ENGINE=InnoDB, ALGORITHM=COPY, LOCK=SHARED",
            "ALTER TABLE ints ORDER BY b, c",
            "ALTER TABLE ints ADD PRIMARY KEY (e, h)",
            "ALTER TABLE ints DROP PRIMARY KEY, ADD PRIMARY KEY (h)",
            "ALTER TABLE ints CHANGE h hh BIGINT",
            "ALTER TABLE ints ADD UNIQUE INDEX ui (e), ADD INDEX (i), ADD CONSTRAINT chk CHECK (i > 1)",
            "ALTER TABLE ints RENAME INDEX ui TO uj, DROP INDEX uj",
            "ALTER TABLE ints DROP PRIMARY KEY",
            "CREATE INDEX ix ON ints (l)",
            "DROP INDEX ix ON ints",
            "ALTER TABLE ints ADD auto INT NOT NULL AUTO_INCREMENT PRIMARY KEY FIRST",
            "DROP INDEX `PRIMARY` ON named",
            "ALTER TABLE invis ALTER COLUMN b SET VISIBLE",
            "ALTER TABLE invis ADD COLUMN h2 INT DEFAULT 1 INVISIBLE AFTER a",
            "ALTER TABLE keyed DROP CHECK x",
            "ALTER TABLE keyed DROP FOREIGN KEY f",
            "ALTER TABLE texts DROP COLUMN a CASCADE, MODIFY b VARCHAR(100) UNICODE, ALGORITHM=COPY, LOCK=SHARED",
            "ALTER TABLE gen MODIFY b BIGINT AS (a + 2), ADD COLUMN e VARCHAR(10) GENERATED ALWAYS AS (CONCAT(a, 'x')) VIRTUAL",
            "ALTER TABLE parts REORGANIZE PARTITION pmax INTO (PARTITION p2024 VALUES LESS THAN ('2025-01-01'), PARTITION pmax VALUES LESS THAN (MAXVALUE))",
            "ALTER TABLE parts DROP PARTITION p2024",
            "ALTER TABLE parts ADD COLUMN w INT DEFAULT 1 AFTER id REMOVE PARTITIONING",
            "ALTER TABLE parts PARTITION BY KEY() PARTITIONS 4",
            "OPTIMIZE TABLE parts",
            "ANALYZE TABLE parts",
            "ALTER TABLE parts RENAME TO parts2",
            "ALTER TABLE parts2 RENAME parts3, ADD q INT",
            "RENAME TABLE parts3 TO tmp, coll TO parts3, tmp TO coll",
            "RENAME TABLE db.uniq TO db_other.uniq2, db_other.uniq2 TO db.`un iq`",
            "RENAME TABLE like2 TO db_other.moved",
            "ALTER TABLE db_other.moved RENAME TO db.moved_back",
            "DROP TABLE IF EXISTS missing, as1",
            "DROP TABLE serials, as2",
            "CREATE VIEW v AS SELECT * FROM latin",
            "RENAME TABLE v TO v2",
            "CREATE TRIGGER tr BEFORE INSERT ON latin FOR EACH ROW SET NEW.k1 = 1",
            "DROP TRIGGER tr",
            "CREATE TEMPORARY TABLE latin (q INT)",
            "CREATE TABLE liketmp LIKE latin",
            "ALTER TABLE latin ADD zz INT",
            "DROP TEMPORARY TABLE latin",
            "ALTER DATABASE db CHARACTER SET gbk",
            "CREATE TABLE gbk1 (s VARCHAR(10), e ENUM('中'), t TEXT(100))",
            "USE db",
            "ALTER DATABASE DEFAULT COLLATE = cp1250_general_ci",
            "CREATE TABLE cp1 (s VARCHAR(10))",
            "CREATE TABLE cp2 (s VARCHAR(10)) CHARACTER SET DEFAULT",
            "ALTER TABLE cp1 CONVERT TO CHARACTER SET DEFAULT",
            "SET sql_mode='ANSI_QUOTES,PIPES_AS_CONCAT'",
            "CREATE TABLE \"an\"\"si\" (\"id\" INT PRIMARY KEY, \"a\"\"b\" VARCHAR(10) DEFAULT ('x' || 'y'), c INT)",
            "ALTER TABLE \"an\"\"si\" ADD COLUMN \"new\" INT FIRST",
            "RENAME TABLE \"an\"\"si\" TO \"t2\"",
            "SET sql_mode='NO_BACKSLASH_ESCAPES'",
            "ALTER TABLE t2 ADD COLUMN d VARCHAR(10) DEFAULT 'a\\' COMMENT 'ends with a backslash\\', ADD COLUMN e INT",
            "SET sql_mode='REAL_AS_FLOAT'",
            "CREATE TABLE reals (a REAL, b REAL(5,2))",
            "SET sql_mode=''",
            "CREATE TABLE wide (a VARCHAR(65535) CHARACTER SET latin1, b VARBINARY(70000), c VARCHAR(30000) CHARACTER SET utf8mb4)",
            "SET NAMES latin1",
            "CREATE TABLE lat (a ENUM('é') CHARACTER SET utf8mb4, `é` INT)",
            "SET NAMES utf8mb4");

    private static final List<String> MYSQL = List.of(
            "CREATE TABLE vec (a VECTOR, b VECTOR(5) NOT NULL, c GEOMCOLLECTION, d POINT NOT NULL SRID 4326)",
            "CREATE TABLE attr (a INT COLUMN_FORMAT FIXED STORAGE MEMORY, b VARCHAR(5) ENGINE_ATTRIBUTE='{}', c INT NOT NULL CHECK (c > 1) NOT ENFORCED)",
            "SET explicit_defaults_for_timestamp=OFF",
            "CREATE TABLE ts1 (a TIMESTAMP, b TIMESTAMP NULL, c TIMESTAMP)",
            "SET explicit_defaults_for_timestamp=ON",
            "SET sql_generate_invisible_primary_key=ON",
            "CREATE TABLE nokey (v VARCHAR(10))",
            "SET sql_generate_invisible_primary_key=OFF",
            "ALTER TABLE attr ALTER CHECK attr_chk_1 ENFORCED");

    private static final List<String> MARIADB = List.of(
            "CREATE TABLE addr (a UUID, b INET4, c INET6 NOT NULL, d VARCHAR(10) COMPRESSED, e TEXT COMPRESSED, f BLOB COMPRESSED=zlib)",
            "CREATE OR REPLACE TABLE addr (a UUID PRIMARY KEY, b INT)",
            "CREATE OR REPLACE TABLE addr LIKE ints",
            "ALTER TABLE IF EXISTS addr ADD COLUMN IF NOT EXISTS auto INT, ADD COLUMN IF NOT EXISTS fresh INT, DROP COLUMN IF EXISTS nope, MODIFY COLUMN IF EXISTS nope INT, CHANGE COLUMN IF EXISTS nope nope2 INT",
            "ALTER TABLE addr ADD COLUMN IF NOT EXISTS (fresh INT, fresh2 INT)",
            "CREATE INDEX IF NOT EXISTS ix ON addr (fresh)",
            "ALTER TABLE addr WAIT 5 ADD COLUMN waited INT",
            "RENAME TABLE IF EXISTS nope TO nope2",
            "RENAME TABLE addr WAIT 5 TO addr2",
            "SET STATEMENT max_statement_time=0 FOR ALTER TABLE addr2 ADD COLUMN st INT",
            "CREATE TABLE seqd (a INT DEFAULT (1 + 2), b VARCHAR(10) DEFAULT CONCAT('a','b'), c INT DEFAULT 1 + 1)",
            "CREATE TABLE kept (a INT, /*!50701 b INT, */ c INT /*M! , d INT */)",
            "DROP TABLE IF EXISTS addr2 WAIT 3, seqd",
            "SET explicit_defaults_for_timestamp=OFF",
            "CREATE TABLE ts1 (a TIMESTAMP, b TIMESTAMP NULL, c TIMESTAMP)",
            "SET explicit_defaults_for_timestamp=ON",
            "CREATE TABLE ts2 (a TIMESTAMP, b TIMESTAMP NULL, c TIMESTAMP)");

    @Test
    void everyKindOfStatementIsFollowedOnMySql() throws Exception {
        List<String> statements = new ArrayList<>(STATEMENTS);
        statements.addAll(MYSQL);
        follow(SharedServers.mysql(), statements);
    }

    @Test
    void everyKindOfStatementIsFollowedOnMariaDb() throws Exception {
        List<String> statements = new ArrayList<>(STATEMENTS);
        statements.addAll(MARIADB);
        follow(SharedServers.mariadb(), statements);
    }

    private static void follow(DatabaseServer server, List<String> statements) throws Exception {
        String db = server.createDatabase("follow");
        server.execute("CREATE DATABASE " + db + "_other", "SET GLOBAL binlog_row_metadata = MINIMAL");
        List<String> differences = new ArrayList<>();
        int refused = 0;
        try (FollowedServer followed = new FollowedServer(server, db + ".*", db + "_other.*");
                Connection connection = server.connect();
                Statement session = connection.createStatement()) {
            session.execute("USE " + db);
            session.execute("SET sql_mode = ''");
            for (String template : statements) {
                String sql = template.replaceAll("\\bdb(_other)?\\b", db + "$1");
                try {
                    session.execute(sql);
                } catch (SQLException e) {
                    refused++;
                    System.out.println("REFUSED " + e.getMessage() + ": " + sql);
                    continue;
                }
                followed.catchUp();
                compare(sql, followed.known(db), followed.actual(db), differences);
                compare(sql, followed.known(db + "_other"), followed.actual(db + "_other"), differences);
            }
        } finally {
            server.execute("SET GLOBAL binlog_row_metadata = FULL");
        }
        assertThat(differences).isEmpty();
        assertThat(refused).isLessThan(10);
    }

    static void compare(
            String sql, Map<TableId, TableDefinition> known, Map<TableId, TableDefinition> actual, List<String> differences) {
        known.values().removeIf(table -> table.columns().isEmpty() && !actual.containsKey(table.table()));
        if (!known.keySet().equals(actual.keySet())) {
            differences.add(sql + "\n   tables " + known.keySet() + "\n   not " + actual.keySet());
            return;
        }
        actual.forEach((table, is) -> {
            TableDefinition was = known.get(table);
            List<String> lines = lines(was);
            if (!lines.equals(lines(is)) || !was.key().equals(is.key())) {
                List<String> expected = lines(is);
                List<String> more = new ArrayList<>(lines);
                more.removeAll(expected);
                List<String> less = new ArrayList<>(expected);
                less.removeAll(lines);
                differences.add(sql + "\n   " + table + " " + more + " key " + was.key() + "\n   not " + less + " key " + is.key()
                        + (more.isEmpty() && less.isEmpty() ? " order " + lines + expected : ""));
            }
        });
    }

    /** All but defaults, which servers write in a form of their own. */
    private static List<String> lines(TableDefinition table) {
        List<String> lines = new ArrayList<>();
        for (ColumnDefinition c : table.columns()) {
            lines.add(c.name() + " " + c.type() + " " + c.charset() + (c.nullable() ? " NULL" : "")
                    + (c.autoIncrement() ? " AUTO" : "") + (c.generated() ? " GEN" : "")
                    + (c.invisible() ? " INVISIBLE" : "") + (c.defaultExpression().isEmpty() ? "" : " DEFAULT") + " " + c.comment());
        }
        lines.add(table.charset() + " " + table.comment());
        return lines;
    }
}
