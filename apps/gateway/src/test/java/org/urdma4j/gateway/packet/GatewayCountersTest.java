package org.urdma4j.gateway.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Field;
import java.util.Locale;

/** No counter is left out of what is shown. */
class GatewayCountersTest {
    @Test
    void everyCounterShouldBeInASnapshotAndHaveItsName() throws IllegalAccessException {
        GatewayCounters counters = new GatewayCounters();
        Field[] fields = GatewayCounters.class.getFields();
        for (int i = 0; i < fields.length; i++) {
            fields[i].setLong(counters, i + 1);
        }
        GatewayCounters copy = counters.snapshot();
        counters.marks = 0;

        assertThat(copy.byName()).hasSize(fields.length);
        for (int i = 0; i < fields.length; i++) {
            String name = fields[i].getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
            assertThat(copy.byName()).containsEntry(name, (long) i + 1);
        }
    }
}
