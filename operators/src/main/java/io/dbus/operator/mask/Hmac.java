package io.dbus.operator.mask;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.event.RowBuilder;
import io.dbus.operator.column.PlainText;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Hashes values under a secret: HMAC-SHA-256 (RFC 2104, FIPS 180-4). Not thread-safe. It shows the secret to nobody. */
final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private final Mac mac;
    private final Encoding encoding;

    Hmac(String secret, Encoding encoding) {
        this.encoding = requireNonNull(encoding, "encoding");
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    int characters() {
        return encoding.characters();
    }

    /** Takes a value and writes its hash. */
    PlainText.Target into(RowBuilder to) {
        return new PlainText.Target() {
            @Override
            public void nullValue() {
                to.nullValue();
            }

            @Override
            public void text(byte[] utf8, int offset, int length) {
                bytes(utf8, offset, length);
            }

            @Override
            public void bytes(byte[] bytes, int offset, int length) {
                mac.update(bytes, offset, length);
                byte[] text = encoding.text(mac.doFinal()).getBytes(US_ASCII);
                to.text(text, 0, text.length);
            }
        };
    }
}
