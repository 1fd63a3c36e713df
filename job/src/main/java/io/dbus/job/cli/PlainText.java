package io.dbus.job.cli;

import java.util.EnumSet;
import org.apache.flink.configuration.description.Formatter;
import org.apache.flink.configuration.description.TextElement.TextStyle;

/** Formats descriptions of options as plain text. */
final class PlainText extends Formatter {
    @Override
    protected void formatLink(StringBuilder state, String link, String text) {
        state.append(link.equals(text) ? link : text + " (" + link + ")");
    }

    @Override
    protected void formatLineBreak(StringBuilder state) {
        state.append('\n');
    }

    @Override
    protected void formatText(StringBuilder state, String format, String[] elements, EnumSet<TextStyle> styles) {
        // No format of Java's: in a text without elements '%s' and other percent signs are what they are.
        int from = 0;
        for (String element : elements) {
            int place = format.indexOf("%s", from);
            state.append(format, from, place).append(element);
            from = place + 2;
        }
        state.append(format, from, format.length());
    }

    @Override
    protected void formatList(StringBuilder state, String[] entries) {
        for (String entry : entries) {
            state.append("\n- ").append(entry);
        }
        state.append('\n');
    }

    @Override
    protected Formatter newInstance() {
        return new PlainText();
    }
}
