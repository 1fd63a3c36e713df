package io.dbus.operator.complete;

import io.dbus.operator.state.StateOptions;
import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code complete}. */
public final class CompleteOptions {
    /** What becomes of rows that are not known in full. */
    public static final ConfigOption<Unknown> UNKNOWN = ConfigOptions.key("unknown")
            .enumType(Unknown.class)
            .defaultValue(Unknown.REJECT)
            .withDescription(
                    "What becomes of a row change whose absent columns are not known: reject (to the dead letters, reason incomplete-row; without dead letters the job "
                            + "fails) or pass (with the columns that are known, counted as incomplete). Not known are rows of which no full image was seen since the "
                            + "pipeline began, columns that were added or changed their type since the row was seen, columns that an INSERT left to their defaults and "
                            + "the server did not log, rows from before a TRUNCATE, and rows of which a change is seen not to have come this way. Nothing is ever guessed; but "
                            + "a column that is dropped and later added again under its name and with its type cannot be told from the old one: give it another name, or start the "
                            + "component without its state (under another name) after such an ALTER. "
                            + "What can be seen of such a row is kept: later changes may make it whole.");

    /** What becomes of updates of the key. */
    public static final ConfigOption<KeyChanges> KEY_CHANGES = ConfigOptions.key("key-changes")
            .enumType(KeyChanges.class)
            .defaultValue(KeyChanges.FOLLOW)
            .withDescription(
                    "What becomes of an update that changes a row's key and whose images are not full: follow makes it a delete of the old key and an insert of the new "
                            + "one, both full, and goes on from there under the new key. For that all changes of one table of one source take one lane, in this operator and, as "
                            + "order among keys must not be lost on the way, from the source on: tables run in parallel, the rows of one table do not, and a pipeline is as "
                            + "fast as one core is with its largest table. reject spreads each table over all lanes (256 parts) and rejects such updates, reason "
                            + "partial-key-change: right where keys never change. Updates of the key with full images are a delete and an insert anyway. A change of this option "
                            + "forgets the rows that are known.");

    /** How long rows are kept. */
    public static final ConfigOption<Duration> STATE_TTL = StateOptions.ttl(
            "A row that was forgotten is not known: its next change with an image that is not full is treated as 'unknown' says. The state holds every "
                    + "row of the tables once, in the size of its image; a delete takes it out.");

    private CompleteOptions() {}
}
