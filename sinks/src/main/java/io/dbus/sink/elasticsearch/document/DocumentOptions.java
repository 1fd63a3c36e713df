package io.dbus.sink.elasticsearch.document;

import io.dbus.sink.format.ValueOptions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options about documents and indices. */
final class DocumentOptions {
    /** Keys that are settings of the indices that the sink creates. */
    static final String SETTINGS_PREFIX = "index.settings.";

    /** Keys that say how a field is mapped. */
    static final String MAPPING_PREFIX = "index.mapping.";

    static final ConfigOption<String> INDEX = ConfigOptions.key("index")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The index of a row, with ${source}, ${server}, ${db}, ${table}, ${column:name} and the date of a column by a pattern "
                            + "of Java's DateTimeFormatter: \"${db}-${table}-${column:created|yyyy-MM}\". A TIMESTAMP's date is that in UTC. "
                            + "A row whose date is NULL or in no calendar (0000-00-00, 2023-02-00) is rejected (illegal-name), or goes where "
                            + "a second bar says: ${column:created|yyyy-MM|none}. When an update changes the index, the document moves. "
                            + "Two tables whose rows would meet in one index fail the job; route them to one table where that is meant.");
    static final ConfigOption<IllegalNames> ILLEGAL_NAMES = ConfigOptions.key("index.illegal-names")
            .enumType(IllegalNames.class)
            .defaultValue(IllegalNames.ADAPT)
            .withDescription(
                    "What becomes of values that an index's name may not hold as they are: 'adapt' writes capitals small and \\ / * ? \" < > | "
                            + "space , # : as _; 'reject' rejects the row (illegal-name). Names of more than 255 bytes, empty ones, . and .., and those that "
                            + "begin with - _ + are rejected in any case.");
    static final ConfigOption<String> ROUTING = ConfigOptions.key("routing")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "What the shard of a document is chosen by in place of its _id: a column's name, or a template as of the option index: "
                            + "tenant_id, or \"${db}-${column:tenant_id}\". It is never NULL. When an update changes it, the document moves.");
    static final ConfigOption<String> KEY_DELIMITER = ConfigOptions.key("document-id.key-delimiter")
            .stringType()
            .defaultValue("|")
            .withDescription(
                    "What stands between the parts of an _id, which is the row's key: 17, or 17|abc. One character of | _ - . : ; ~ / and space; where a "
                            + "part holds it or %, that is written as its percent-encoding (%7C, %25), an empty text as %E, NULL as %N, so that no two keys have one _id. "
                            + "A number has no zeros in front or behind the point, a date or time no fraction that is zero, bytes are hexadecimal. "
                            + "What is longer than 512 bytes, Elasticsearch's limit, is %sha256: and the SHA-256 of that text. A table without a key is "
                            + "rejected (no-form): name one by message.key.columns of the source.");
    static final ConfigOption<Boolean> SHARED_KEYS = ConfigOptions.key("shared-keys")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Rows of several servers or tables may meet in one index under one _id, where the one with the greater sequence stands for "
                            + "all; sequences of several servers do not compare.");
    static final ConfigOption<Boolean> CREATE = ConfigOptions.key("index.create")
            .booleanType()
            .defaultValue(true)
            .withDescription(
                    "Whether an index that is not there is created before the first document to it, with a field for each column by its MySQL type and "
                            + "index.gc_deletes above the time that an operation may be under way; fields of columns that are added later are added then. "
                            + "With 'false' a row whose index is not there fails the job. A delete from an index that is not there, such as one dropped for its age, is done "
                            + "without it, and creates none.");
    static final ConfigOption<Dynamic> DYNAMIC = ConfigOptions.key("index.dynamic")
            .enumType(Dynamic.class)
            .defaultValue(Dynamic.STRICT)
            .withDescription(
                    "The 'dynamic' of indices that are created: what a document's field of no column does. Such fields come from elsewhere, or from "
                            + "inside JSON under a mapping of your own. 'strict' refuses the document, 'true' maps the field by its first value, 'false' keeps it unsearched.");
    static final ConfigOption<Boolean> PROVENANCE = ConfigOptions.key("include.provenance")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether a document holds an object _dbus that says where its last change came from: source, server, server_id, db, table (as the server names "
                            + "them), gtid, file, position, row, sequence (the document's version), commit_time (UTC), op (insert or update).");
    static final ConfigOption<JsonHandling> JSON = ConfigOptions.key("json.handling.mode")
            .enumType(JsonHandling.class)
            .defaultValue(JsonHandling.OBJECT)
            .withDescription(
                    "JSON: 'object' puts the JSON into the document as it is, of any form, mapped as an object that is kept and not searched, so that its "
                            + "names cannot fill the mapping nor its types clash; 'flattened' the same, mapped as flattened: its leaves are "
                            + "searched as keywords, and a column must hold objects only; 'text' is the text that the server prints, a keyword up to 8191 characters.");
    static final ConfigOption<DecimalHandling> DECIMALS = ConfigOptions.key("decimal.handling.mode")
            .enumType(DecimalHandling.class)
            .defaultValue(DecimalHandling.STRING)
            .withDescription(
                    "DECIMAL in the document: 'string' is its exact text with the scale of the column, \"10.50\"; 'number' the same digits as a JSON "
                            + "number, 10.50, which many readers take for a double.");
    static final ConfigOption<DecimalMapping> DECIMAL_MAPPING = ConfigOptions.key("decimal.mapping")
            .enumType(DecimalMapping.class)
            .defaultValue(DecimalMapping.KEYWORD)
            .withDescription(
                    "DECIMAL in the mapping: 'keyword' finds the exact value with all digits of its scale (10.50), and a second field NAME.number, a double, "
                            + "is for ranges, sorts and sums, exact to 15 digits; 'double' is the double alone. The document is exact either way.");
    static final ConfigOption<UnsignedMapping> UNSIGNED_MAPPING = ConfigOptions.key("bigint.unsigned.mapping")
            .enumType(UnsignedMapping.class)
            .defaultValue(UnsignedMapping.KEYWORD)
            .withDescription(
                    "BIGINT UNSIGNED and BIT(64), exact JSON numbers up to 18446744073709551615, in the mapping: 'keyword' finds exact values; "
                            + "'unsigned_long' ranges too, where the server has that type; 'long' ranges, and refuses what is above 9223372036854775807.");
    static final ConfigOption<SetHandling> SETS = ConfigOptions.key("set.handling.mode")
            .enumType(SetHandling.class)
            .defaultValue(SetHandling.ARRAY)
            .withDescription(
                    "SET: 'array' is an array of its labels, each found by itself; 'text' the labels joined by commas.");
    static final ConfigOption<ZeroDates> ZERO_DATES = ConfigOptions.key("zero-date")
            .enumType(ZeroDates.class)
            .defaultValue(ZeroDates.STRING)
            .withFallbackKeys("zero.date.handling.mode")
            .withDescription(
                    "Dates that no calendar has, such as 0000-00-00 and 2023-02-00: 'string' is their text, which the mappings made here keep and do not search "
                            + "(the field is named in _ignored), and which a date field of your own refuses; 'null' is null; 'reject' rejects the row (conversion). Write \"null\" in quotes: without, YAML takes it for no value. The option's former name, zero.date.handling.mode, is understood too.");
    static final ConfigOption<GeometryHandling> GEOMETRIES = ConfigOptions.key("geometry.handling.mode")
            .enumType(GeometryHandling.class)
            .defaultValue(GeometryHandling.GEOJSON)
            .withDescription(
                    "GEOMETRY, POINT and the others: 'geojson' is GeoJSON, longitude before latitude, mapped as geo_shape; a row whose "
                            + "coordinates are none (beyond 180 or 90 degrees: a projected or flat reference system) is rejected (conversion), since Elasticsearch would take them "
                            + "for another place; 'wkb' is an object of wkb in base64 and srid, kept and not searched.");

    static final List<ConfigOption<?>> REQUIRED = List.of(INDEX);
    static final List<ConfigOption<?>> OPTIONAL = List.of(
            ILLEGAL_NAMES,
            ROUTING,
            KEY_DELIMITER,
            SHARED_KEYS,
            CREATE,
            DYNAMIC,
            PROVENANCE,
            PartialRows.OPTION,
            JSON,
            DECIMALS,
            DECIMAL_MAPPING,
            UNSIGNED_MAPPING,
            ValueOptions.BINARIES,
            SETS,
            ZERO_DATES,
            GEOMETRIES);
    static final Map<String, String> PREFIXES = Map.of(
            SETTINGS_PREFIX,
            "Settings of the indices that are created, such as number_of_shards, number_of_replicas, refresh_interval; gc_deletes is set unless you do.",
            MAPPING_PREFIX,
            "A parameter of the mapping of one field, in place of ours: 'index.mapping.price.type: scaled_float' and 'index.mapping.price.scaling_factor: 100', "
                    + "or a type alone: 'index.mapping.note.type: text'.");

    private DocumentOptions() {}

    enum IllegalNames {
        ADAPT,
        REJECT;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum Dynamic {
        STRICT,
        TRUE,
        FALSE;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum JsonHandling {
        OBJECT,
        FLATTENED,
        TEXT;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum DecimalHandling {
        STRING,
        NUMBER;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum DecimalMapping {
        KEYWORD,
        DOUBLE;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum UnsignedMapping {
        KEYWORD,
        UNSIGNED_LONG,
        LONG;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum SetHandling {
        ARRAY,
        TEXT;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum ZeroDates {
        STRING,
        NULL,
        REJECT;

        @Override
        public String toString() {
            return label(this);
        }
    }

    enum GeometryHandling {
        GEOJSON,
        WKB;

        @Override
        public String toString() {
            return label(this);
        }
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
