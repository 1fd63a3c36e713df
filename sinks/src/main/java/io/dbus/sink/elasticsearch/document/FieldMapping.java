package io.dbus.sink.elasticsearch.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.TableSchema;
import io.dbus.sink.elasticsearch.document.DocumentOptions.DecimalMapping;
import java.math.BigDecimal;
import java.util.Map;

/**
 * The fields of a table's columns. What an ALTER that loses nothing makes of a column keeps its field's type, since Elasticsearch changes none: all integers but the unsigned ones of 64 bits are {@code
 * long}, which takes no more room for small values (Elasticsearch reference, "Numeric field types").
 *
 * <p>Dates: the format {@code strict_date} reads 0000-00-00 as the 30th of November of the year before and 2023-02-30 as the 2nd of March (seen on 8.19.21), so it is not used; with {@code uuuu-MM-dd} a date that
 * no calendar has is malformed, kept and not searched.
 */
final class FieldMapping {
    /** The longest text that is one term, in characters: a term has at most 32766 bytes, a character at most four. */
    private static final int TERM_CHARACTERS = 8191;

    /** What Elasticsearch itself takes for text whose length it does not know. */
    private static final int SHORT_TEXT = 256;

    /** The most dimensions of a {@code dense_vector} (Elasticsearch reference, "Dense vector field type"). */
    private static final int MAX_DIMENSIONS = 4096;

    private static final String DATE = "uuuu-MM-dd";
    private static final String DATE_TIME = "strict_date_optional_time_nanos";

    private final DocumentForm form;
    private final Map<String, String> own;

    /**
     * A mapping.
     *
     * @param own parameters of the user's, by field and parameter: {@code price.type}
     */
    FieldMapping(DocumentForm form, Map<String, String> own) {
        this.form = form;
        this.own = own;
    }

    /** The {@code properties} of a table. */
    ObjectNode properties(TableSchema schema) {
        ObjectNode properties = object();
        for (Column column : schema.columns()) {
            ObjectNode field = ofUser(column.name());
            properties.set(column.name(), field.isEmpty() ? field(schema.type(column)) : field);
        }
        if (form.provenance()) {
            ObjectNode fields = properties.putObject(Provenance.FIELD).putObject("properties");
            Provenance.TYPES.forEach((name, type) -> fields.set(name, type(type)));
        }
        return properties;
    }

    /** How many fields a mapping counts. */
    static int count(JsonNode properties) {
        int count = 0;
        for (JsonNode field : properties) {
            count += 1 + count(field.path("fields")) + count(field.path("properties"));
        }
        return count;
    }

    private ObjectNode ofUser(String column) {
        ObjectNode field = object();
        String prefix = column + ".";
        own.forEach((key, value) -> {
            if (key.startsWith(prefix) && key.indexOf('.', prefix.length()) < 0) {
                field.set(key.substring(prefix.length()), value(value));
            }
        });
        return field;
    }

    /** A parameter's value: a number or a truth value where it looks like one. */
    private static ValueNode value(String text) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (text.equals("true") || text.equals("false")) {
            return nodes.booleanNode(Boolean.parseBoolean(text));
        }
        if (text.matches("-?[0-9]{1,18}")) {
            return nodes.numberNode(Long.parseLong(text));
        }
        return text.matches("-?[0-9]+\\.[0-9]+") ? nodes.numberNode(new BigDecimal(text)) : nodes.textNode(text);
    }

    private ObjectNode field(LogicalType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, YEAR -> type("long");
            case BIGINT -> type.unsigned() ? unsigned() : type("long");
            case BIT -> type.length() <= 1 ? type("boolean") : type.length() == Long.SIZE ? unsigned() : type("long");
            case DECIMAL -> decimal();
            case FLOAT -> type("float");
            case DOUBLE -> type("double");
            case DATE -> date("date", DATE);
            // A DATETIME's years go beyond those of date_nanos, 1970 to 2262: its index is exact to the millisecond.
            case DATETIME -> date("date", DATE_TIME);
            case TIMESTAMP -> date("date_nanos", DATE_TIME);
            case TIME, ENUM -> keyword(TERM_CHARACTERS);
            case CHAR, VARCHAR -> text(TERM_CHARACTERS);
            case TEXT -> text(SHORT_TEXT);
            case BINARY, VARBINARY, BLOB -> form.binariesAreBase64() ? type("binary") : keyword(TERM_CHARACTERS);
            case SET -> keyword(TERM_CHARACTERS);
            case JSON ->
                switch (form.json()) {
                    case OBJECT -> unsearched();
                    case FLATTENED -> type("flattened").put("ignore_above", TERM_CHARACTERS);
                    case TEXT -> keyword(TERM_CHARACTERS);
                };
            case GEOMETRY ->
                switch (form.geometries()) {
                    case GEOJSON -> type("geo_shape");
                    case WKB -> unsearched();
                };
            case VECTOR -> vector(type.length());
        };
    }

    private ObjectNode unsigned() {
        return switch (form.unsignedMapping()) {
            case KEYWORD -> type("keyword");
            case UNSIGNED_LONG -> type("unsigned_long");
            case LONG -> type("long");
        };
    }

    private ObjectNode decimal() {
        if (form.decimalMapping() == DecimalMapping.DOUBLE) {
            return type("double");
        }
        ObjectNode keyword = type("keyword");
        keyword.putObject("fields").set("number", type("double"));
        return keyword;
    }

    private static ObjectNode vector(int dimensions) {
        // Not indexed for nearest neighbours: that would refuse vectors that its measure does not take, such as those
        // of no length.
        return dimensions >= 1 && dimensions <= MAX_DIMENSIONS
                ? type("dense_vector").put("dims", dimensions).put("index", false)
                : unsearched();
    }

    private static ObjectNode date(String type, String format) {
        return type(type).put("format", format).put("ignore_malformed", true);
    }

    private static ObjectNode text(int keywordCharacters) {
        ObjectNode text = type("text");
        text.putObject("fields").set("keyword", keyword(keywordCharacters));
        return text;
    }

    private static ObjectNode keyword(int characters) {
        return type("keyword").put("ignore_above", characters);
    }

    private static ObjectNode unsearched() {
        return type("object").put("enabled", false);
    }

    private static ObjectNode type(String type) {
        return object().put("type", type);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
