package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Numbers worked out by hand. */
class SharedBufferTest {
    private static final int LOSSLESS = 3;
    private static final int LOSSY = 0;
    private static final SwitchConfig CONFIG =
            SwitchConfig.builder()
                    .buffer(12_000)
                    .headroom(1000)
                    .alpha(0.5)
                    .lossyAlpha(1)
                    .xonGap(500)
                    .build();

    private final SharedBuffer buffer = new SharedBuffer(CONFIG);

    SharedBufferTest() {
        buffer.addPort(1000);
        buffer.addPort(1000);
    }

    private void admit(int in, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(buffer.admit(in, 1, LOSSLESS, 100)).isTrue();
        }
    }

    private void release(int in, int times) {
        for (int i = 0; i < times; i++) {
            buffer.release(in, 1, LOSSLESS, 100);
        }
    }

    @Test
    void shouldSetHeadroomAside() {
        assertThat(buffer.free()).isEqualTo(10_000);
    }

    /** Of 10,000 free, half of the rest: u >= (10,000 - u) / 2 first holds at 3400. */
    @Test
    void shouldStopAtTheThresholdOfWhatIsFree() {
        admit(0, 33);
        assertThat(buffer.isStopped(0, LOSSLESS)).isFalse();
        admit(0, 1);
        assertThat(buffer.isStopped(0, LOSSLESS)).isTrue();
    }

    /** With 3400 gone, u >= (6600 - u) / 2 first holds at 2200. */
    @Test
    void shouldLowerTheThresholdForAllAsMemoryFills() {
        admit(0, 34);
        admit(1, 21);
        assertThat(buffer.isStopped(1, LOSSLESS)).isFalse();
        admit(1, 1);
        assertThat(buffer.isStopped(1, LOSSLESS)).isTrue();
    }

    @Test
    void shouldUseHeadroomOnceStoppedAndThenDrop() {
        admit(0, 34);
        admit(0, 10);
        assertThat(buffer.free()).isEqualTo(6600);
        assertThat(buffer.used(0, LOSSLESS)).isEqualTo(4400);
        assertThat(buffer.admit(0, 1, LOSSLESS, 100)).isFalse();
        assertThat(buffer.admit(1, 0, LOSSLESS, 100)).isTrue();
    }

    /** Ten from headroom; then u <= (10,000 - u) / 2 - 500 first holds at 3000. */
    @Test
    void shouldGoOnBelowTheGapWithHeadroomEmpty() {
        admit(0, 44);
        release(0, 10);
        assertThat(buffer.free()).isEqualTo(6600);
        release(0, 3);
        assertThat(buffer.isStopped(0, LOSSLESS)).isTrue();
        release(0, 1);
        assertThat(buffer.isStopped(0, LOSSLESS)).isFalse();
        release(0, 30);
        assertThat(buffer.free()).isEqualTo(10_000);
    }

    @Test
    void shouldDropOtherPrioritiesAtTheirThreshold() {
        for (int i = 0; i < 50; i++) {
            assertThat(buffer.admit(0, 1, LOSSY, 100)).isTrue();
        }
        assertThat(buffer.admit(0, 1, LOSSY, 100)).isFalse();
        assertThat(buffer.admit(0, 0, LOSSY, 100)).isTrue();
        assertThat(buffer.isStopped(0, LOSSY)).isFalse();
        buffer.release(0, 1, LOSSY, 100);
        assertThat(buffer.admit(1, 1, LOSSY, 100)).isTrue();
        assertThat(buffer.admit(1, 1, LOSSY, 100)).isFalse();
    }

    @Test
    void shouldRefuseMoreHeadroomThanThereIs() {
        assertThatThrownBy(() -> buffer.addPort(10_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 ports");
    }
}
