package io.dbus.sink.format.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Types;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTypeTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int | INT | | | 4",
                "int(11) unsigned zerofill | INT UNSIGNED ZEROFILL | 11 | | 4",
                "tinyint(1) | TINYINT | 1 | | 5",
                "smallint | SMALLINT | | | 5",
                "mediumint unsigned | MEDIUMINT UNSIGNED | | | 4",
                "bigint unsigned | BIGINT UNSIGNED | | | -5",
                "decimal(65,30) | DECIMAL | 65 | 30 | 3",
                "float(7,4) | FLOAT | 7 | 4 | 6",
                "double | DOUBLE | | | 8",
                "bit(12) | BIT | 12 | | -7",
                "year | YEAR | | | 4",
                "date | DATE | | | 91",
                "time(6) | TIME | 6 | | 92",
                "datetime(3) | DATETIME | 3 | | 93",
                "timestamp | TIMESTAMP | | | 2014",
                "timestamp /* mariadb-5.3 */ | TIMESTAMP | | | 2014",
                "char(36) | CHAR | 36 | | 1",
                "varchar(255) | VARCHAR | 255 | | 12",
                "varchar(10) /*M!100301 COMPRESSED*/ | VARCHAR | 10 | | 12",
                "longtext | LONGTEXT | | | 12",
                "binary(16) | BINARY | 16 | | -2",
                "varbinary(5) | VARBINARY | 5 | | -3",
                "mediumblob | MEDIUMBLOB | | | 2004",
                "json | JSON | | | 1111",
                "point | POINT | | | 1111",
                "vector(3) | VECTOR | 3 | | 1111",
                "uuid | UUID | | | 1111",
                "int(99999999999) | INT | | | 4",
                "int( | INT | | | 4",
            })
    void a_type_is_read_in_parts(String text, String name, Integer length, Integer scale, int jdbcType) {
        ColumnTypeText type = ColumnTypeText.parse(text);

        assertThat(type.name()).isEqualTo(name);
        assertThat(type.length()).isEqualTo(length == null ? OptionalInt.empty() : OptionalInt.of(length));
        assertThat(type.scale()).isEqualTo(scale == null ? OptionalInt.empty() : OptionalInt.of(scale));
        assertThat(type.jdbcType()).isEqualTo(jdbcType);
        assertThat(type.labels()).isEmpty();
    }

    @Test
    void labels_stay_as_sql_writes_them_whatever_is_in_them() {
        ColumnTypeText type = ColumnTypeText.parse("enum('a','b,c','it''s','(x)','/* y')");

        assertThat(type.name()).isEqualTo("ENUM");
        assertThat(type.labels()).isEqualTo(List.of("'a'", "'b,c'", "'it''s'", "'(x)'", "'/* y'"));
        assertThat(type.length()).hasValue(1);
        assertThat(type.jdbcType()).isEqualTo(Types.CHAR);
        assertThat(ColumnTypeText.parse("set('a','b','c')").length()).hasValue(5);
    }
}
