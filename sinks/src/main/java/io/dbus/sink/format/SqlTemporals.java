package io.dbus.sink.format;

import static java.util.Objects.requireNonNull;

/**
 * Writes dates and times as JSON strings in SQL's own form, without a zone: {@code 2024-05-01 12:30:00}. A date that no calendar has is its text, null, or refused, as {@code zero-date} says.
 * Hot path.
 */
public final class SqlTemporals {
    private final JsonOut json;
    private final ValueOptions options;
    private final TemporalText text = new TemporalText();

    public SqlTemporals(JsonOut json, ValueOptions options) {
        this.json = requireNonNull(json, "json");
        this.options = requireNonNull(options, "options");
    }

    /** {@code 2024} */
    public void year(int year) {
        string(text.year(year));
    }

    /** {@code 2024-05-01} */
    public void date(int year, int month, int day) {
        dated(text.date(year, month, day), year, month, day);
    }

    /** {@code -12:30:00.5} */
    public void time(long micros, int fractionalDigits) {
        string(text.time(micros, fractionalDigits));
    }

    /** {@code 2024-05-01 12:30:00} */
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        dated(
                text.datetime(year, month, day, hour, minute, second, micros, fractionalDigits)
                        .spaced(),
                year,
                month,
                day);
    }

    /** As a date and a time in UTC. */
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            // MySQL's zero timestamp, which is no instant.
            datetime(0, 0, 0, 0, 0, 0, 0, fractionalDigits);
        } else {
            string(text.utc(epochSecond, micros, fractionalDigits).spaced());
        }
    }

    private void dated(TemporalText written, int year, int month, int day) {
        if (!TemporalText.inCalendar(year, month, day) && options.isNulled(written)) {
            json.nullValue();
        } else {
            string(written);
        }
    }

    private void string(TemporalText written) {
        json.raw(written.ascii(), 0, written.length());
    }
}
