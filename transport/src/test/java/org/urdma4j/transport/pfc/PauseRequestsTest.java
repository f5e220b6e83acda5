package org.urdma4j.transport.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pfc;

import java.nio.ByteBuffer;

class PauseRequestsTest {
    private static final long GIGABIT_100 = 100_000_000_000L;
    private static final long MAC = 0x0200_0000_0001L;
    private static final long NOW = aboutToWrap();
    private static final int AT = 5;

    private final PauseRequests requests = new PauseRequests(GIGABIT_100, 1000);
    private final ByteBuffer b = ByteBuffer.allocate(AT + MacControl.FRAME_LENGTH + 1);

    private static long aboutToWrap() {
        return Long.MAX_VALUE - 100;
    }

    private String frame(long nowNs) {
        assertThat(requests.isDue(nowNs)).isTrue();
        requests.writeFrame(b, AT, MAC, nowNs);
        int header = MacControl.find(b, AT, MacControl.FRAME_LENGTH, 0);
        assertThat(Ethernet.source(b, AT)).isEqualTo(MAC);
        return Pfc.toString(b, header);
    }

    @Test
    void shouldSayNothingWhileNothingIsStopped() {
        assertThat(requests.isDue(NOW)).isFalse();
        assertThat(requests.nextDueNs(NOW)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldStopRepeatAndResume() {
        requests.stop(3);
        assertThat(requests.nextDueNs(NOW)).isEqualTo(NOW);
        assertThat(frame(NOW)).isEqualTo("PFC{3=1000}");
        assertThat(requests.isDue(NOW + 2559)).isFalse();
        assertThat(requests.nextDueNs(NOW)).isEqualTo(NOW + 2560);
        assertThat(frame(NOW + 2560)).isEqualTo("PFC{3=1000}");
        requests.resume(3);
        assertThat(frame(NOW + 2600)).isEqualTo("PFC{3=0}");
        assertThat(requests.isDue(NOW + 90_000)).isFalse();
    }

    @Test
    void shouldTellOfAllInOneFrame() {
        requests.stop(0);
        requests.stop(7);
        assertThat(frame(NOW)).isEqualTo("PFC{0=1000 7=1000}");
        requests.stop(1);
        requests.resume(7);
        assertThat(frame(NOW + 1)).isEqualTo("PFC{0=1000 1=1000 7=0}");
        assertThat(requests.stopped()).isEqualTo(0b11);
        requests.resume(0);
        assertThat(frame(NOW + 2)).isEqualTo("PFC{0=0 1=1000}");
    }

    @Test
    void shouldForgetWhatChangedBackBeforeItWasTold() {
        requests.stop(2);
        requests.resume(2);
        assertThat(requests.isDue(NOW)).isFalse();
    }

    @Test
    void shouldRefuseWhatNoFrameCanSay() {
        assertThatThrownBy(() -> new PauseRequests(GIGABIT_100, 0x1_0000))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PauseRequests(GIGABIT_100, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
