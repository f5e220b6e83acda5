package org.urdma4j.leafspine.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SwitchMemoryTest {
    private static SwitchMemory memory(boolean pfc) {
        return new SwitchMemory(
                new SwitchConfig(100_000, 1, pfc, 0.125, 5000, 1000, 400, 1600, 0.2), 2, 4);
    }

    @Test
    void aQueueAloneShouldHaveHalf() {
        SwitchMemory memory = memory(false);
        int admitted = 0;
        while (memory.admit(0, 2, 1000)) {
            admitted++;
        }

        // q <= free = size - q
        assertThat(admitted).isEqualTo(50);
        assertThat(memory.admit(0, 3, 1000)).isTrue();
        for (int i = 0; i < admitted; i++) {
            memory.release(0, 2, 1000);
        }
        assertThat(memory.usedBytes()).isEqualTo(1000);
    }

    @Test
    void shouldStopASenderThenUseItsHeadroomThenDrop() {
        SwitchMemory memory = memory(true);
        int before = 0;
        while (!memory.isStopped(0)) {
            assertThat(memory.admit(0, 2, 1000)).isTrue();
            before++;
        }
        // 90,000 are shared: x >= (90 - x) / 8 at 10
        assertThat(before).isEqualTo(10);
        for (int i = 0; i < 5; i++) {
            assertThat(memory.admit(0, 2, 1000)).isTrue();
        }
        assertThat(memory.admit(0, 2, 1000)).isFalse();
        assertThat(memory.isStopped(1)).isFalse();

        for (int i = 0; i < 6; i++) {
            memory.release(0, 2, 1000);
        }
        // headroom is free again, 9 are left of the 10: above the threshold less its gap
        assertThat(memory.isStopped(0)).isFalse();
        for (int i = 0; i < 9; i++) {
            memory.release(0, 2, 1000);
        }
        assertThat(memory.usedBytes()).isZero();
    }

    @Test
    void marksShouldRiseBetweenTheThresholds() {
        SwitchConfig config = SwitchConfig.of(100_000_000_000L, 1_000_000, false);

        assertThat(config.markShare(400_000)).isZero();
        assertThat(config.markShare(1_000_000)).isEqualTo(0.1);
        assertThat(config.markShare(1_600_000)).isEqualTo(0.2);
        assertThat(config.markShare(1_600_001)).isEqualTo(1);
    }
}
