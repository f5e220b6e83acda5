package org.urdma4j.leafspine.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessagesTest {
    private final Messages messages = new Messages(4096);

    @Test
    void shouldKnowWhichPacketsAMessageIs() {
        messages.add(1);
        messages.add(4096);
        messages.add(10_000);

        assertThat(messages.packets()).isEqualTo(1 + 1 + 3);
        assertThat(messages.packets(2)).isEqualTo(3);
        int[] of = {0, 1, 2, 2, 2};
        int[] payload = {1, 4096, 4096, 4096, 10_000 - 8192};
        boolean[] last = {true, true, false, false, true};
        for (int psn = 0; psn < of.length; psn++) {
            assertThat(messages.of(psn)).isEqualTo(of[psn]);
            assertThat(messages.payload(psn)).isEqualTo(payload[psn]);
            assertThat(messages.isLast(psn)).isEqualTo(last[psn]);
        }
    }

    @Test
    void shouldTakeMany() {
        for (int i = 0; i < 100; i++) {
            assertThat(messages.add(8192)).isEqualTo(i);
        }

        assertThat(messages.packets()).isEqualTo(200);
        assertThat(messages.of(199)).isEqualTo(99);
    }
}
