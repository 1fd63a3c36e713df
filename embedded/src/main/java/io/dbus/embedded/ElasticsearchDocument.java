package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A document as a search found it.
 *
 * @param index the index that holds it, where a search went through an alias or a pattern
 * @param id its {@code _id}
 * @param routing its {@code _routing}, where it was indexed with one
 * @param version its {@code _version}
 * @param source its {@code _source}, numbers with all their digits
 */
public record ElasticsearchDocument(String index, String id, Optional<String> routing, long version, JsonNode source) {
    public ElasticsearchDocument {
        requireNonNull(index, "index is null");
        requireNonNull(id, "id is null");
        requireNonNull(routing, "routing is null");
        requireNonNull(source, "source is null");
    }
}
