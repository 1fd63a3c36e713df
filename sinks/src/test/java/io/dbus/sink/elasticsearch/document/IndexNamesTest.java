package io.dbus.sink.elasticsearch.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.Rows;
import io.dbus.sink.template.NameClaims;
import io.dbus.sink.template.NameTemplate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexNamesTest {
    private static final RowChange EVENT =
            Rows.insert(Rows.schema(1, LogicalType.of(LogicalType.Kind.INT)), row -> row.int64(1));

    @Test
    void whatElasticsearchDoesNotTakeIsMadeLegal() {
        IndexNames names = names("x-${db}-${table}", true, false);
        assertThat(index(names, "Shop", "Größe: a/b\\c*d?e\"f<g>h|i,j#k l"))
                .isEqualTo("x-shop-größe__a_b_c_d_e_f_g_h_i_j_k_l");
    }

    @Test
    void orRefusedWhereTheUserSaysSo() {
        IndexNames names = names("${db}-${table}", false, false);
        assertThat(index(names, "shop", "a.b_c")).isEqualTo("shop-a.b_c");
        refused(() -> index(names, "shop", "Orders"), "'Orders'", "${table}", "index.illegal-names");
        refused(() -> index(names, "shop", "a b"), "'a b'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "_x", "-x", "+x", "#x"})
    void aNameThatNoIndexCanHaveIsRefused(String table) {
        refused(() -> index(names("${table}", true, true), "shop", table), "index: ${table}");
    }

    @Test
    void aNameHasAtMost255Bytes() {
        IndexNames names = names("${table}", true, true);
        assertThat(index(names, "shop", "é".repeat(127) + "x")).hasSize(128);
        refused(() -> index(names, "shop", "é".repeat(128)), "256 bytes");
    }

    @Test
    void twoTablesWhoseNamesMeetFailTheJobWithBothNamesAndRejectNoRow() {
        IndexNames names = names("${db}-${table}", true, false);
        index(names, "shop", "Orders");
        assertThat(index(names, "shop", "Orders")).isEqualTo("shop-orders");
        failing(() -> index(names, "shop", "orders"), "shop-orders", "shop/Orders", "shop/orders");
        index(names, "a-b", "c");
        failing(() -> index(names, "a", "b-c"), "a-b-c");
        IndexNames one = names("all", true, false);
        index(one, "shop", "a");
        failing(() -> index(one, "shop", "b"), "The index all", "shared-keys");
    }

    @Test
    void theyDoSoOnAnotherWriterToo() {
        Map<String, List<String>> owners = new HashMap<>();
        NameClaims claims = (name, values) -> owners.computeIfAbsent(name, first -> values);
        NameTemplate template = NameTemplate.parse("${table}");
        new IndexNames(template, true, false, claims).index(new TableId("a", "t"), List.of("t"));
        IndexNames other = new IndexNames(template, true, false, claims);
        failing(() -> other.index(new TableId("b", "t"), List.of("t")), "a/t", "b/t");
        assertThat(other.index(new TableId("a", "t"), List.of("t"))).isEqualTo("t");
    }

    @Test
    void tablesOfSharedKeysMeetOnPurposeButNotByMakingTheirNamesLegal() {
        IndexNames all = names("all-${db}", true, true);
        assertThat(index(all, "shop", "a")).isEqualTo("all-shop");
        assertThat(index(all, "shop", "b")).isEqualTo("all-shop");
        failing(() -> index(all, "SHOP", "a"), "all-shop");
    }

    @Test
    void valuesOfAColumnMayMeetSinceARowIsOneDocumentWhereverItIs() {
        IndexNames names = names("${table}-${column:country}", true, false);
        TableId table = new TableId("shop", "t");
        assertThat(names.index(table, List.of("t", "DE"))).isEqualTo("t-de");
        assertThat(names.index(table, List.of("t", "de"))).isEqualTo("t-de");
    }

    @Test
    void aTemplateThatNoIndexCanHaveIsAProblem() {
        for (String wrong :
                List.of("a b", "Shop-${db}", "_${db}", "-x", "..", "a:b", "x".repeat(256), "é".repeat(128))) {
            assertThat(IndexNames.problem(NameTemplate.parse(wrong))).as(wrong).isPresent();
        }
        for (String right : List.of("a-b_c.d", "größe", "${db}-${table}", "${table}_", "x".repeat(255))) {
            assertThat(IndexNames.problem(NameTemplate.parse(right))).as(right).isEmpty();
        }
    }

    private static void refused(Runnable action, String... parts) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(DocumentException.class, e -> {
            assertThat(e.reason()).isEqualTo(RejectReason.ILLEGAL_NAME);
            assertThat(e.getMessage() + "; " + e.rejection(EVENT).cure()).contains(parts);
        });
    }

    private static void failing(Runnable action, String... parts) {
        assertThatThrownBy(action::run).isInstanceOf(SharedIndexException.class).hasMessageContainingAll(parts);
    }

    private static IndexNames names(String template, boolean adapt, boolean sharedKeys) {
        Map<String, List<String>> owners = new HashMap<>();
        return new IndexNames(
                NameTemplate.parse(template),
                adapt,
                sharedKeys,
                (name, values) -> owners.computeIfAbsent(name, first -> values));
    }

    private static String index(IndexNames names, String db, String table) {
        TableId id = new TableId(db, table);
        return names.index(id, names.template().values(EVENT.withTable(id)));
    }
}
