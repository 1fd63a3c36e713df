package io.dbus.source.mysql.cases;

import io.dbus.event.Event;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.event.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What came out, in the form of {@link Expectation}: an update of the key is one again. */
sealed interface Seen {
    /** The event, or the first of two. */
    Event event();

    record Row(
            String op,
            String table,
            TableSchema schema,
            Optional<RowImage> before,
            Optional<RowImage> after,
            RowChange event)
            implements Seen {
        @Override
        public String toString() {
            return op + " " + table + " "
                    + before.map(image -> ValueText.of(schema, image).toString())
                            .orElse("")
                    + after.map(image -> " -> " + ValueText.of(schema, image)).orElse("");
        }
    }

    record Ddl(SchemaChange event) implements Seen {
        @Override
        public String toString() {
            return "ddl " + event.ddl();
        }
    }

    record Emptied(Truncate event) implements Seen {
        @Override
        public String toString() {
            return "truncate " + event.source();
        }
    }

    /**
     * The events of a job.
     *
     * @throws IllegalArgumentException when half of an update of a key is alone
     */
    static List<Seen> of(List<Event> events) {
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event instanceof RowChange row && row.counterpart().isPresent()) {
                i++;
                boolean paired = row.operation() == Operation.DELETE
                        && i < events.size()
                        && events.get(i) instanceof RowChange insert
                        && insert.operation() == Operation.INSERT
                        && insert.counterpart().isPresent()
                        && insert.origin().ordinal() == row.origin().ordinal()
                        && insert.origin().sequence() > row.origin().sequence();
                if (!paired) {
                    throw new IllegalArgumentException("A half of an update of a key is alone: " + row);
                }
                seen.add(row("update", row, row.before(), ((RowChange) events.get(i)).after()));
            } else if (event instanceof RowChange row) {
                seen.add(row(row.operation().name().toLowerCase(Locale.ROOT), row, row.before(), row.after()));
            } else if (event instanceof SchemaChange change) {
                seen.add(new Ddl(change));
            } else if (event instanceof Truncate truncate) {
                seen.add(new Emptied(truncate));
            } else {
                throw new IllegalArgumentException("The runner does not know the event " + event);
            }
        }
        return seen;
    }

    private static Row row(String op, RowChange row, Optional<RowImage> before, Optional<RowImage> after) {
        return new Row(op, row.table().toString(), row.schema(), before, after, row);
    }
}
