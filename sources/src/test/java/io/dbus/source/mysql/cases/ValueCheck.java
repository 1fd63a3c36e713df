package io.dbus.source.mysql.cases;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.event.RowImage;
import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the value of a column with the one that a case expects. */
final class ValueCheck implements ValueReceiver {
    private static final Pattern REPEATED = Pattern.compile("(.+) x(\\d{1,7})", Pattern.DOTALL);
    private static final int SHOWN = 200;

    private final JsonNode expected;
    private String difference = "";

    private ValueCheck(JsonNode expected) {
        this.expected = expected;
    }

    /** What is wrong with a column that the image holds; empty when nothing is. */
    static Optional<String> difference(JsonNode expected, RowImage image, int position) {
        ValueCheck check = new ValueCheck(expected);
        image.read(position, check);
        return check.difference.isEmpty() ? Optional.empty() : Optional.of(check.difference);
    }

    private void same(boolean same, Object actual) {
        if (!same) {
            difference = "is " + shortened(String.valueOf(actual)) + " in place of " + shortened(expected.toString());
        }
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "... (" + text.length() + " characters)";
    }

    @Override
    public void nullValue() {
        same(expected.isNull(), "NULL");
    }

    @Override
    public void int64(long value) {
        integer(BigInteger.valueOf(value));
    }

    @Override
    public void uint64(long bits) {
        integer(new BigInteger(Long.toUnsignedString(bits)));
    }

    @Override
    public void bits(long bits, int width) {
        uint64(bits);
    }

    private void integer(BigInteger value) {
        same(expected.isIntegralNumber() && expected.bigIntegerValue().equals(value), value);
    }

    @Override
    public void decimal(BigDecimal value) {
        same(expected.isTextual() && expected.textValue().equals(value.toPlainString()), value.toPlainString());
    }

    @Override
    public void float32(float value) {
        same(expected.isNumber() && expected.decimalValue().floatValue() == value, value);
    }

    @Override
    public void float64(double value) {
        same(expected.isNumber() && expected.decimalValue().doubleValue() == value, value);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        String value = new String(utf8, offset, length, UTF_8);
        boolean same =
                expected.isTextual() && (expected.textValue().equals(value) || isRepeated(expected.textValue(), value));
        same(same || isDigest(utf8, offset, length), "'" + value + "'");
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        String value = base64(bytes, offset, length);
        same(expected.isTextual() && expected.textValue().equals(value) || isDigest(bytes, offset, length), value);
    }

    @Override
    public void date(int year, int month, int day) {
        written(dateText(year, month, day));
    }

    @Override
    public void time(long micros, int digits) {
        long size = Math.abs(micros);
        long seconds = size / 1_000_000;
        String sign = micros < 0 ? "-" : "";
        written(sign + clock(seconds / 3600, seconds / 60 % 60, seconds % 60, (int) (size % 1_000_000), digits));
    }

    @Override
    public void datetime(int year, int month, int day, int hour, int minute, int second, int micros, int digits) {
        written(dateText(year, month, day) + "T" + clock(hour, minute, second, micros, digits));
    }

    @Override
    public void timestamp(long epochSecond, int micros, int digits) {
        if (epochSecond == 0 && micros == 0) {
            written("0000-00-00T" + clock(0, 0, 0, 0, digits) + "Z");
            return;
        }
        LocalDateTime utc = LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC);
        written(dateText(utc.getYear(), utc.getMonthValue(), utc.getDayOfMonth())
                + "T"
                + clock(utc.getHour(), utc.getMinute(), utc.getSecond(), micros, digits)
                + "Z");
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        String value = new String(utf8, offset, length, UTF_8);
        JsonNode text = expected.get("$json");
        same(
                text != null && expected.size() == 1 && isSame(document(text.textValue()), document(value)),
                "the document " + value);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        String value = base64(wkb, offset, length);
        boolean same = expected.isObject()
                && expected.size() == 2
                && expected.path("srid").intValue() == srid
                && expected.path("wkb").asText().equals(value);
        same(same, "srid " + srid + " " + value);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        float[] values = new float[count];
        ByteBuffer.wrap(floats, offset, count * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        boolean same = expected.isArray() && expected.size() == count;
        for (int i = 0; same && i < count; i++) {
            same = expected.get(i).isNumber() && expected.get(i).decimalValue().floatValue() == values[i];
        }
        same(same, Arrays.toString(values));
    }

    private void written(String value) {
        same(expected.isTextual() && expected.textValue().equals(value), value);
    }

    private static String dateText(int year, int month, int day) {
        return String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
    }

    private static String clock(long hour, long minute, long second, int micros, int digits) {
        String fraction = digits == 0
                ? ""
                : "." + String.format(Locale.ROOT, "%06d", micros).substring(0, digits);
        return String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second) + fraction;
    }

    private static String base64(byte[] bytes, int offset, int length) {
        return "base64:" + Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private static boolean isRepeated(String expected, String value) {
        Matcher repeated = REPEATED.matcher(expected);
        return repeated.matches()
                && repeated.group(1).repeat(Integer.parseInt(repeated.group(2))).equals(value);
    }

    private boolean isDigest(byte[] bytes, int offset, int length) {
        if (!expected.isObject() || expected.size() != 2 || !expected.has("$len") || !expected.has("$sha256")) {
            return false;
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(bytes, offset, length);
            return expected.get("$len").intValue() == length
                    && HexFormat.of()
                            .formatHex(sha.digest())
                            .equals(expected.get("$sha256").textValue());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    private static JsonNode document(String text) {
        try {
            return CaseFolder.JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not a JSON document: " + shortened(text), e);
        }
    }

    /** By value: members in any order, numbers whatever their form. */
    private static boolean isSame(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0;
        }
        if (one.getNodeType() != other.getNodeType() || one.size() != other.size()) {
            return false;
        }
        if (one.isObject()) {
            for (Map.Entry<String, JsonNode> member : one.properties()) {
                JsonNode same = other.get(member.getKey());
                if (same == null || !isSame(member.getValue(), same)) {
                    return false;
                }
            }
            return true;
        }
        if (one.isArray()) {
            Iterator<JsonNode> others = other.iterator();
            for (JsonNode element : one) {
                if (!isSame(element, others.next())) {
                    return false;
                }
            }
            return true;
        }
        return one.equals(other);
    }
}
