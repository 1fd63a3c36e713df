package io.dbus.sink.elasticsearch.document;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.SchemaCache;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes rows as documents: a field for each column, by its name.
 *
 * <p>Hot path: names are escaped and encoded once for each schema. After an exception an instance is not to be used again.
 */
final class DocumentBody {
    /** Elasticsearch's own fields, which no document may hold (Elasticsearch reference, "Metadata fields"). */
    private static final Set<String> METADATA = Set.of(
            "_field_names",
            "_id",
            "_ignored",
            "_index",
            "_nested_path",
            "_primary_term",
            "_routing",
            "_seq_no",
            "_source",
            "_tier",
            "_tsid",
            "_type",
            "_version");

    private final JsonOut json = new JsonOut();
    private final DocumentForm form;
    private final DocumentValueWriter values;
    private final Provenance provenance;
    private final SchemaCache<Plan> plans;

    private record Plan(SerializedString[] names, int[] positions, boolean[] sets, Optional<String> problem) {}

    DocumentBody(DocumentForm form) {
        this.form = form;
        this.values = new DocumentValueWriter(json, form);
        this.provenance = new Provenance(json);
        this.plans = new SchemaCache<>(this::plan);
    }

    private Plan plan(TableSchema schema) {
        List<Column> columns = schema.columns();
        SerializedString[] names = new SerializedString[columns.size()];
        int[] positions = new int[columns.size()];
        boolean[] sets = new boolean[columns.size()];
        for (int i = 0; i < names.length; i++) {
            Column column = columns.get(i);
            names[i] = new SerializedString(column.name());
            positions[i] = column.position();
            sets[i] = schema.type(column).kind() == LogicalType.Kind.SET
                    && form.sets() == DocumentOptions.SetHandling.ARRAY;
        }
        return new Plan(names, positions, sets, problem(columns, form.provenance()));
    }

    /** Why columns cannot be the fields of a document, if they cannot. A point in a name parts an object from its field. */
    static Optional<String> problem(List<Column> columns, boolean provenance) {
        Set<String> names = new HashSet<>();
        columns.forEach(column -> names.add(column.name()));
        for (String name : names) {
            if (METADATA.contains(name) || provenance && name.equals(Provenance.FIELD)) {
                return Optional.of("a document cannot hold a field named " + name);
            }
            for (String part : name.split("\\.", -1)) {
                if (part.isBlank()) {
                    return Optional.of("a document cannot hold a field named '" + name + "'");
                }
            }
            for (int point = name.indexOf('.'); point >= 0; point = name.indexOf('.', point + 1)) {
                if (names.contains(name.substring(0, point))) {
                    return Optional.of("a document cannot hold the field " + name + " beside "
                            + name.substring(0, point) + ": it would be a field inside that");
                }
            }
        }
        return Optional.empty();
    }

    /** Whether an image holds every column that is to be written. */
    boolean isWhole(TableSchema schema, RowImage image) {
        if (image.isFull()) {
            return true;
        }
        for (int position : plans.of(schema).positions()) {
            if (!image.isPresent(position)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The document of a row, of the columns that the image holds.
     *
     * @throws DocumentException when it has none
     */
    byte[] of(RowChange row, RowImage image) {
        Plan plan = plans.of(row.schema());
        if (plan.problem().isPresent()) {
            throw new DocumentException(
                    RejectReason.NO_FORM, plan.problem().get(), "rename the column with a project operator");
        }
        json.startObject();
        for (int i = 0; i < plan.positions().length; i++) {
            if (image.isPresent(plan.positions()[i])) {
                json.name(plan.names()[i]);
                values.expectSet(plan.sets()[i]);
                value(image, plan.names()[i], plan.positions()[i]);
            }
        }
        if (form.provenance()) {
            provenance.write(row);
        }
        json.endObject();
        return json.take();
    }

    private void value(RowImage image, SerializedString name, int position) {
        try {
            image.read(position, values);
        } catch (RowDecodeException e) {
            throw new DocumentException(
                    RejectReason.UNDECODABLE_VALUE,
                    "column " + name + " cannot be read: " + e.getMessage(),
                    "see what the server has there",
                    e);
        } catch (DocumentException e) {
            throw e.ofColumn(name.getValue());
        }
    }
}
