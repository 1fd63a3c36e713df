package io.dbus.job.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import io.dbus.job.pipeline.Pipeline;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is passed and refused here was tried on a cluster: {@code RestoreITCase}. */
class StateFitTest {
    private static final String FILE = """
            name: fit
            sources:
              db: {type: mysql, servers: {north: n, south: s}, username: u, tables: [shop.*], scan.startup.mode: latest-offset}
              made: {type: mock, tables: {shop.t: 'id BIGINT, PRIMARY KEY (id)'}}
            operators:
              some: {type: filter, inputs: [db, made], tables: [shop.*]}
              order: {type: sort, inputs: [some], max-delay: 2 s}
              slow: {type: throttle, inputs: [order], rows-per-second: 200, by: table}
              counts: {type: count, inputs: [slow]}
            sinks:
              out: {type: mock, inputs: [slow]}
              lines: {type: stream, inputs: [counts], path: /tmp/lines}
            pipeline: {parallelism: 4}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    `parallelism: 4` | `parallelism: 7`
                    `parallelism: 4` | `parallelism: 4, exchange: keyed`
                    `parallelism: 4` | `parallelism: 4, flink.state.backend.type: hashmap`
                    `name: fit` | `name: other`
                    `name: fit` | `name: fit\ndead-letters: {type: fail}`
                    `{north: n, south: s}` | `{north: [n, m], south: t}`
                    `{north: n, south: s}` | `{north: n, south: s, west: w}`
                    `tables: [shop.*], scan` | `tables: [shop.a], scan`
                    `{type: filter, inputs: [db, made], tables: [shop.*]}` | `{type: dedupe, inputs: [db, made]}`
                    `  some: {` | `  few: {`
                    `max-delay: 2 s` | `max-delay: 9 s`
                    `rows-per-second: 200` | `rows-per-second: 2`
                    `{type: count, inputs: [slow]}` | `{type: count, inputs: [slow], window: 5 s, time: commit}`
                    `path: /tmp/lines` | `path: /tmp/others`
                    `sinks:` | `sinks:\n  more: {type: mock, inputs: [db]}`
                    """)
    void an_edit_that_every_state_outlives_is_passed(String what, String by) throws Exception {
        String edited = FILE.replace(what, by.replace("\\n", "\n"));
        if (by.contains("few")) {
            edited = edited.replace("inputs: [some]", "inputs: [few]");
        }

        assertThat(edited).isNotEqualTo(FILE);
        assertThat(problems(edited, false)).isEmpty();
    }

    @Test
    void another_number_of_groups_is_refused() throws Exception {
        String edited = FILE.replace("parallelism: 4", "parallelism: 4, max-parallelism: 128");

        for (boolean drop : List.of(false, true)) {
            assertThat(problems(edited, drop))
                    .singleElement()
                    .asString()
                    .contains("kept in 720 groups", "128", "set it to 720");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    `{type: sort, inputs: [some], max-delay: 2 s}` | `{type: throttle, inputs: [some], rows-per-second: 9, by: key}` | `operators.order was a sort and operators.order is a throttle`
                    `max-delay: 2 s` | `max-delay: 2 s, by: [server, table]` | `operators.order.by was '[table]' and is '[server, table]'`
                    `by: table` | `by: key` | `operators.slow.by was 'table' and is 'key'`
                    `by: table` | `by: all` | `operators.slow with its new options has no use for the events that it holds`
                    `{type: count, inputs: [slow]}` | `{type: count, inputs: [slow], by: [table, operation]}` | `operators.counts.by was '[table]' and is '[table, operation]'`
                    `out: {type: mock, inputs: [slow]}` | `out: {type: stream, inputs: [slow], stdout: true}` | `sinks.out was a mock and sinks.out is a stream`
                    `PRIMARY KEY (id)'}` | `PRIMARY KEY (id)'}, splits: 3` | `sources.made.splits was '16' and is '3'`
                    """)
    void what_would_take_its_state_for_another_or_let_it_go_is_refused_even_if_state_may_be_dropped(
            String what, String by, String problem) throws Exception {
        String edited = FILE.replace(what, by);

        for (boolean drop : List.of(false, true)) {
            assertThat(problems(edited, drop))
                    .anySatisfy(found -> assertThat(found).contains(problem).contains("name"));
        }
    }

    @Test
    void an_option_that_decides_the_keys_of_a_source_is_refused_where_state_goes_by_them() throws Exception {
        String edited = FILE.replace("tables: [shop.*], scan", "tables: [shop.*], shared-keys: true, scan");

        assertThat(problems(edited, true)).hasSize(3).allSatisfy(problem -> assertThat(problem)
                .startsWith("sources.db.shared-keys was 'false' and is 'true'"));
        String stateless =
                edited.substring(0, edited.indexOf("  order:")) + "sinks:\n  out: {type: mock, inputs: [some]}\n";
        String before = stateless.replace("shared-keys: true, ", "");
        assertThat(StateFit.problems(facts(before), facts(stateless), false)).isEmpty();
    }

    @Test
    void a_component_that_is_gone_takes_its_state_with_it_if_that_may_be() throws Exception {
        String edited = FILE.replace("  order: {type: sort, inputs: [some], max-delay: 2 s}\n", "")
                .replace("[order]", "[some]");

        assertThat(problems(edited, false))
                .containsExactly("operators.order is gone, and with it the events that it holds;"
                        + " bring it back, or say --drop-state to go on without");
        assertThat(problems(edited, true)).isEmpty();
    }

    @Test
    void a_component_by_another_name_is_recognised() throws Exception {
        assertThat(problems(FILE.replace("  lines: {", "  line: {"), false))
                .containsExactly(
                        "sinks.lines is gone, and with it how far its file is written; if it is sinks.line by another"
                                + " name, keep the old one, by which its state goes; bring it back, or say --drop-state to go on without");
    }

    @Test
    void a_server_that_is_gone_takes_its_position_with_it_if_that_may_be() throws Exception {
        String edited = FILE.replace("{north: n, south: s}", "{north: n, sud: s}");

        assertThat(problems(edited, false))
                .singleElement()
                .asString()
                .startsWith("sources.db has no south any more")
                .contains("if it is sud by another name, keep the old one");
        assertThat(problems(edited, true)).isEmpty();
    }

    @Test
    void a_single_server_keeps_its_position_among_others_if_it_has_the_source_s_name() throws Exception {
        String one = FILE.replace("servers: {north: n, south: s}", "hostname: n");

        assertThat(StateFit.problems(
                        facts(one), facts(FILE.replace("{north: n, south: s}", "{db: n, south: s}")), false))
                .isEmpty();
        assertThat(StateFit.problems(facts(one), facts(FILE), false))
                .singleElement()
                .asString()
                .startsWith("sources.db has no db any more");
    }

    @Test
    void a_checkpoint_is_for_the_state_backend_that_made_it() throws Exception {
        JobFacts rocksdb = facts(FILE.replace("parallelism: 4", "parallelism: 4, flink.state.backend.type: rocksdb"));
        JobFacts hashmap = facts(FILE.replace("parallelism: 4", "parallelism: 4, flink.state.backend.type: hashmap"));

        assertThat(StateFit.problemsOfCheckpoint(rocksdb, hashmap, true, false))
                .containsExactly(
                        "pipeline.flink.state.backend.type: the state is a checkpoint of rocksdb, which hashmap"
                                + " cannot read; set it to rocksdb, and change it by a savepoint (dbus apply)");
        assertThat(StateFit.problemsOfCheckpoint(hashmap, hashmap, false, false))
                .isEmpty();
        assertThat(StateFit.problemsOfCheckpoint(facts(FILE), hashmap, false, false))
                .isEmpty();
        assertThat(StateFit.problems(rocksdb, hashmap, false)).isEmpty();
    }

    @Test
    void events_in_flight_are_for_the_same_components_and_exchange_on_however_many_lanes() throws Exception {
        String one = "counts: {type: count, inputs: [slow]}";
        assertThat(FILE).contains(one);
        assertThat(ofCheckpoint(FILE, true)).isEmpty();
        assertThat(ofCheckpoint(FILE.replace("parallelism: 4", "parallelism: 7"), true))
                .isEmpty();
        assertThat(ofCheckpoint(FILE.replace("max-delay: 2 s", "max-delay: 9 s"), true))
                .isEmpty();
        String without = FILE.replace("parallelism: 4", "parallelism: 4, exchange: none");
        assertThat(ofCheckpoint(without, true))
                .containsExactly(
                        "pipeline.exchange: the state is an unaligned checkpoint, with events in flight of an"
                                + " exchange that was keyed and would be none; set it to keyed, and change that by a savepoint (dbus apply)");
        assertThat(ofCheckpoint(without, false)).isEmpty();
        String more = FILE.replace("sinks:", "sinks:\n  more: {type: mock, inputs: [some]}");
        assertThat(ofCheckpoint(more, true)).singleElement().asString().startsWith("sinks.more: the state is");
        assertThat(ofCheckpoint(more, false)).isEmpty();
        String elsewhere = FILE.replace("out: {type: mock, inputs: [slow]}", "out: {type: mock, inputs: [order]}");
        assertThat(ofCheckpoint(elsewhere, true)).singleElement().asString().startsWith("sinks.out: the state is");
        String renamed = FILE.replace("  some: {", "  few: {").replace("[some]", "[few]");
        assertThat(ofCheckpoint(renamed, true))
                .singleElement()
                .asString()
                .startsWith("operators.few, operators.order, operators.some: the state is");
    }

    private static List<String> ofCheckpoint(String edited, boolean inFlight) throws Exception {
        return StateFit.problemsOfCheckpoint(facts(FILE), facts(edited), false, inFlight);
    }

    private static List<String> problems(String edited, boolean drop) throws Exception {
        return StateFit.problems(facts(FILE), facts(edited), drop);
    }

    private static JobFacts facts(String text) throws Exception {
        Pipeline pipeline = Pipelines.read(text);
        JobFacts facts = JobFacts.of(pipeline, Exchange.of(pipeline, 4));
        return JobFacts.read(facts.toParameters()).orElseThrow();
    }
}
