package io.dbus.source.mysql.cases;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a line of a script tells the runner. */
sealed interface Directive {
    /** The state is in a checkpoint, and another job goes on from that. */
    record Restart() implements Directive {}

    /** The job ends; with a savepoint, or thrown away after a checkpoint. */
    record Stop(boolean savepoint) implements Directive {}

    /** Another job goes on from where the last stopped. */
    record Start() implements Directive {}

    /** The job fails when so many more events are out. */
    record KillAfter(int events) implements Directive {}

    /** The next statement must fail, with that error of the server or with any where it is 0. */
    record ExpectError(int code) implements Directive {}

    /** The next statement stands for a restart of the server. */
    record Reconnect() implements Directive {}

    /** Says something of the next statement that needs nothing done. */
    record Remark() implements Directive {}

    /** A statement of the runner's own. */
    record Run(String sql) implements Directive {}

    Pattern LINE = Pattern.compile("@([A-Za-z][A-Za-z-]*)(.*)");
    Pattern RUNS = Pattern.compile("the harness runs: (.+)");
    Pattern EVENTS = Pattern.compile("(\\d+) (?:events?|rows?)(?: of (?:this|the) transaction)?");

    /** Whether a comment is meant for the runner. */
    static boolean isDirective(String comment) {
        return comment.startsWith("@") || RUNS.matcher(comment).matches();
    }

    /**
     * The directive of a comment.
     *
     * @param comment the line without the dashes and the space
     * @throws IllegalArgumentException when it is none that the runner knows
     */
    static Directive parse(String comment) {
        Matcher runs = RUNS.matcher(comment);
        if (runs.matches()) {
            return new Run(runs.group(1).strip());
        }
        Matcher line = LINE.matcher(comment);
        if (!line.matches()) {
            throw unknown(comment);
        }
        String said = line.group(2).strip();
        return switch (line.group(1)) {
            case "checkpoint-and-restart-consumer" -> plain(new Restart(), said, comment);
            case "stop-consumer" -> plain(new Stop(true), said, comment);
            case "checkpoint-and-stop-consumer" -> plain(new Stop(false), said, comment);
            case "start-consumer" -> plain(new Start(), said, comment);
            case "kill-consumer-after" -> {
                Matcher events = EVENTS.matcher(said);
                if (!events.matches()) {
                    throw unknown(comment);
                }
                yield new KillAfter(Integer.parseInt(events.group(1)));
            }
            case "expect-error" -> {
                Matcher code = Pattern.compile("\\d+").matcher(said);
                yield new ExpectError(code.lookingAt() ? Integer.parseInt(code.group()) : 0);
            }
            case "restart-server-or" -> new Reconnect();
            case "not-in-binlog", "logged-as-statement" -> new Remark();
            default -> throw unknown(comment);
        };
    }

    /** What follows a colon or stands in brackets explains. */
    private static Directive plain(Directive directive, String said, String comment) {
        if (!said.isEmpty() && !said.startsWith(":") && !said.startsWith("(")) {
            throw unknown(comment);
        }
        return directive;
    }

    private static IllegalArgumentException unknown(String comment) {
        return new IllegalArgumentException("The runner does not know the directive '" + comment + "'");
    }
}
