package io.dbus.source.mock;

import java.util.Locale;

/** What a mock source can be made to do wrong at a row. */
enum FaultKind {
    /** A value of the row's image, or the image as a whole, is damaged. */
    UNDECODABLE,
    /** A text of the row is very long. */
    TOO_LARGE,
    /** So many rows of the split come at once, whatever the rate. */
    BURST,
    /** The split stands still. */
    PAUSE,
    /** The row comes twice. */
    REPEAT,
    /** After the row comes the change of the same row that was before it, once more. */
    OUT_OF_ORDER,
    /** Before the row comes a TRUNCATE of its table; later rows go on as if there had been none. */
    TRUNCATE,
    /** The source fails when it comes to the row, once as long as the job's coordinator lives. */
    FAIL;

    /** As users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
