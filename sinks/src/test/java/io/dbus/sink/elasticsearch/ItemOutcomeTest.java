package io.dbus.sink.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.sink.elasticsearch.document.DocumentOperation.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemOutcomeTest {
    @ParameterizedTest
    @CsvSource({
        "INDEX, 200, '', DONE",
        "INDEX, 201, '', DONE",
        "DELETE, 200, '', DONE",
        "DELETE, 404, '', DONE",
        "LEAVE, 404, '', DONE",
        "INDEX, 404, '', FAIL",
        "INDEX, 404, index_not_found_exception, FAIL",
        "DELETE, 404, index_not_found_exception, DONE",
        "INDEX, 409, version_conflict_engine_exception, CONFLICT",
        "DELETE, 409, version_conflict_engine_exception, CONFLICT",
        "INDEX, 409, something_else, FAIL",
        "INDEX, 429, es_rejected_execution_exception, RETRY",
        "INDEX, 429, circuit_breaking_exception, RETRY",
        "INDEX, 429, cluster_block_exception, RETRY",
        "DELETE, 503, unavailable_shards_exception, RETRY",
        "INDEX, 500, null_pointer_exception, RETRY",
        "INDEX, 400, document_parsing_exception, BAD_DOCUMENT",
        "INDEX, 400, mapper_parsing_exception, BAD_DOCUMENT",
        "INDEX, 400, strict_dynamic_mapping_exception, BAD_DOCUMENT",
        "INDEX, 400, illegal_argument_exception, BAD_DOCUMENT",
        "INDEX, 400, invalid_index_name_exception, ILLEGAL_NAME",
        "INDEX, 400, index_closed_exception, FAIL",
        "INDEX, 400, routing_missing_exception, FAIL",
        "INDEX, 400, '', FAIL",
        "DELETE, 400, illegal_argument_exception, FAIL",
        "INDEX, 403, cluster_block_exception, FAIL",
        "INDEX, 403, security_exception, FAIL",
        "INDEX, 200, some_exception, FAIL",
        "INDEX, 302, '', FAIL"
    })
    void an_answer_is_classed_by_its_status_and_error(Kind kind, int status, String type, ItemOutcome outcome) {
        assertThat(ItemOutcome.of(kind, status, type)).isEqualTo(outcome);
    }
}
