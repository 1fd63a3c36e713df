package io.dbus.source.mysql;

import io.dbus.event.Event;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SourcePlugin;
import io.dbus.source.mysql.connection.Preflight;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.reader.ReaderSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.ConfigOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The source {@code mysql}. */
public final class MySqlSourcePlugin implements SourcePlugin {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlSourcePlugin.class);

    /** The plugin's name. */
    public static final String TYPE = "mysql";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public String description() {
        return "Reads the changes of the rows of MySQL and MariaDB servers from their binlogs.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return MySqlSourceOptions.required();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return MySqlSourceOptions.optional();
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        return MySqlSourceConfiguration.of(context).problems();
    }

    @Override
    public List<Problem> preflight(PluginContext context) {
        MySqlSourceConfiguration configuration = MySqlSourceConfiguration.of(context);
        if (!configuration.problems().isEmpty()) {
            return configuration.problems();
        }
        ReaderSettings settings = configuration.settings();
        List<Problem> problems = new ArrayList<>();
        settings.servers().keySet().forEach(server -> problems.addAll(preflight(server, settings, configuration)));
        return problems;
    }

    /** A server can be read when one of its hosts can; what is wrong with the others is told in the log. */
    private static List<Problem> preflight(
            String server, ReaderSettings settings, MySqlSourceConfiguration configuration) {
        List<Problem> problems = new ArrayList<>();
        boolean readable = false;
        for (ServerAddress host : settings.servers().get(server)) {
            List<Problem> found = Preflight.check(new Preflight.Request(
                    server,
                    host,
                    settings.connection(),
                    settings.selector(),
                    configuration.startMode(),
                    settings.identity(server),
                    settings.assumeCurrent()));
            readable |= found.isEmpty();
            problems.addAll(found);
        }
        if (readable) {
            problems.forEach(problem -> LOG.warn("{} {}", problem.what(), problem.cure()));
            return List.of();
        }
        return problems;
    }

    @Override
    public Source<Event, ?, ?> source(PluginContext context) {
        MySqlSourceConfiguration configuration = MySqlSourceConfiguration.of(context);
        return new MySqlSource(configuration.settings(), configuration.startMode());
    }

    @Override
    public List<String> servers(PluginContext context) {
        return MySqlSourceConfiguration.of(context).serverNames();
    }

    @Override
    public Map<String, String> keyForm(PluginContext context) {
        return Map.of(
                MySqlSourceOptions.KEY_COLUMNS.key(),
                context.options().get(MySqlSourceOptions.KEY_COLUMNS),
                MySqlSourceOptions.SHARED_KEYS.key(),
                Boolean.toString(context.options().get(MySqlSourceOptions.SHARED_KEYS)));
    }

    /** MariaDB ends the stream of a replica when another of its server id connects, MySQL by the uuid, which is made of the pipeline's name. */
    @Override
    public List<ConfigOption<?>> identityOptions() {
        return List.of(MySqlSourceOptions.SERVER_ID);
    }

    /** Event time is the commit time, which in a binlog may go back a little: rows behind a watermark are late, not lost. */
    @Override
    public WatermarkStrategy<Event> watermarks(PluginContext context) {
        return WatermarkStrategy.forMonotonousTimestamps();
    }
}
