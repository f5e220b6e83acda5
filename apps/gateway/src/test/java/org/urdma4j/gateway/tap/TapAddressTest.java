package org.urdma4j.gateway.tap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TapAddressTest {
    @Test
    void shouldTellRailsAndEndsApart() {
        assertThat(TapAddress.of(0, 2))
                .isEqualTo(new TapAddress("02:77:00:00:00:02", "10.77.0.2", "fd77::2"));
        assertThat(TapAddress.of(171, 1))
                .isEqualTo(new TapAddress("02:77:00:00:ab:01", "10.77.171.1", "fd77:0:0:ab::1"));
    }
}
