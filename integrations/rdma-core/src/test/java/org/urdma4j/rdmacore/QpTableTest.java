package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

class QpTableTest {
    /** Numbers are close together, as a device gives them, and some far away. */
    @Test
    void shouldAgreeWithAMap() {
        Random random = new Random(49);
        Map<Integer, Integer> expected = new HashMap<>();
        QpTable<Integer> table = new QpTable<>(Integer::intValue);
        for (int i = 0; i < 20_000; i++) {
            Integer number = random.nextInt(10) == 0 ? random.nextInt(1 << 24) : random.nextInt(99);
            Integer there = expected.get(number);
            if (there == null) {
                expected.put(number, number);
                table.add(number);
            } else {
                expected.remove(number);
                table.remove(there);
            }
            int asked = random.nextInt(120);
            assertThat(table.get(asked)).isEqualTo(expected.get(asked));
        }
        for (Integer number : expected.keySet()) {
            assertThat(table.get(number)).isEqualTo(number);
        }
    }
}
