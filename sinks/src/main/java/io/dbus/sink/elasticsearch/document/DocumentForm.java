package io.dbus.sink.elasticsearch.document;

import static java.util.Objects.requireNonNull;

import io.dbus.sink.elasticsearch.document.DocumentOptions.DecimalHandling;
import io.dbus.sink.elasticsearch.document.DocumentOptions.DecimalMapping;
import io.dbus.sink.elasticsearch.document.DocumentOptions.GeometryHandling;
import io.dbus.sink.elasticsearch.document.DocumentOptions.JsonHandling;
import io.dbus.sink.elasticsearch.document.DocumentOptions.SetHandling;
import io.dbus.sink.elasticsearch.document.DocumentOptions.UnsignedMapping;
import io.dbus.sink.elasticsearch.document.DocumentOptions.ZeroDates;
import io.dbus.sink.format.ValueOptions;
import java.io.Serializable;
import org.apache.flink.configuration.ReadableConfig;

/** What values are in documents, and what fields are made for them in mappings. */
record DocumentForm(
        JsonHandling json,
        DecimalHandling decimals,
        DecimalMapping decimalMapping,
        UnsignedMapping unsignedMapping,
        ValueOptions.Binaries binaries,
        SetHandling sets,
        ZeroDates zeroDates,
        GeometryHandling geometries,
        boolean provenance)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    DocumentForm {
        requireNonNull(json, "json");
        requireNonNull(decimals, "decimals");
        requireNonNull(decimalMapping, "decimalMapping");
        requireNonNull(unsignedMapping, "unsignedMapping");
        requireNonNull(binaries, "binaries");
        requireNonNull(sets, "sets");
        requireNonNull(zeroDates, "zeroDates");
        requireNonNull(geometries, "geometries");
    }

    static DocumentForm of(ReadableConfig options) {
        return new DocumentForm(
                options.get(DocumentOptions.JSON),
                options.get(DocumentOptions.DECIMALS),
                options.get(DocumentOptions.DECIMAL_MAPPING),
                options.get(DocumentOptions.UNSIGNED_MAPPING),
                options.getOptional(ValueOptions.BINARIES).orElse(ValueOptions.Binaries.BYTES),
                options.get(DocumentOptions.SETS),
                options.get(DocumentOptions.ZERO_DATES),
                options.get(DocumentOptions.GEOMETRIES),
                options.get(DocumentOptions.PROVENANCE));
    }

    /** Whether bytes are in the base64 that a field of type {@code binary} takes. */
    boolean binariesAreBase64() {
        return binaries == ValueOptions.Binaries.BYTES || binaries == ValueOptions.Binaries.BASE64;
    }
}
