package io.dbus.sink.format.avro;

import java.time.Duration;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of the format avro, under the names of Flink's avro-confluent and of Confluent's serializers where they have one. */
final class AvroOptions {
    /** What a value holds. */
    enum Shape {
        ENVELOPE,
        ROW;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What becomes of rows whose image does not hold all columns. */
    enum AbsentColumns {
        REJECT,
        LIST;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What goes before Avro's binary form where the schema comes from a file. */
    enum Encoding {
        BINARY,
        SINGLE_OBJECT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static final ConfigOption<String> URL = ConfigOptions.key("avro-confluent.url")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The schema registry, of Confluent's HTTP interface (Confluent, Karapace, Apicurio under /apis/ccompat/v7, Redpanda): "
                            + "http://registry:8081, or several addresses of one registry with commas between, of which the next is asked when one does not answer. "
                            + "Keys and values are then the byte 0, the schema's id in 4 bytes, and Avro's binary form. Format avro needs this or avro.schema.file.");
    static final ConfigOption<Boolean> AUTO_REGISTER = ConfigOptions.key("auto.register.schemas")
            .booleanType()
            .defaultValue(true)
            .withDescription(
                    "Whether schemas that the registry does not have are registered, each as a new version of its subject. With false they must be there, the same "
                            + "in all that Avro counts; rows of tables whose schema is not are rejected (schema-refused).");
    static final ConfigOption<String> KEY_SUBJECTS = ConfigOptions.key("key.subject.name.strategy")
            .stringType()
            .defaultValue("TopicNameStrategy")
            .withDescription(
                    "Under which subject schemas of keys stand: TopicNameStrategy: <topic>-key; RecordNameStrategy: the record's full name; TopicRecordNameStrategy: "
                            + "<topic>-<full name>. Confluent's full class names are understood too.");
    static final ConfigOption<String> VALUE_SUBJECTS = ConfigOptions.key("value.subject.name.strategy")
            .stringType()
            .defaultValue("TopicNameStrategy")
            .withDescription(
                    "As key.subject.name.strategy, of values: TopicNameStrategy is <topic>-value. Where tables "
                            + "with different columns share a topic, take TopicRecordNameStrategy.");
    static final ConfigOption<String> USER_INFO = ConfigOptions.key("avro-confluent.basic-auth.user-info")
            .stringType()
            .noDefaultValue()
            .withDescription("user:password for the registry, such as ${env:REGISTRY_USER_INFO}.");
    static final ConfigOption<String> BEARER_TOKEN = ConfigOptions.key("avro-confluent.bearer-auth.token")
            .stringType()
            .noDefaultValue()
            .withDescription("A bearer token for the registry.");
    static final ConfigOption<String> TRUSTSTORE = ConfigOptions.key("avro-confluent.ssl.truststore.location")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A JKS or PKCS12 file of the authorities that the registry's certificate may come from; those of Java where it "
                            + "is not set. It is read on each machine of the job.");
    static final ConfigOption<String> TRUSTSTORE_PASSWORD = ConfigOptions.key("avro-confluent.ssl.truststore.password")
            .stringType()
            .noDefaultValue()
            .withDescription("The password of avro-confluent.ssl.truststore.location.");
    static final ConfigOption<String> KEYSTORE = ConfigOptions.key("avro-confluent.ssl.keystore.location")
            .stringType()
            .noDefaultValue()
            .withDescription("A JKS or PKCS12 file of the certificate that the registry knows this client by.");
    static final ConfigOption<String> KEYSTORE_PASSWORD = ConfigOptions.key("avro-confluent.ssl.keystore.password")
            .stringType()
            .noDefaultValue()
            .withDescription("The password of avro-confluent.ssl.keystore.location and of the key in it.");
    static final ConfigOption<Duration> REQUEST_TIMEOUT = ConfigOptions.key("avro-confluent.request-timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(10))
            .withDescription("How long one answer of the registry may take, to its last byte.");
    static final ConfigOption<Duration> RETRY_TIMEOUT = ConfigOptions.key("avro-confluent.retry-timeout")
            .durationType()
            .defaultValue(Duration.ofMinutes(1))
            .withDescription(
                    "How long a registry that does not answer, or answers with 408, 429 or 5xx, is asked again, with pauses of 100 ms that double up to 5 s; each try is logged. "
                            + "Then the job fails, and starts again by its restart strategy. The sink writes nothing meanwhile. It is asked once for each schema and "
                            + "topic by each lane, never for each row.");
    static final ConfigOption<Shape> SHAPE = ConfigOptions.key("avro.shape")
            .enumType(Shape.class)
            .noDefaultValue()
            .withDescription(
                    "'envelope': Debezium's before, after, source, op, ts_ms under the names that its connector registers "
                            + "(<topic.prefix>.<db>.<table>.Envelope); the default with a registry. 'row': the row after the change, a delete as delete.tombstone.handling.mode says; "
                            + "the only shape with avro.schema.file.");
    static final ConfigOption<AbsentColumns> ABSENT = ConfigOptions.key("avro.absent-columns")
            .enumType(AbsentColumns.class)
            .defaultValue(AbsentColumns.REJECT)
            .withDescription(
                    "Columns that a partial row image does not hold (binlog_row_image other than FULL), for which Avro has no form: 'reject' rejects the change "
                            + "(incomplete-row), which an operator complete before the sink or binlog_row_image=FULL spares; 'list' writes null, and "
                            + "each row ends with a field __absent, an array of the names of the fields that are null for that reason.");
    static final ConfigOption<AvroNames.Adjustment> NAME_ADJUSTMENT = ConfigOptions.key("field.name.adjustment.mode")
            .enumType(AvroNames.Adjustment.class)
            .defaultValue(AvroNames.Adjustment.AVRO)
            .withDescription(
                    "Names of columns, tables and databases that Avro does not take: 'avro' writes _ for other characters; 'avro_unicode' writes _uXXXX for them and for _; "
                            + "'none' rejects such rows (illegal-name). Rows of a table two of whose columns would have one name are rejected.");
    static final ConfigOption<String> SCHEMA_FILE = ConfigOptions.key("avro.schema.file")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "A file with the schema of values, one record, for readers that have it too: no registry is asked. Columns go to the fields of their name (or an alias) "
                            + "where the field's type takes every value of the column's: an int goes into a long or a double, a DATETIME into local-timestamp-micros; fields without a column "
                            + "need a default, and columns without a field are left out. A table that does not fit is rejected (no-form). The file is read at submission.");
    static final ConfigOption<String> KEY_SCHEMA_FILE = ConfigOptions.key("avro.key.schema.file")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "As avro.schema.file, for keys. Without it keys beside avro.schema.file are JSON, as plain-json writes them.");
    static final ConfigOption<Encoding> ENCODING = ConfigOptions.key("avro.encoding")
            .enumType(Encoding.class)
            .defaultValue(Encoding.BINARY)
            .withDescription(
                    "With avro.schema.file: 'binary' is Avro's binary form alone; 'single-object' has C3 01 and the schema's "
                            + "CRC-64-AVRO fingerprint before it (Avro specification, \"Single-object encoding\").");

    private AvroOptions() {}
}
