package io.dbus.source.mysql.gtid;

import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/** The text of sets of MySQL's GTIDs. */
final class GtidText {
    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}");

    private GtidText() {}

    static String print(Map<GtidOwner, Intervals> intervals) {
        StringBuilder text = new StringBuilder();
        UUID last = null;
        for (Map.Entry<GtidOwner, Intervals> entry : intervals.entrySet()) {
            GtidOwner owner = entry.getKey();
            if (!owner.uuid().equals(last)) {
                text.append(last == null ? "" : ",").append(owner.uuid());
                last = owner.uuid();
            }
            if (!owner.tag().isEmpty()) {
                text.append(':').append(owner.tag());
            }
            entry.getValue().appendTo(text);
        }
        return text.toString();
    }

    static GtidSet parse(String text) {
        GtidSet.Builder set = new GtidSet(new TreeMap<>()).toBuilder();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                parsePart(part.strip(), set);
            }
        }
        return set.build();
    }

    private static void parsePart(String part, GtidSet.Builder set) {
        String[] fields = part.split(":", -1);
        String uuidText = fields[0].strip();
        if (!UUID_TEXT.matcher(uuidText).matches()) {
            throw wrong(part, "'" + uuidText + "' is no uuid");
        }
        UUID uuid = UUID.fromString(uuidText);
        String tag = "";
        boolean counted = false;
        for (int i = 1; i < fields.length; i++) {
            String field = fields[i].strip();
            if (!field.isEmpty() && !Character.isDigit(field.charAt(0))) {
                if (i > 1 && !counted) {
                    throw wrong(part, "the tag '" + tag + "' has no numbers");
                }
                tag = parseTag(part, field);
                counted = false;
            } else {
                parseInterval(part, field, uuid, tag, set);
                counted = true;
            }
        }
        if (!counted) {
            throw wrong(part, "numbers are missing at its end");
        }
    }

    private static String parseTag(String part, String field) {
        try {
            return GtidOwner.parseTag(field);
        } catch (IllegalArgumentException e) {
            throw wrong(part, e.getMessage());
        }
    }

    private static void parseInterval(String part, String field, UUID uuid, String tag, GtidSet.Builder set) {
        int dash = field.indexOf('-');
        long first = number(part, dash < 0 ? field : field.substring(0, dash).strip());
        long last = dash < 0 ? first : number(part, field.substring(dash + 1).strip());
        if (last < first) {
            throw wrong(part, "the interval " + field + " ends before it begins");
        }
        set.add(uuid, tag, first, last);
    }

    private static long number(String part, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw wrong(part, "'" + text + "' is no number");
        }
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(message(part, text + " is over 2^63 - 2"), e);
        }
        if (number < 1 || number == Long.MAX_VALUE) {
            throw wrong(part, text + " is not from 1 to 2^63 - 2");
        }
        return number;
    }

    private static IllegalArgumentException wrong(String part, String why) {
        return new IllegalArgumentException(message(part, why));
    }

    private static String message(String part, String why) {
        return "'" + part + "' is no part of a GTID set: " + why + "; write uuid:1-5:7 or uuid:tag:1-3";
    }
}
