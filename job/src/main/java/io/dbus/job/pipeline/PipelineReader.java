package io.dbus.job.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads and checks pipeline files. */
public final class PipelineReader {
    /**
     * What pipelines and components may be called. Names become uids, metric groups and transactional ids; the point parts a
     * component from its output.
     */
    static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    private static final String NAME_RULE = "a name begins with a letter and has up to 64 letters, digits, '-' and '_'";
    private static final List<String> SECTIONS =
            List.of("name", "sources", "operators", "sinks", Kind.REJECTS, "pipeline");

    private final PluginCatalog plugins;
    private final Secrets secrets;
    private final SecretReferences references;
    private final SecretReferences ofDeadLetters;
    private final boolean complete;

    /**
     * A reader.
     *
     * @param plugins what types there are
     * @param secrets takes the secrets of the files that are read
     * @param environment the environment's variables, for {@code ${env:NAME}}
     * @param resolve whether to resolve secrets; without them a pipeline can be checked but not run
     */
    public PipelineReader(PluginCatalog plugins, Secrets secrets, Map<String, String> environment, boolean resolve) {
        this(plugins, secrets, environment, resolve, resolve);
    }

    private PipelineReader(
            PluginCatalog plugins,
            Secrets secrets,
            Map<String, String> environment,
            boolean resolve,
            boolean resolveDeadLetters) {
        this.plugins = requireNonNull(plugins, "plugins");
        this.secrets = requireNonNull(secrets, "secrets");
        this.references = new SecretReferences(secrets, environment, resolve);
        this.ofDeadLetters = new SecretReferences(secrets, environment, resolveDeadLetters);
        this.complete = resolve;
    }

    /**
     * A reader for those who look at dead letters: it resolves the secrets of the places of dead letters alone, so that who
     * reads them need not have those of sources and sinks. The pipeline cannot be run.
     */
    public static PipelineReader ofDeadLetters(
            PluginCatalog plugins, Secrets secrets, Map<String, String> environment) {
        return new PipelineReader(plugins, secrets, environment, false, true);
    }

    /**
     * Reads a file.
     *
     * @param file the file; its name appears in messages as given
     * @throws IOException when it cannot be read
     * @throws PipelineException when it is wrong: all that is wrong with it
     */
    public Pipeline read(Path file) throws IOException, PipelineException {
        return read(file.toString(), Files.readAllBytes(file));
    }

    /**
     * Reads the bytes of a file.
     *
     * @param file the file's name for messages
     * @throws PipelineException when it is wrong: all that is wrong with it
     */
    public Pipeline read(String file, byte[] bytes) throws PipelineException {
        ByteBuffer encoded = ByteBuffer.wrap(bytes);
        CharBuffer decoded = CharBuffer.allocate(bytes.length);
        if (UTF_8.newDecoder().decode(encoded, decoded, true).isError()) {
            String before = decoded.flip().toString();
            int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
            Findings findings = new Findings(file, secrets);
            findings.add(
                    new Mark(line, before.length() - before.lastIndexOf('\n')),
                    "The bytes here are not UTF-8; save the file in UTF-8");
            throw new PipelineException(findings.sorted());
        }
        return read(file, decoded.flip().toString());
    }

    /**
     * Reads the text of a file.
     *
     * @param file the file's name for messages
     * @throws PipelineException when it is wrong: all that is wrong with it
     */
    public Pipeline read(String file, String text) throws PipelineException {
        Findings findings = new Findings(file, secrets);
        Optional<Pipeline> pipeline =
                YamlReader.read(text, findings).flatMap(root -> pipeline(file, text, root, findings));
        if (findings.count() > 0) {
            throw new PipelineException(findings.sorted());
        }
        return pipeline.orElseThrow();
    }

    private Optional<Pipeline> pipeline(String file, String text, Yaml root, Findings findings) {
        if (!(root instanceof Yaml.Mapping sections)) {
            findings.add(root.mark(), "A pipeline file is a map with the keys " + String.join(", ", SECTIONS));
            return Optional.empty();
        }
        Set<String> meant = new HashSet<>();
        sections.entries().values().forEach(section -> refuseUnknown(section, meant, findings));
        String name = name(sections, findings);
        PipelineSettings settings = settings(sections, findings);
        DeadLetterReader deadLetters = new DeadLetterReader(name, plugins, ofDeadLetters, secrets, findings);
        deadLetters.readPipeline(sections);
        Declarations declarations = new Declarations(plugins, deadLetters, references, secrets, meant, findings);
        for (Kind kind : Kind.COMPONENTS) {
            declarations.read(kind, sections);
        }
        Wiring wiring = new Wiring(name, declarations.all(), declarations.complete(), findings);
        return wiring.connect(file, FileText.of(text, root), deadLetters.all(), settings, complete);
    }

    private static void refuseUnknown(Yaml.Entry section, Set<String> meant, Findings findings) {
        if (!SECTIONS.contains(section.key())) {
            Suggestion.nearest(section.key(), SECTIONS).ifPresent(meant::add);
            findings.add(
                    section.mark(),
                    "'" + section.key() + "' is no section of a pipeline file"
                            + Suggestion.hint(section.key(), SECTIONS));
        }
    }

    private static String name(Yaml.Mapping sections, Findings findings) {
        Yaml.Entry entry = sections.entries().get("name");
        if (entry == null) {
            findings.add(sections.mark(), "The file lacks 'name', the name of the pipeline");
        } else if (!(entry.value() instanceof Yaml.Scalar scalar)) {
            findings.add(
                    entry.mark(), "name must be one value, not " + entry.value().kind());
        } else if (checkName("name", scalar.text(), scalar.mark(), findings)) {
            return scalar.text();
        }
        return "unnamed";
    }

    /** Whether a name is legal; a finding when not. */
    static boolean checkName(String path, String name, Mark mark, Findings findings) {
        boolean legal = NAME.matcher(name).matches();
        if (!legal) {
            findings.add(mark, path + ": '" + name + "' is no legal name; " + NAME_RULE);
        }
        return legal;
    }

    private PipelineSettings settings(Yaml.Mapping sections, Findings findings) {
        Yaml.Entry entry = sections.entries().get("pipeline");
        Yaml.Mapping mapping = new Yaml.Mapping(sections.mark(), Map.of());
        if (entry != null && entry.value() instanceof Yaml.Mapping given) {
            mapping = given;
        } else if (entry != null) {
            findings.add(
                    entry.mark(), "pipeline must be a map, not " + entry.value().kind());
        }
        refuseSecrets("pipeline", mapping, findings);
        SecretReferences untouched = new SecretReferences(secrets, Map.of(), false);
        OptionReader.Read read = OptionReader.read(
                mapping, mapping.mark(), "pipeline", PipelineSettings.options(), untouched, secrets, findings);
        PipelineSettings settings = new PipelineSettings(read.values());
        if (read.sound() && !read.pending()) {
            settings.problems()
                    .forEach(problem -> findings.add(
                            read.marks().getOrDefault(problem.option(), Mark.START),
                            "pipeline." + problem.option() + ": " + problem.what() + "; " + problem.cure()));
        }
        return settings;
    }

    // Flink shows a job's configuration in its web UI and logs it.
    private static void refuseSecrets(String path, Yaml yaml, Findings findings) {
        if (yaml instanceof Yaml.Mapping mapping) {
            mapping.entries()
                    .values()
                    .forEach(entry -> refuseSecrets(path + "." + entry.key(), entry.value(), findings));
        } else if (yaml instanceof Yaml.Sequence sequence) {
            sequence.items().forEach(item -> refuseSecrets(path, item, findings));
        } else if (yaml instanceof Yaml.Scalar scalar && SecretReferences.mentions(scalar.text())) {
            findings.add(
                    scalar.mark(),
                    path
                            + ": the section takes no ${env:...} or ${file:...}: Flink would show it in its web UI; write the value");
        }
    }
}
