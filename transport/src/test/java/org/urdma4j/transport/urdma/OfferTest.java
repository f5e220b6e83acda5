package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;
import java.util.List;

/** Which profile a queue pair speaks, and that neither takes the packets of the other. */
class OfferTest {
    private static final int STANDARD_WRITE_ONLY = 0x0a;
    private static final int URDMA_WRITE_ONLY = 0xca;

    private static QpAttr standard() {
        return new QpAttr()
                .rqPsn(Host.SQ_PSN)
                .sqPsn(Host.SQ_PSN)
                .pathMtu(Host.attr().pathMtu())
                .qpAccessFlags(Host.ALL_ACCESS)
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .maxRdAtomic(4)
                .maxDestRdAtomic(4)
                .minRnrTimer(12);
    }

    /** Returns the opcode that a WRITE goes out with. */
    private static int spoken(QpAttr attr) {
        return new Solo().connect(attr).post(1, WrOpcode.RDMA_WRITE, 8).getFirst().opcode();
    }

    private static UrdmaOffer offer(int version, int features) {
        return new UrdmaOffer(version, features, 64, 1_000, 0, 256, 0, UrdmaOffer.NO_LIMIT, 0);
    }

    @Test
    void shouldSpeakUrdmaWhenBothOffer() {
        assertThat(spoken(Host.attr())).isEqualTo(URDMA_WRITE_ONLY);
    }

    @Test
    void shouldSpeakStandardUnlessBothOffer() {
        assertThat(spoken(standard())).isEqualTo(STANDARD_WRITE_ONLY);
        assertThat(spoken(standard().urdmaOffer(Host.OFFER))).isEqualTo(STANDARD_WRITE_ONLY);
        assertThat(spoken(standard().urdmaPeerOffer(Host.OFFER))).isEqualTo(STANDARD_WRITE_ONLY);
    }

    @Test
    void shouldSpeakStandardWhenTheVersionIsAnother() {
        assertThat(spoken(Host.attr().urdmaPeerOffer(offer(UrdmaOffer.VERSION - 1, 0))))
                .isEqualTo(STANDARD_WRITE_ONLY);
        assertThat(spoken(Host.attr().urdmaOffer(offer(UrdmaOffer.VERSION - 1, 0))))
                .isEqualTo(STANDARD_WRITE_ONLY);
    }

    @Test
    void shouldIgnoreUnknownFeatures() {
        assertThat(spoken(Host.attr().urdmaPeerOffer(offer(UrdmaOffer.VERSION, 0xfff8))))
                .isEqualTo(URDMA_WRITE_ONLY);
    }

    @Test
    void shouldSendTheLesserPayload() {
        QpAttr attr = Host.attr().urdmaPeerOffer(Host.OFFER.toBuilder().payloadBytes(512).build());
        List<Seen> sent = new Solo().connect(attr).post(1, WrOpcode.RDMA_WRITE, 600);
        assertThat(sent).hasSize(3);
        assertThat(sent.getFirst().bytes()).hasSize(36 + 256);
    }

    @Test
    void shouldDropAndCountStandardPacketsOnAnUrdmaQueuePair() {
        Solo solo = Solo.connected();
        int qpn = solo.host.qp.qpn();
        byte[] write =
                ByteBuffer.allocate(32)
                        .putInt(0x0a40_ffff)
                        .putInt(qpn)
                        .putInt(0x8000_0000 | Solo.PSN)
                        .putLong(solo.address(0))
                        .putInt(solo.rkey())
                        .putInt(4)
                        .putInt(0x01020304)
                        .array();
        solo.deliver(solo.peer, write);
        assertThat(solo.turn()).isEmpty();
        assertThat(solo.host.word(0)).isZero();
        assertThat(solo.host.count(Counter.DROPPED_QP_STATE)).isOne();
    }

    @Test
    void shouldDropAndCountUrdmaPacketsOnAStandardQueuePair() {
        Solo solo = new Solo().connect(standard());
        Raw write = Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 4).payload(0, 4);
        assertThat(solo.receive(write)).isEmpty();
        assertThat(solo.host.word(0)).isZero();
        long counted =
                solo.host.count(Counter.DROPPED_QP_STATE)
                        + solo.host.count(Counter.DROPPED_UNKNOWN_OPCODE);
        assertThat(counted).isOne();
    }

    @Test
    void shouldConnectAgainWithTheOtherProfile() {
        Solo solo = Solo.connected();
        assertThat(solo.post(1, WrOpcode.RDMA_WRITE, 8).getFirst().opcode())
                .isEqualTo(URDMA_WRITE_ONLY);
        solo.host.move(QpState.RESET);
        solo.connect(standard());
        assertThat(solo.post(2, WrOpcode.RDMA_WRITE, 8).getFirst().opcode())
                .isEqualTo(STANDARD_WRITE_ONLY);
        solo.host.move(QpState.RESET);
        solo.connect(Host.attr());
        assertThat(solo.post(3, WrOpcode.RDMA_WRITE, 8).getFirst().toString())
                .isEqualTo(Seen.of(0, Raw.write(0xca, Solo.PSN, 0, 0, 0).to(0)).toString());
    }
}
