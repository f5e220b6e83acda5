package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

/** Sequence numbers wrap in both spaces, over loss, reordering and duplicates. */
class PsnWrapTest {
    private static final int LAST = 0xff_ffff;

    private static QpAttr attr() {
        UrdmaOffer offer = Host.OFFER.toBuilder().verificationTag(LAST - 9).build();
        return Host.attr()
                .sqPsn(LAST - 20)
                .rqPsn(LAST - 20)
                .urdmaOffer(offer)
                .urdmaPeerOffer(offer);
    }

    @Test
    void shouldWrapInBothSpaces() {
        Wire wire = new Wire().connect(attr(), attr());
        int[] count = {0};
        wire.tap =
                (from, packet) -> {
                    int n = count[0]++;
                    if (n % 6 == 2) {
                        return Wire.LOST;
                    }
                    return n % 11 == 0 ? Wire.TWICE : new long[] {(n % 4) * 250_000L};
                };
        wire.b.fill(1 << 16, 8000);
        for (int i = 0; i < 8; i++) {
            wire.a.fill(1000L * i, 1000);
            wire.b.receive(100 + i, 512L * i, 512);
            Host b = wire.b;
            wire.a.post(
                    wire.a
                            .request(3L * i, WrOpcode.RDMA_WRITE, 1000L * i, 1000)
                            .rdma(b.address(8192 + 1000L * i), b.region.rkey()));
            wire.a.post(
                    wire.a
                            .request(3L * i + 1, WrOpcode.RDMA_READ, (1 << 16) + 1000L * i, 1000)
                            .rdma(b.address((1 << 16) + 1000L * i), b.region.rkey()));
            wire.a.post(wire.a.request(3L * i + 2, WrOpcode.SEND, 1000L * i, 300));
        }
        wire.run();
        assertThat(wire.a.sent()).hasSize(24).allMatch(s -> s.endsWith("SUCCESS"));
        assertThat(wire.b.received()).hasSize(8);
        for (int i = 0; i < 8; i++) {
            assertThat(wire.b.filled(8192 + 1000L * i, 1000)).isEqualTo(1000);
            assertThat(wire.b.filled(512L * i, 301)).isEqualTo(300);
        }
        assertThat(wire.a.filled(1 << 16, 8000)).isEqualTo(8000);
        assertThat(wire.fromA.stream().filter(Seen::isData).map(Seen::psn)).contains(LAST, 0);
        assertThat(wire.fromB.stream().filter(Seen::isData).map(Seen::psn)).contains(LAST, 0);
        assertThat(wire.b.count(Counter.PLACED_BYTES)).as("none twice").isEqualTo(8 * 1300);
    }

    @Test
    void shouldNameHolesAcrossTheWrap() {
        Solo solo = new Solo().connect(attr().rqPsn(LAST - 1));
        solo.receive(
                Raw.write(0xca, 6, solo.address(0), solo.rkey(), 4)
                        .payload(0, 4)
                        .t1(1)
                        .tag(LAST - 9),
                Raw.write(0xca, 7, solo.address(0), solo.rkey(), 4)
                        .payload(0, 4)
                        .t1(2)
                        .tag(LAST - 9));
        Seen report = solo.elapse(2_000_000).getFirst();
        assertThat(report.u32(36)).isEqualTo(LAST - 1);
        assertThat(report.u32(40)).isEqualTo(8);
        assertThat(report.hex(80, 88)).isEqualTo("00fffffe" + "00000008");
    }

    @Test
    void shouldTakeReportsAcrossTheWrap() {
        Solo solo = new Solo().connect(attr().sqPsn(LAST));
        solo.post(1, WrOpcode.RDMA_WRITE, 8);
        solo.post(solo.request(2, WrOpcode.RDMA_WRITE, 8).rdma(1, 2));
        solo.receive(Raw.report(0xda, 1, 0, 1, 1, solo.units()).tag(LAST - 9));
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        solo.receive(Raw.report(0xda, 2, 1, 1, 2, solo.units()).tag(LAST - 9));
        assertThat(solo.sent()).containsExactly("2 SUCCESS");
    }
}
