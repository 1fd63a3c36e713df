package io.dbus.sink.format.avro;

import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * The field that a column's values are written to.
 *
 * @param position the column's position in the layout of its images
 * @param column the column's name, for messages
 * @param field the field's name
 * @param type the type that values other than NULL are written in; of the union's branch where the field is a union
 * @param form what that type holds
 * @param valueBranch the index of the type in the union; -1 where the field is none
 * @param nullBranch the index of null in the union; -1 where the field takes no null
 */
record FieldTarget(
        int position, String column, String field, Schema type, AvroForm form, int valueBranch, int nullBranch) {

    /**
     * The target of a column in a field of a schema.
     *
     * @throws EncodeException when the field does not take every value of the column's type
     */
    static FieldTarget of(Column column, LogicalType columnType, Schema.Field to, ColumnSchemas schemas) {
        Schema field = to.schema();
        Optional<Schema> branch = schemas.branch(field, columnType);
        if (branch.isEmpty()) {
            throw new EncodeException(
                    RejectReason.NO_FORM,
                    "column " + column.name() + " is " + columnType + ", and its field of the type " + field
                            + " does not take all its values",
                    "give the field the type " + schemas.of(columnType)
                            + ", or one that Avro promotes it to, or leave the column out");
        }
        List<Schema> branches = field.isUnion() ? field.getTypes() : List.of();
        int nullBranch = -1;
        for (int i = 0; i < branches.size(); i++) {
            if (branches.get(i).getType() == Schema.Type.NULL) {
                nullBranch = i;
            }
        }
        return new FieldTarget(
                column.position(),
                column.name(),
                to.name(),
                branch.get(),
                AvroForm.of(branch.get()).orElseThrow(),
                branches.indexOf(branch.get()),
                nullBranch);
    }
}
