package io.dbus.operator.mask;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.operator.EventFunction;
import io.dbus.operator.EventOutput;
import io.dbus.operator.OperatorContext;
import io.dbus.operator.TableScope;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.column.RowRewrite;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Masks columns of row changes; decodes no other. The text of the statement goes from all of them: it may show what is masked in its row, or in another that it wrote. A message, whose columns nobody knows, is rejected rather than passed unmasked. Schema changes and TRUNCATEs pass.
 */
final class EventMasker implements EventFunction {
    private static final long serialVersionUID = 1L;

    private final ArrayList<HashMap<String, String>> masks = new ArrayList<>();
    private final String secret;
    private final Encoding encoding;

    private transient TableScope<Optional<RowRewrite>> rewrites;

    EventMasker(List<Map<String, String>> masks, Optional<String> secret, Encoding encoding) {
        masks.forEach(mask -> this.masks.add(new HashMap<>(mask)));
        this.secret = secret.orElse(null);
        this.encoding = requireNonNull(encoding, "encoding");
    }

    @Override
    public void open(OperatorContext context) {
        Optional<Hmac> hmac = Optional.ofNullable(secret).map(key -> new Hmac(key, encoding));
        rewrites = new TableScope<>(List.of(), new Masking(MaskRule.parse(List.copyOf(masks)), hmac)::of);
    }

    @Override
    public void process(Event event, EventOutput output) {
        if (event instanceof RowChange row) {
            Optional<RowRewrite> rewrite = rewrites.of(row);
            RowChange masked = rewrite.isPresent() ? rewrite.get().apply(row) : row;
            output.emit(masked.withoutQuery());
        } else if (event instanceof Message) {
            throw new UnfitEventException(
                    RejectReason.WRONG_KIND,
                    "a mask is for columns of row changes, and this is a message",
                    "give the component only inputs that carry row changes");
        } else {
            output.emit(event);
        }
    }
}
