package io.dbus.job.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import org.junit.jupiter.api.Test;

@RequiresServers({ServerKind.KAFKA, ServerKind.ELASTICSEARCH})
class ShopStateITCase {
    /** A demo that ends with its first rows has tables of which no row came: they are equal, not a failure. */
    @Test
    void a_topic_and_an_index_that_no_row_made_hold_no_rows() {
        KafkaCluster kafka = SharedServers.kafka();
        ElasticsearchServer elasticsearch = SharedServers.elasticsearch();

        assertThat(ShopState.inKafka(kafka, kafka.uniqueTopic("none"), ShopTable.CUSTOMERS)
                        .rows())
                .isEmpty();
        assertThat(ShopState.inElasticsearch(elasticsearch, elasticsearch.uniqueIndex("none"), ShopTable.CUSTOMERS)
                        .rows())
                .isEmpty();
    }
}
