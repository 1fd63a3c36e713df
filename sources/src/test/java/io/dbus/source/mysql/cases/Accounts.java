package io.dbus.source.mysql.cases;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.source.mysql.MySqlSourceOptions;
import io.dbus.source.mysql.MySqlSourcePlugin;
import io.dbus.source.mysql.connection.SslMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;

/** The accounts that a case makes for the job, whose names tell what is special about them: each is tried before the job runs as the first. */
final class Accounts {
    private static final Pattern CREATED =
            Pattern.compile("CREATE USER '(cdc_\\w+)'@'%' IDENTIFIED (?:WITH \\w+ )?BY '([^']*)'");

    /** What must be wrong with an account, in either mode; empty for nothing. */
    private record Trial(String user, SslMode tls, String full, String minimal) {}

    private static final List<Trial> TRIALS = List.of(
            new Trial("cdc_sha2", SslMode.DISABLED, "", ""),
            new Trial("cdc_longpw", SslMode.DISABLED, "", ""),
            new Trial("cdc_sha256", SslMode.PREFERRED, "sha256_password", "sha256_password"),
            new Trial("cdc_ssl", SslMode.REQUIRED, "", ""),
            new Trial("cdc_ssl", SslMode.DISABLED, "1045", "1045"),
            new Trial("cdc_noclient", SslMode.PREFERRED, "REPLICATION CLIENT", "REPLICATION CLIENT"),
            new Trial("cdc_noselect", SslMode.PREFERRED, "", "SELECT"),
            new Trial("cdc_expired", SslMode.PREFERRED, "ALTER USER", "ALTER USER"));

    private final Map<String, String> passwords = new TreeMap<>();

    /** The accounts of a case; none for most. */
    Accounts(CaseFolder folder) {
        Matcher created = CREATED.matcher(folder.setup());
        while (created.find()) {
            passwords.put(created.group(1), created.group(2));
        }
    }

    /** Lets the job run as one of them, if there are any. */
    void choose(Configuration options) {
        if (passwords.containsKey(TRIALS.get(0).user())) {
            login(options, TRIALS.get(0));
        }
    }

    private void login(Configuration options, Trial trial) {
        options.set(MySqlSourceOptions.USERNAME, trial.user());
        options.set(MySqlSourceOptions.PASSWORD, passwords.get(trial.user()));
        options.set(MySqlSourceOptions.SSL_MODE, trial.tls());
    }

    /** Tries each account: what is wrong with what was said of it. */
    List<String> differences(Configuration options, Mode mode) {
        List<String> differences = new ArrayList<>();
        for (Trial trial : TRIALS) {
            if (!passwords.containsKey(trial.user())) {
                continue;
            }
            Configuration tried = new Configuration(options);
            login(tried, trial);
            List<Problem> problems =
                    new MySqlSourcePlugin().preflight(new PluginContext("accounts", "db", tried, List.of()));
            String said = problems.stream()
                    .map(problem -> problem.what() + " " + problem.cure())
                    .collect(Collectors.joining(" | "));
            String needed = mode == Mode.FULL ? trial.full() : trial.minimal();
            if (needed.isEmpty() != problems.isEmpty() || !said.contains(needed)) {
                differences.add(trial.user() + " with ssl.mode " + trial.tls() + " has the problems (" + said
                        + ") in place of (" + needed + ")");
            }
        }
        return differences;
    }
}
