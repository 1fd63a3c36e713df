package io.dbus.source.mysql.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A case that cannot come out as it should in a mode, and what shows instead.
 *
 * @param number what the case's name begins with
 * @param shows a part of the failure or of the differences
 * @param why what the server does not tell
 */
record Limit(String number, Mode mode, String shows, String why) {

    /** Those of a folder of cases, in its {@code limits.json}. */
    static List<Limit> in(Path folder) throws IOException {
        Path file = folder.resolve("limits.json");
        List<Limit> limits = new ArrayList<>();
        if (Files.exists(file)) {
            for (JsonNode entry : CaseFolder.JSON.readTree(Files.readString(file))) {
                Expectation.Fields fields = new Expectation.Fields(entry);
                limits.add(new Limit(
                        fields.text("case"),
                        Mode.valueOf(fields.text("mode")),
                        fields.text("shows"),
                        fields.text("why")));
                fields.end();
            }
        }
        return limits;
    }

    /** Whether it is of a case that runs in a mode. */
    boolean isOf(CaseFolder folder, Mode runs) {
        return number.equals(folder.number()) && mode == runs;
    }
}
