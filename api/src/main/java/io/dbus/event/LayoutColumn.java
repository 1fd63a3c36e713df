package io.dbus.event;

import static java.util.Objects.requireNonNull;

/**
 * The type of a column of a row image: what its values mean and how they are laid out.
 *
 * @param type what the values mean, not null
 * @param physical how they are laid out, not null
 */
public record LayoutColumn(LogicalType type, PhysicalType physical) {
    public LayoutColumn {
        requireNonNull(type, "type");
        requireNonNull(physical, "physical");
    }
}
