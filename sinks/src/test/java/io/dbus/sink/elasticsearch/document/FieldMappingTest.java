package io.dbus.sink.elasticsearch.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.TableSchema;
import io.dbus.sink.format.Rows;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FieldMappingTest {
    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKindHasAField(Kind kind) {
        assertThat(field(LogicalType.of(kind), Map.of()).path("type").asText()).isNotEmpty();
    }

    @Test
    void whatAnAlterMakesOfAColumnWithoutLossKeepsItsType() {
        for (Kind kind : new Kind[] {Kind.TINYINT, Kind.SMALLINT, Kind.MEDIUMINT, Kind.INT}) {
            assertThat(field(LogicalType.of(kind), Map.of())).isEqualTo(field(LogicalType.of(Kind.BIGINT), Map.of()));
            assertThat(field(LogicalType.unsigned(kind), Map.of()))
                    .isEqualTo(field(LogicalType.of(Kind.BIGINT), Map.of()));
        }
        for (int digits = 1; digits <= 6; digits++) {
            for (Kind kind : new Kind[] {Kind.DATETIME, Kind.TIMESTAMP, Kind.TIME}) {
                assertThat(field(LogicalType.temporal(kind, digits), Map.of()))
                        .isEqualTo(field(LogicalType.of(kind), Map.of()));
            }
        }
        assertThat(field(LogicalType.decimal(65, 30), Map.of())).isEqualTo(field(LogicalType.decimal(5, 0), Map.of()));
        assertThat(type(LogicalType.of(Kind.CHAR, 1))).isEqualTo(type(LogicalType.of(Kind.TEXT)));
    }

    @Test
    void valuesThatNoNumberOfElasticsearchHoldsAreKeywords() {
        assertThat(type(LogicalType.unsigned(Kind.BIGINT))).isEqualTo("keyword");
        assertThat(type(LogicalType.of(Kind.BIT, 64))).isEqualTo("keyword");
        assertThat(type(LogicalType.of(Kind.BIT, 63))).isEqualTo("long");
        assertThat(type(LogicalType.of(Kind.BIT, 1))).isEqualTo("boolean");
        assertThat(field(LogicalType.decimal(10, 2), Map.of()).toString())
                .isEqualTo("{\"type\":\"keyword\",\"fields\":{\"number\":{\"type\":\"double\"}}}");
    }

    @Test
    void geometriesAreShapesAndVectorsHaveTheirDimensions() {
        assertThat(type(LogicalType.of(Kind.GEOMETRY))).isEqualTo("geo_shape");
        assertThat(field(LogicalType.of(Kind.VECTOR, 3), Map.of()).toString())
                .isEqualTo("{\"type\":\"dense_vector\",\"dims\":3,\"index\":false}");
        assertThat(type(LogicalType.of(Kind.VECTOR, 5_000))).isEqualTo("object");
    }

    @Test
    void parametersOfTheUserStandInPlaceOfOurs() {
        Map<String, String> own =
                Map.of("c0.type", "scaled_float", "c0.scaling_factor", "100", "c0.coerce", "false", "c0x.type", "long");
        assertThat(field(LogicalType.decimal(10, 2), own))
                .hasToString("{\"coerce\":false,\"scaling_factor\":100,\"type\":\"scaled_float\"}");
    }

    private static String type(LogicalType type) {
        return field(type, Map.of()).path("type").asText();
    }

    private static ObjectNode field(LogicalType type, Map<String, String> own) {
        TableSchema schema = Rows.schema(1, type);
        return (ObjectNode) new FieldMapping(Options.settings().form(), new java.util.TreeMap<>(own))
                .properties(schema)
                .get("c0");
    }
}
