package org.urdma4j.tunnel.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellOrderTest {
    private final CellOrder order = new CellOrder();

    @Test
    void shouldGrowOverAllGenerations() {
        long last = order.of(254, 0xffff_ffff_ffffL);
        for (int i = 255; i < 1500; i++) {
            long first = order.of(i & 0xff, 0);
            assertThat(first).isGreaterThan(last);
            assertThat(order.of(i - 1 & 0xff, 1L << 40)).isLessThan(first);
            last = order.of(i & 0xff, 0xffff_ffff_ffffL);
            assertThat(last).isGreaterThan(first);
        }
    }
}
