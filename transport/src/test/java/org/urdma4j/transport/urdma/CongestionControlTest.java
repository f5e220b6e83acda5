package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

/** That congestion control hears of what the engine sends, in both sequence spaces. */
class CongestionControlTest {
    private static final long SECOND = 1_000_000_000L;

    private static QpAttr rrcc() {
        return Host.attr().urdmaTuning(UrdmaTuning.DEFAULT);
    }

    private final Wire wire = new Wire().connect(rrcc(), rrcc());

    /** Returns the time that a transfer of a mebibyte takes. */
    private long transfer(WrOpcode opcode) {
        long from = wire.nowNs;
        wire.a.post(
                wire.a
                        .request(1, opcode, 0, Host.MEMORY)
                        .rdma(wire.b.address(0), wire.b.region.rkey()));
        wire.runFor(10 * SECOND);
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
        Host data = opcode == WrOpcode.RDMA_READ ? wire.b : wire.a;
        return (data == wire.a ? wire.fromA : wire.fromB)
                        .stream().filter(Seen::isData).toList().getLast().atNs()
                - from;
    }

    @Test
    void shouldPaceTheFirstRoundTrip() {
        transfer(WrOpcode.RDMA_WRITE);
        long first = wire.fromA.getFirst().atNs();
        long inFirstRoundTrip =
                wire.fromA.stream().filter(p -> p.atNs() - first < 2 * Wire.DELAY_NS).count();
        assertThat(inFirstRoundTrip).as("an initial window of 128").isBetween(2L, 140L);
    }

    @Test
    void shouldGoOnMeasuringAfterAnyIdleTime() {
        for (WrOpcode opcode : new WrOpcode[] {WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ}) {
            transfer(opcode);
            long before = transfer(opcode);
            for (long idle : new long[] {200, 300, 540, 700}) {
                wire.runFor(idle * SECOND);
                assertThat(transfer(opcode)).as("after %d s", idle).isLessThan(2 * before);
            }
        }
    }
}
