package io.dbus.job.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;

/** The uids of Flink's operators, those that components take beside their own included: by them savepoints are restored, so none may ever change. */
class UidsTest {
    private static final String FILE = """
            name: uids
            sources:
              db: {type: mysql, hostname: h, username: u, tables: [shop.*], scan.startup.mode: latest-offset}
              made: {type: mock, tables: {shop.t: 'id BIGINT, PRIMARY KEY (id)'}}
              tail: {type: stream, path: /tmp/in}
              again: {type: dead-letters, path: /tmp/dead}
            operators:
              some: {type: filter, inputs: [db], tables: [shop.*]}
              whole: {type: complete, inputs: [db]}
              parts: {type: complete, inputs: [made], key-changes: reject}
              once: {type: dedupe, inputs: [whole, some, again]}
              order: {type: sort, inputs: [once]}
              slow: {type: throttle, inputs: [order], rows-per-second: 9, by: key}
              lane: {type: throttle, inputs: [parts], rows-per-second: 9}
              counts: {type: count, inputs: [slow]}
            sinks:
              topics: {type: kafka, inputs: [slow, tail], properties.bootstrap.servers: 'k:9092', topic: '${source}'}
              search: {type: elasticsearch, inputs: [slow], hosts: ['http://e:9200'], index: '${source}'}
              lines: {type: stream, inputs: [counts], path: /tmp/out}
              counted: {type: mock, inputs: [lane]}
            pipeline: {parallelism: 2, exchange: keyed}
            """;

    @Test
    void they_are_made_of_the_names_of_components_alone() throws Exception {
        assertThat(graph().getStreamNodes())
                .extracting(StreamNode::getTransformationUID)
                .containsExactlyInAnyOrder(
                        "db",
                        "db exchange",
                        "made",
                        "tail",
                        "again",
                        "some",
                        "whole",
                        "parts truncates",
                        "parts",
                        "once",
                        "order",
                        "slow",
                        "lane",
                        "counts tally",
                        "counts",
                        "topics",
                        "Sink Committer: topics",
                        "search",
                        "Sink Committer: search",
                        "lines",
                        "counted");
    }

    @Test
    void each_says_in_the_web_ui_what_component_of_what_type_it_is() throws Exception {
        assertThat(graph().getStreamNodes())
                .extracting(StreamNode::getOperatorDescription)
                .contains(
                        "db (mysql): Reads the changes of the rows of MySQL and MariaDB servers from their binlogs",
                        "some (filter): Passes row changes on by table, operation and condition, all that are given, and drops and counts ...");
    }

    private static StreamGraph graph() throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(new Configuration());
        PipelineGraph.build(env, Pipelines.read(FILE));
        return env.getStreamGraph();
    }
}
