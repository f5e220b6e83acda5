package org.urdma4j.transport.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;

import java.nio.ByteBuffer;

class PauseStateTest {
    private static final long GIGABIT_100 = 100_000_000_000L;

    /** The clock may be anywhere, even about to wrap. */
    private static final long NOW = aboutToWrap();

    private final PauseState state = new PauseState(GIGABIT_100);
    private final ByteBuffer b = ByteBuffer.allocate(MacControl.FRAME_LENGTH);

    private static long aboutToWrap() {
        return Long.MAX_VALUE - 1000;
    }

    private int pfc(int enabled, int quanta, long nowNs) {
        int at = MacControl.startFrame(b, 0, 1);
        Pfc.write(b, at, enabled);
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            Pfc.setQuanta(b, at, priority, quanta);
        }
        return state.onFrame(b, at, nowNs);
    }

    @Test
    void shouldStopOnlyWhatIsEnabled() {
        assertThat(pfc(0b1000_1000, 100, NOW)).isEqualTo(0b1000_1000);
        assertThat(state.paused(NOW)).isEqualTo(0b1000_1000);
        assertThat(state.isPaused(3, NOW)).isTrue();
        assertThat(state.isPaused(2, NOW)).isFalse();
    }

    @Test
    void shouldGoOnWhenTheQuantaAreOver() {
        pfc(1 << 3, 100, NOW);
        assertThat(state.nextResumeNs(NOW)).isEqualTo(NOW + 512);
        assertThat(state.isPaused(3, NOW + 511)).isTrue();
        assertThat(state.isPaused(3, NOW + 512)).isFalse();
        assertThat(state.nextResumeNs(NOW + 512)).isEqualTo(Long.MAX_VALUE);
        assertThat(state.pausedNs(3, NOW + 9000)).isEqualTo(512);
    }

    @Test
    void shouldGoOnAtZero() {
        pfc(1 << 3 | 1 << 4, 65_535, NOW);
        assertThat(pfc(1 << 3, 0, NOW + 50)).isEqualTo(1 << 3);
        assertThat(state.paused(NOW + 50)).isEqualTo(1 << 4);
        assertThat(state.pausedNs(3, NOW + 60)).isEqualTo(50);
        assertThat(state.pausedNs(4, NOW + 60)).isEqualTo(60);
    }

    @Test
    void shouldCountAPauseFromTheLastFrame() {
        pfc(1, 100, NOW);
        pfc(1, 100, NOW + 500);
        assertThat(state.isPaused(0, NOW + 1011)).isTrue();
        pfc(1, 1, NOW + 1000);
        assertThat(state.nextResumeNs(NOW + 1000)).isEqualTo(NOW + 1006);
        assertThat(state.isPaused(0, NOW + 1006)).isFalse();
        assertThat(state.pauses(0)).isEqualTo(3);
        assertThat(state.pausedNs(0, NOW + 2000)).isEqualTo(1006);
    }

    @Test
    void shouldStopEverythingAtAPlainPause() {
        int at = MacControl.startFrame(b, 0, 1);
        Pause.write(b, at, 200);
        assertThat(state.onFrame(b, at, NOW)).isEqualTo(0xff);
        assertThat(state.paused(NOW + 1023)).isEqualTo(0xff);
        assertThat(state.paused(NOW + 1024)).isZero();
        state.onFrame(b, at, NOW + 2000);
        Pause.write(b, at, 0);
        state.onFrame(b, at, NOW + 2001);
        assertThat(state.paused(NOW + 2001)).isZero();
    }

    @Test
    void shouldIgnoreOpcodesOfOthers() {
        b.putShort(0, (short) 0x0002).putShort(2, (short) 0xffff);
        assertThat(state.onFrame(b, 0, NOW)).isZero();
        assertThat(state.paused(NOW)).isZero();
    }

    @Test
    void shouldNameTheFirstOfSeveral() {
        state.pause(1, 300, NOW);
        state.pause(6, 100, NOW + 10);
        assertThat(state.nextResumeNs(NOW + 20)).isEqualTo(NOW + 10 + 512);
        assertThat(state.nextResumeNs(NOW + 600)).isEqualTo(NOW + 1536);
    }

    @Test
    void shouldKnowTheLengthOfAQuantum() {
        assertThat(PauseState.quantaNs(0xffff, GIGABIT_100)).isEqualTo(335_540);
        assertThat(PauseState.quantaNs(1, 10_000_000)).isEqualTo(51_200);
        assertThat(PauseState.quantaNs(0xffff, 1)).isEqualTo(0xffff * 512L * 1_000_000_000L);
        assertThatThrownBy(() -> new PauseState(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
