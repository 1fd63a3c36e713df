package io.dbus.job.pipeline;

import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.Plugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import io.dbus.plugin.SourcePlugin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Connects the components of a file: inputs, cycles, what nobody reads; then asks each plugin about its component. */
final class Wiring {
    private final String pipeline;
    private final Map<String, Declaration> declarations;
    private final boolean complete;
    private final Findings findings;
    private final Set<String> cyclic = new HashSet<>();
    private final Map<String, List<String>> servers = new HashMap<>();

    /**
     * A wiring.
     *
     * @param declarations the components, by name, in the order of the file
     * @param complete whether those are all that the file has
     */
    Wiring(String pipeline, Map<String, Declaration> declarations, boolean complete, Findings findings) {
        this.pipeline = pipeline;
        this.declarations = declarations;
        this.complete = complete;
        this.findings = findings;
    }

    /** The pipeline; empty, with findings, when the components do not fit. */
    Optional<Pipeline> connect(
            String file,
            FileText text,
            Map<String, DeadLetters> deadLetters,
            PipelineSettings settings,
            boolean resolved) {
        Set<String> read = resolveInputs();
        List<Declaration> operators = sortedOperators();
        refuseUnread(read);
        Map<String, PluginContext> contexts = contexts();
        refuseUnknownOutputs(contexts);
        declarations.values().forEach(declaration -> ask(declaration, contexts.get(declaration.name())));
        refuseSpreadTables(contexts);
        if (findings.count() > 0) {
            return Optional.empty();
        }
        return Optional.of(new Pipeline(
                file,
                text,
                pipeline,
                components(of(Kind.SOURCE), contexts, plugin -> (SourcePlugin) plugin),
                components(operators, contexts, plugin -> (OperatorPlugin) plugin),
                components(of(Kind.SINK), contexts, plugin -> (SinkPlugin) plugin),
                deadLetters,
                settings,
                resolved));
    }

    private List<Declaration> of(Kind kind) {
        return declarations.values().stream().filter(d -> d.kind() == kind).toList();
    }

    private static <P extends Plugin> List<Component<P>> components(
            List<Declaration> of, Map<String, PluginContext> contexts, Function<Plugin, P> cast) {
        return of.stream()
                .map(d -> new Component<>(
                        d.kind(), cast.apply(d.plugin()), contexts.get(d.name()), d.inputs(), d.mark(), d.marks()))
                .toList();
    }

    /** The names that are read, those that a misspelt input probably means included. */
    private Set<String> resolveInputs() {
        Set<String> read = new HashSet<>();
        List<String> words = declarations.values().stream()
                .filter(d -> d.kind() != Kind.SINK)
                .map(Declaration::name)
                .toList();
        for (Declaration reader : declarations.values()) {
            for (Component.Input input : reader.inputs()) {
                read.add(input.component());
                Declaration target = declarations.get(input.component());
                if (target == null && complete) {
                    Suggestion.nearest(input.component(), words).ifPresent(read::add);
                    findings.add(
                            input.mark(),
                            reader.path() + ".inputs: there is no component '" + input.component() + "'"
                                    + Suggestion.hint(input.component(), words));
                } else if (target != null && target.kind() == Kind.SINK) {
                    findings.add(
                            input.mark(),
                            reader.path() + ".inputs: nothing comes out of the sink '" + input.component()
                                    + "'; name a source or an operator");
                } else if (target != null
                        && input.output().isEmpty()
                        && target.plugin() instanceof OperatorPlugin operator
                        && !operator.hasMainOutput()) {
                    findings.add(
                            input.mark(),
                            reader.path() + ".inputs: the operator '" + input.component()
                                    + "' has only outputs with names; write '" + input.component() + ".<output>'");
                } else if (target != null
                        && target.kind() == Kind.SOURCE
                        && !input.output().isEmpty()) {
                    findings.add(
                            input.mark(),
                            reader.path() + ".inputs: the source '" + input.component() + "' has one output; write '"
                                    + input.component() + "'");
                }
            }
        }
        return read;
    }

    private List<Declaration> sortedOperators() {
        List<Declaration> sorted = new ArrayList<>();
        Set<String> done = new HashSet<>();
        of(Kind.OPERATOR).forEach(operator -> visit(operator, new LinkedHashSet<>(), done, sorted));
        return sorted;
    }

    private void visit(Declaration operator, LinkedHashSet<String> path, Set<String> done, List<Declaration> sorted) {
        if (done.contains(operator.name())) {
            return;
        }
        path.add(operator.name());
        for (Component.Input input : operator.inputs()) {
            if (path.contains(input.component())) {
                List<String> cycle = new ArrayList<>(path);
                cycle = cycle.subList(cycle.indexOf(input.component()), cycle.size());
                // Against the way of the walk: the way of the events.
                Collections.reverse(cycle);
                cyclic.addAll(cycle);
                findings.add(
                        input.mark(),
                        operator.path() + ".inputs: '" + input.component() + "' closes a cycle: "
                                + String.join(" -> ", cycle) + " -> " + cycle.get(0)
                                + "; events must run from sources to sinks");
                continue;
            }
            Declaration target = declarations.get(input.component());
            if (target != null && target.kind() == Kind.OPERATOR) {
                visit(target, path, done, sorted);
            }
        }
        path.remove(operator.name());
        done.add(operator.name());
        sorted.add(operator);
    }

    private void refuseUnread(Set<String> read) {
        if (!complete) {
            return;
        }
        for (Declaration declaration : declarations.values()) {
            boolean legal = PipelineReader.NAME.matcher(declaration.name()).matches();
            if (declaration.kind() != Kind.SINK && legal && !read.contains(declaration.name())) {
                findings.add(
                        declaration.mark(),
                        "Nothing reads " + declaration.path()
                                + "; name it in the inputs of an operator or a sink, or take it out");
            }
        }
    }

    private Map<String, PluginContext> contexts() {
        Map<String, PluginContext> contexts = new LinkedHashMap<>();
        for (Declaration declaration : declarations.values()) {
            List<PluginContext.Upstream> upstreams = new ArrayList<>();
            for (Declaration source : sourcesOf(declaration)) {
                upstreams.add(new PluginContext.Upstream(
                        source.name(), servers.getOrDefault(source.name(), List.of(source.name()))));
            }
            PluginContext context = new PluginContext(pipeline, declaration.name(), declaration.options(), upstreams);
            contexts.put(declaration.name(), context);
            // Sources come first, so those of the others are known by the time they are needed.
            if (declaration.plugin() instanceof SourcePlugin source
                    && declaration.sound()
                    && source.validate(context).isEmpty()) {
                servers.put(declaration.name(), List.copyOf(source.servers(context)));
            }
        }
        return contexts;
    }

    /** The sources from which events reach a component, in the order of the file. */
    private List<Declaration> sourcesOf(Declaration declaration) {
        if (declaration.kind() == Kind.SOURCE) {
            return List.of();
        }
        Set<String> seen = new HashSet<>();
        collect(declaration, seen);
        return of(Kind.SOURCE).stream().filter(s -> seen.contains(s.name())).toList();
    }

    private void collect(Declaration declaration, Set<String> seen) {
        for (Component.Input input : declaration.inputs()) {
            Declaration target = declarations.get(input.component());
            if (target != null && seen.add(target.name())) {
                collect(target, seen);
            }
        }
    }

    private void refuseUnknownOutputs(Map<String, PluginContext> contexts) {
        Map<String, List<String>> outputs = new HashMap<>();
        for (Declaration declaration : of(Kind.OPERATOR)) {
            if (declaration.sound()
                    && declaration.plugin() instanceof OperatorPlugin plugin
                    && plugin.validate(contexts.get(declaration.name())).isEmpty()) {
                outputs.put(declaration.name(), plugin.outputs(contexts.get(declaration.name())));
            }
        }
        Set<String> read = new HashSet<>();
        for (Declaration reader : declarations.values()) {
            for (Component.Input input : reader.inputs()) {
                List<String> there = outputs.get(input.component());
                read.add(input.toString());
                if (!input.output().isEmpty() && there != null && !there.contains(input.output())) {
                    Suggestion.nearest(input.output(), there).ifPresent(n -> read.add(input.component() + "." + n));
                    findings.add(
                            input.mark(),
                            reader.path() + ".inputs: '" + input.component() + "' has no output '" + input.output()
                                    + "'" + Suggestion.hint(input.output(), there));
                }
            }
        }
        if (complete) {
            outputs.forEach((name, there) -> there.stream()
                    .filter(output -> !read.contains(name + "." + output))
                    .forEach(output -> findings.add(
                            declarations.get(name).mark(),
                            "Nothing reads the output " + name + "." + output
                                    + "; name it in the inputs of an operator or a sink, or take it out")));
        }
    }

    /** A table whose rows were spread by key does not come back in its server's order. */
    private void refuseSpreadTables(Map<String, PluginContext> contexts) {
        for (Declaration declaration : of(Kind.OPERATOR)) {
            if (!declaration.sound()
                    || !(declaration.plugin() instanceof OperatorPlugin plugin)
                    || !plugin.ordersTables(contexts.get(declaration.name()))) {
                continue;
            }
            Set<String> before = new LinkedHashSet<>();
            collect(declaration, before);
            before.stream()
                    .map(declarations::get)
                    .filter(d -> d.sound()
                            && d.plugin() instanceof OperatorPlugin other
                            && d != declaration
                            && other.keyed(contexts.get(d.name())))
                    .forEach(d -> findings.add(
                            declaration.mark(),
                            declaration.path() + " needs the rows of a table in the order of their server, and '"
                                    + d.name()
                                    + "' in front of it keeps state by key, which spreads them; let "
                                    + declaration.name()
                                    + " read the source, and " + d.name() + " read " + declaration.name()));
        }
    }

    private void ask(Declaration declaration, PluginContext context) {
        if (!declaration.sound() || cyclic.contains(declaration.name())) {
            return;
        }
        for (Problem problem : declaration.plugin().validate(context)) {
            findings.add(
                    declaration.marks().getOrDefault(problem.option(), declaration.mark()),
                    ProblemText.of(declaration.path(), problem));
        }
    }
}
