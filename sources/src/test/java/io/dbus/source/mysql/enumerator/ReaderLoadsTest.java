package io.dbus.source.mysql.enumerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReaderLoadsTest {
    @Test
    void noReaderHasTwoMoreThanAnotherAndNoSharingOfTheRestIsMoreEvenOverTaskManagers() {
        Random random = new Random(7);
        for (int round = 0; round < 2000; round++) {
            int readers = 1 + random.nextInt(8);
            int servers = random.nextInt(20);
            Map<Integer, String> places = new HashMap<>();
            for (int reader = 0; reader < readers; reader++) {
                places.put(reader, "tm" + random.nextInt(4));
            }
            List<Integer> holders = new ArrayList<>();
            for (int server = 0; server < servers; server++) {
                holders.add(new ReaderLoads(places, holders, "src").next());
            }
            int fewest = servers / readers;
            assertThat(places.keySet()).allSatisfy(reader -> assertThat(Collections.frequency(holders, reader))
                    .isBetween(fewest, fewest + (servers % readers > 0 ? 1 : 0)));
            assertThat(largest(places, holders))
                    .as("%d servers over %s", servers, places)
                    .isEqualTo(smallestLargest(places, servers));
        }
    }

    @Test
    void theLoadsOfReadersThatAreGoneDoNotCount() {
        ReaderLoads loads = new ReaderLoads(Map.of(0, "a", 1, "a"), List.of(0, 5, 5, 5), "src");
        assertThat(loads.next()).isEqualTo(1);
    }

    private static int largest(Map<Integer, String> places, List<Integer> holders) {
        Map<String, Integer> loads = new HashMap<>();
        holders.forEach(reader -> loads.merge(places.get(reader), 1, Integer::sum));
        return loads.values().stream().max(Integer::compare).orElse(0);
    }

    /** Each reader must have its share rounded down; the rest can go anywhere, but one to a reader: tries each limit. */
    private static int smallestLargest(Map<Integer, String> places, int servers) {
        int share = servers / places.size();
        int rest = servers % places.size();
        Map<String, Integer> readers = new HashMap<>();
        places.values().forEach(place -> readers.merge(place, 1, Integer::sum));
        for (int limit = 0; ; limit++) {
            int most = limit;
            if (readers.values().stream().allMatch(count -> count * share <= most)
                    && readers.values().stream()
                                    .mapToInt(count -> Math.min(count, most - count * share))
                                    .sum()
                            >= rest) {
                return limit;
            }
        }
    }
}
