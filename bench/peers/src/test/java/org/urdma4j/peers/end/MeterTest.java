package org.urdma4j.peers.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.FlowJson;

class MeterTest {
    private static final long S = 1_000_000_000L;

    /** A clock may begin anywhere. */
    private static final long START = Long.MAX_VALUE - S;

    private static long at(int s) {
        return START + s * S;
    }

    private final Meter meter = new Meter(2, 4);

    @Test
    void shouldCountAfterWhatIsOmitted() throws Exception {
        assertThat(meter.add(at(0), 0)).isFalse(); // nothing yet: no time passes
        for (int s = 10; s < 16; s++) { // the span begins at 12, and what comes up to 15 counts
            assertThat(meter.add(at(s), 1000)).isFalse();
        }
        assertThat(meter.add(at(16), 1000)).isTrue();
        assertThat(meter.add(at(17), 1000)).isTrue();

        assertThat(FlowJson.receivedBps("x", meter.json())).isEqualTo(8000);
        assertThat(meter.json()).contains("\"bytes\":3000,\"seconds\":3.000000");
        assertThat(meter.totalBytes()).isEqualTo(6000);
    }

    @Test
    void shouldCountTimeInWhichNothingComes() throws Exception {
        meter.add(at(0), 1000);
        meter.add(at(2), 1000);
        meter.add(at(3), 4000);
        meter.add(at(5), 0);
        assertThat(meter.add(at(6), 0)).isTrue();

        assertThat(FlowJson.receivedBps("x", meter.json())).isEqualTo(10_667);
    }

    @Test
    void shouldGiveNoFigureOfATransferThatBrokeOff() {
        meter.add(at(0), 1000);
        meter.add(at(3), 1000);

        assertThatIllegalStateException()
                .isThrownBy(meter::json)
                .withMessage("it broke off after 2000 bytes");
    }

    @Test
    void shouldGiveNoFigureOfNothing() {
        meter.add(at(0), 1000);
        meter.add(at(2), 0);
        meter.add(at(6), 1000);

        assertThatIllegalStateException()
                .isThrownBy(meter::json)
                .withMessage("nothing arrived while it was measured");
    }
}
