package io.dbus.operator.route;

import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code route}. */
public final class RouteOptions {
    /** The routes in order. */
    public static final ConfigOption<List<Map<String, String>>> ROUTES = ConfigOptions.key("routes")
            .mapType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The routes, the first that fits a table wins. Each has tables, one pattern: a glob over db.table (* is any run of "
                            + "characters but the point, ** any run, ? one character) or a regular expression between slashes; and to, the db.table that "
                            + "components behind see, where $1, $2 ... (${1} before another digit) are what the wildcards or groups stand for and $$ is a dollar sign. "
                            + "Example: [{tables: 'shop.order_*', to: sales.orders}, {tables: 'eu_*.*', to: 'eu.$1_$2'}].");

    /** What becomes of the others. */
    public static final ConfigOption<Unmatched> UNMATCHED = ConfigOptions.key("unmatched")
            .enumType(Unmatched.class)
            .defaultValue(Unmatched.PASS)
            .withDescription(
                    "What becomes of row changes and TRUNCATEs whose table no route fits: pass (under their own name), drop (counted as dropped, "
                            + "reason no-route) or fail (rejected, reason no-route: without dead-letters the job fails and names the table).");

    private RouteOptions() {}
}
