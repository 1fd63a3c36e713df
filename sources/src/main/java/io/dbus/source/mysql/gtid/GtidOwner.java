package io.dbus.source.mysql.gtid;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What numbers are counted under: a uuid and a tag (the server's {@code TSID}). Ordered as the server orders them, by the
 * uuid's bytes, then the tag.
 */
record GtidOwner(UUID uuid, String tag) implements Comparable<GtidOwner> {
    private static final Pattern TAG = Pattern.compile("[a-z_][a-z0-9_]{0,31}");

    GtidOwner {
        requireNonNull(uuid, "uuid");
        requireNonNull(tag, "tag");
    }

    /** The tag of a text in its canonical form, lower case. */
    static String parseTag(String text) {
        String tag = text.toLowerCase(Locale.ROOT);
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is no GTID tag: a tag has up to 32 letters, digits and underscores and begins with no digit");
        }
        return tag;
    }

    /** Unlike {@link UUID#compareTo}, which compares signed. */
    @Override
    public int compareTo(GtidOwner other) {
        int high = Long.compareUnsigned(uuid.getMostSignificantBits(), other.uuid.getMostSignificantBits());
        if (high != 0) {
            return high;
        }
        int low = Long.compareUnsigned(uuid.getLeastSignificantBits(), other.uuid.getLeastSignificantBits());
        return low != 0 ? low : tag.compareTo(other.tag);
    }
}
