package io.dbus.source.mysql.ddl;

import io.debezium.ddl.parser.mariadb.generated.MariaDBLexer;
import io.debezium.ddl.parser.mariadb.generated.MariaDBParser;
import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Lexer;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.ParseTree;

/**
 * Cuts CREATE TABLE and ALTER TABLE into the parts that they are made of, by the grammars of Debezium. Prediction is SLL first, which is fast and fails on a
 * few statements that are right, then LL (ANTLR, {@code PredictionMode}). A server runs more than any grammar knows: what one refuses is not wrong.
 */
final class Grammar {
    /** The newest whose syntax the grammar of MySQL tells apart; it takes what older servers take. */
    private static final int MYSQL_SYNTAX = 90200;

    private static final Set<String> MYSQL_PARTS =
            Set.of("tableElement", "alterListItem", "createTableOptionsSpaceSeparated");
    private static final Set<String> MARIADB_PARTS = Set.of("createDefinition", "alterSpecification");

    private final boolean mariaDb;

    Grammar(SqlDialect dialect) {
        this.mariaDb = dialect.mariaDb();
    }

    /** Where the parts of a statement begin and end, each the first character and the one behind the last; empty when the grammar refuses the text. */
    Optional<List<int[]>> parts(String sql) {
        for (PredictionMode mode : List.of(PredictionMode.SLL, PredictionMode.LL)) {
            try {
                List<int[]> parts = new ArrayList<>();
                if (mariaDb) {
                    MariaDBLexer lexer = strict(new MariaDBLexer(new UpperCased(sql)));
                    MariaDBParser parser = strict(new MariaDBParser(new CommonTokenStream(lexer)), mode);
                    collect(tree(parser, parser::root), MariaDBParser.ruleNames, MARIADB_PARTS, parts);
                } else {
                    MySqlLexer lexer = strict(new MySqlLexer(new UpperCased(sql)));
                    lexer.serverVersion = MYSQL_SYNTAX;
                    MySqlParser parser = strict(new MySqlParser(new CommonTokenStream(lexer)), mode);
                    parser.serverVersion = MYSQL_SYNTAX;
                    collect(tree(parser, parser::query), MySqlParser.ruleNames, MYSQL_PARTS, parts);
                }
                return Optional.of(inChars(parts, sql));
            } catch (ParseCancellationException | StackOverflowError e) {
                // The next prediction mode, or none: as documented, a refusal is an answer.
            }
        }
        return Optional.empty();
    }

    /** ANTLR counts characters outside of the first plane once, Java twice. */
    private static List<int[]> inChars(List<int[]> parts, String sql) {
        if (sql.codePointCount(0, sql.length()) < sql.length()) {
            for (int[] part : parts) {
                part[0] = sql.offsetByCodePoints(0, part[0]);
                part[1] = sql.offsetByCodePoints(0, part[1]);
            }
        }
        return parts;
    }

    private static ParseTree tree(Parser parser, Supplier<? extends ParseTree> rule) {
        ParseTree tree = rule.get();
        if (parser.getCurrentToken().getType() != org.antlr.v4.runtime.Token.EOF) {
            throw new ParseCancellationException("text is left over");
        }
        return tree;
    }

    private static void collect(ParseTree tree, String[] rules, Set<String> wanted, List<int[]> parts) {
        if (tree instanceof ParserRuleContext context) {
            if (wanted.contains(rules[context.getRuleIndex()])) {
                parts.add(new int[] {
                    context.getStart().getStartIndex(), context.getStop().getStopIndex() + 1
                });
                return;
            }
            for (int i = 0; i < context.getChildCount(); i++) {
                collect(context.getChild(i), rules, wanted, parts);
            }
        }
    }

    private static <T extends Lexer> T strict(T lexer) {
        lexer.removeErrorListeners();
        lexer.addErrorListener(new Refusal());
        return lexer;
    }

    private static <T extends Parser> T strict(T parser, PredictionMode mode) {
        parser.removeErrorListeners();
        parser.addErrorListener(new Refusal());
        parser.getInterpreter().setPredictionMode(mode);
        return parser;
    }

    /** Ends at the first error in place of going on behind it. */
    private static final class Refusal extends BaseErrorListener {
        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                Object symbol,
                int line,
                int column,
                String message,
                RecognitionException e) {
            throw new ParseCancellationException(message);
        }
    }

    /** Shows letters in upper case, as the grammars write keywords; what is found in the text stays as written. */
    private static final class UpperCased implements CharStream {
        private final CharStream text;

        UpperCased(String sql) {
            this.text = CharStreams.fromString(sql);
        }

        @Override
        public String getText(org.antlr.v4.runtime.misc.Interval interval) {
            return text.getText(interval);
        }

        @Override
        public void consume() {
            text.consume();
        }

        @Override
        public int LA(int offset) {
            int c = text.LA(offset);
            return c <= 0 ? c : Character.toUpperCase(c);
        }

        @Override
        public int mark() {
            return text.mark();
        }

        @Override
        public void release(int marker) {
            text.release(marker);
        }

        @Override
        public int index() {
            return text.index();
        }

        @Override
        public void seek(int index) {
            text.seek(index);
        }

        @Override
        public int size() {
            return text.size();
        }

        @Override
        public String getSourceName() {
            return "statement";
        }
    }
}
