package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.sink.format.Rows;
import io.dbus.sink.template.NameTemplate;
import io.dbus.sink.template.TemplateException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicNamesTest {
    @Test
    void charactersThatKafkaDoesNotTakeBecomeUnderscores() throws Exception {
        assertThat(names("x.${db}.${table}").topic(row("my shop", "größe-😀_1")))
                .isEqualTo("x.my_shop.gr__e-__1");
    }

    @Test
    void twoTablesThatMeetInOneTopicAreRefusedWithBothNames() throws Exception {
        TopicNames names = names("${db}.${table}");
        assertThat(names.topic(row("a", "b c"))).isEqualTo("a.b_c");
        assertThat(names.topic(row("a", "b c"))).isEqualTo("a.b_c");

        assertThatThrownBy(() -> names.topic(row("a", "b_c")))
                .isInstanceOf(TopicFailure.class)
                .hasMessageContaining("a.b_c")
                .hasMessageContaining("'b c'")
                .hasMessageContaining("'b_c'")
                .hasMessageContaining("mysql-bin.000003:484");
    }

    @Test
    void tablesWhosePartsMeetInOneTopicAreRefused() throws Exception {
        TopicNames names = names("${db}.${table}");
        names.topic(row("a.b", "c"));
        assertThatThrownBy(() -> names.topic(row("a", "b.c"))).isInstanceOf(TopicFailure.class);
    }

    @Test
    void theTopicOfSchemaChangesIsThatOfNoTableWhicheverComesFirst() throws Exception {
        TopicNames tableFirst = names("${db}");
        tableFirst.topic(row("shop", "t"));
        assertThatThrownBy(() -> tableFirst.claimForSchemaChanges("shop"))
                .isInstanceOf(TopicFailure.class)
                .hasMessageContaining("= 'shop'")
                .hasMessageContaining("schema.changes.topic");

        TopicNames ddlFirst = names("${db}");
        ddlFirst.claimForSchemaChanges("shop");
        ddlFirst.claimForSchemaChanges("shop");
        assertThatThrownBy(() -> ddlFirst.topic(row("shop", "t")))
                .isInstanceOf(TopicFailure.class)
                .hasMessageContaining("is that of schema changes");
    }

    @Test
    void tablesThatTheTemplateDoesNotTellApartShareATopicOnPurpose() throws Exception {
        TopicNames names = names("all-of-${db}");
        assertThat(names.topic(row("a", "b"))).isEqualTo("all-of-a");
        assertThat(names.topic(row("a", "c"))).isEqualTo("all-of-a");
    }

    @Test
    void namesThatKafkaDoesNotTakeAtAllFail() throws Exception {
        assertThatThrownBy(() -> names("${table}").topic(row("a", ".."))).isInstanceOf(TemplateException.class);
        assertThatThrownBy(() -> names("${db}").topic(row("", "x"))).isInstanceOf(TemplateException.class);
        assertThat(names("${table}").topic(row("a", "x".repeat(249)))).hasSize(249);
        assertThatThrownBy(() -> names("${table}").topic(row("a", "x".repeat(250))))
                .hasMessageContaining("249");
    }

    @Test
    void aTemplateThatNoTopicCanHaveIsAProblem() throws Exception {
        assertThat(TopicNames.problem(NameTemplate.parse("a b")))
                .get()
                .asString()
                .contains("' '");
        assertThat(TopicNames.problem(NameTemplate.parse(".."))).isPresent();
        assertThat(TopicNames.problem(NameTemplate.parse("x".repeat(250)))).isPresent();
        assertThat(TopicNames.problem(NameTemplate.parse("shop.${db}-${column:a b}_1")))
                .isEmpty();
    }

    private static TopicNames names(String template) {
        Map<String, List<String>> owners = new HashMap<>();
        return new TopicNames(NameTemplate.parse(template), (topic, values) -> {
            owners.putIfAbsent(topic, values);
            return owners.get(topic);
        });
    }

    private static RowChange row(String db, String table) {
        return Rows.insert(Rows.schema(1, LogicalType.of(Kind.INT)), builder -> builder.int64(1))
                .withTable(new TableId(db, table));
    }
}
