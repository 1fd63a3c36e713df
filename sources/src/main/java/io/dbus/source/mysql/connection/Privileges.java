package io.dbus.source.mysql.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the user of a connection may do, by SHOW GRANTS, the roles included that are active in the session. */
final class Privileges {
    private static final Pattern GRANT = Pattern.compile("GRANT (.+?) ON (\\S+) TO .*", Pattern.DOTALL);

    private final String account;
    private final Set<String> global;
    private final boolean mariaDb;

    private Privileges(String account, Set<String> global, boolean mariaDb) {
        this.account = account;
        this.global = global;
        this.mariaDb = mariaDb;
    }

    static Privileges read(MySqlConnection connection) throws MySqlException {
        boolean mariaDb = connection.flavor() == ServerFlavor.MARIADB;
        List<String> grants = new ArrayList<>();
        for (ResultRow row : connection.query("SHOW GRANTS" + using(connection, mariaDb))) {
            grants.add(row.text(0));
        }
        String user = ServerInfoQuery.single(connection, "SELECT CURRENT_USER()");
        return new Privileges(account(user), global(grants), mariaDb);
    }

    /** The account that the server took the user for, as GRANT has it: {@code 'dbus'@'%'}. */
    String account() {
        return account;
    }

    boolean canReadBinlog() {
        return has("REPLICATION SLAVE") || has("REPLICATION REPLICA");
    }

    /** Whether it may ask for binlog files and position. */
    boolean canSeeBinlogStatus() {
        return has("REPLICATION CLIENT") || has("BINLOG MONITOR") || has("SUPER");
    }

    /** The statement that gives the privilege to see binlog files and position. */
    String grantOfBinlogStatus() {
        return grant(mariaDb ? "BINLOG MONITOR" : "REPLICATION CLIENT");
    }

    /** The statement that gives a privilege on everything. */
    String grant(String privilege) {
        return "GRANT " + privilege + " ON *.* TO " + account + ";";
    }

    /** The global privileges that grants name, in upper case. */
    static Set<String> global(List<String> grants) {
        Set<String> found = new TreeSet<>();
        for (String grant : grants) {
            Matcher matcher = GRANT.matcher(grant);
            if (matcher.matches() && matcher.group(2).equals("*.*")) {
                for (String privilege : matcher.group(1).split(",")) {
                    found.add(privilege.strip().toUpperCase(Locale.ROOT));
                }
            }
        }
        return found;
    }

    private boolean has(String privilege) {
        return global.contains("ALL PRIVILEGES") || global.contains("ALL") || global.contains(privilege);
    }

    /** MySQL lists a role's privileges only when asked for the role; MariaDB lists those of the current role by itself. */
    private static String using(MySqlConnection connection, boolean mariaDb) throws MySqlException {
        if (mariaDb || !connection.isVersionAtLeast(8, 0)) {
            return "";
        }
        String roles = ServerInfoQuery.single(connection, "SELECT CURRENT_ROLE()");
        return roles.isEmpty() || roles.equals("NONE") ? "" : " FOR CURRENT_USER() USING " + roles;
    }

    private static String account(String user) {
        int at = user.lastIndexOf('@');
        return MySqlConnection.quote(user.substring(0, Math.max(at, 0))) + "@"
                + MySqlConnection.quote(user.substring(at + 1));
    }
}
