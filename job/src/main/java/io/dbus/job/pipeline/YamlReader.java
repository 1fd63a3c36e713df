package io.dbus.job.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML 1.2 into {@link Yaml}, every key and value with its place. Aliases are expanded; an alias inside itself is refused. */
final class YamlReader {
    private static final Set<Tag> TAGS = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ);

    private final Findings findings;
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

    private YamlReader(Findings findings) {
        this.findings = findings;
    }

    /** The one document of a text; empty, with a finding, when there is none that can be read. */
    static Optional<Yaml> read(String text, Findings findings) {
        LoadSettings settings = LoadSettings.builder()
                .setAllowDuplicateKeys(true)
                .setUseMarks(true)
                .build();
        try {
            Iterator<Node> documents =
                    new Compose(settings).composeAllFromString(text).iterator();
            if (!documents.hasNext()) {
                findings.add(Mark.START, "The file is empty; a pipeline needs at least name, sources and sinks");
                return Optional.empty();
            }
            Yaml first = new YamlReader(findings).convert(documents.next());
            if (documents.hasNext()) {
                findings.add(mark(documents.next()), "A second document begins here; a file holds one pipeline");
            }
            return Optional.of(first);
        } catch (MarkedYamlEngineException e) {
            Mark mark = e.getProblemMark()
                    .map(m -> new Mark(m.getLine() + 1, m.getColumn() + 1))
                    .orElse(Mark.START);
            findings.add(mark, "Not YAML: " + sentence(e));
            return Optional.empty();
        } catch (YamlEngineException e) {
            findings.add(Mark.START, "Not YAML: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static String sentence(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem()).trim();
        String context = e.getContext() == null ? "" : " (" + e.getContext().trim() + ")";
        String cure = context.contains("alias") || context.contains("anchor")
                ? "; a value that begins with * or & must be in quotes"
                : context.contains("tag") ? "; a value that begins with ! must be in quotes" : "";
        return problem + context + cure;
    }

    private Yaml convert(Node node) {
        Mark mark = mark(node);
        if (!open.add(node)) {
            findings.add(mark, "An alias (*) that stands inside its own anchor (&) has no end");
            return new Yaml.Scalar(mark, "", 0, 0);
        }
        try {
            if (!TAGS.contains(node.getTag())) {
                findings.add(
                        mark,
                        "The tag " + node.getTag()
                                + " means nothing here; a value that begins with ! must be in quotes");
            }
            if (node instanceof ScalarNode scalar) {
                return scalar.getTag().equals(Tag.NULL) && scalar.isPlain()
                        ? new Yaml.Nothing(mark)
                        : new Yaml.Scalar(
                                mark, scalar.getValue(), index(scalar.getStartMark()), index(scalar.getEndMark()));
            }
            if (node instanceof SequenceNode sequence) {
                List<Yaml> items = new ArrayList<>();
                sequence.getValue().forEach(item -> items.add(convert(item)));
                return new Yaml.Sequence(mark, items);
            }
            return mapping(mark, (MappingNode) node);
        } finally {
            open.remove(node);
        }
    }

    private Yaml mapping(Mark mark, MappingNode node) {
        Map<String, Yaml.Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : node.getValue()) {
            Mark at = mark(tuple.getKeyNode());
            Yaml value = convert(tuple.getValueNode());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                findings.add(at, "A key must be one value, not a list or a map; ${...} must be in quotes here");
                continue;
            }
            if (key.getValue().equals("<<") && key.isPlain()) {
                findings.add(
                        at,
                        "YAML 1.2 has no merge key (<<); repeat the keys, or give a whole value an anchor (&) and an alias (*)");
                continue;
            }
            Yaml.Entry earlier = entries.putIfAbsent(key.getValue(), new Yaml.Entry(at, key.getValue(), value));
            if (earlier != null) {
                findings.add(
                        at,
                        "The key '" + key.getValue() + "' is there twice, first on line "
                                + earlier.mark().line());
            }
        }
        return new Yaml.Mapping(mark, entries);
    }

    private static int index(Optional<org.snakeyaml.engine.v2.exceptions.Mark> mark) {
        return mark.orElseThrow().getIndex();
    }

    private static Mark mark(Node node) {
        return node.getStartMark()
                .map(m -> new Mark(m.getLine() + 1, m.getColumn() + 1))
                .orElse(Mark.START);
    }
}
