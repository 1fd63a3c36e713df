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
        state.append(String.format(format, (Object[]) elements));
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
