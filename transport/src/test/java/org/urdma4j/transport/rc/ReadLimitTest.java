package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.codec.ib.AethSyndrome.ACK_UNLIMITED;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** What holds requests back: READs and atomics outstanding, fences, and READs that are too long. */
class ReadLimitTest {
    private static final WrOpcode READ = WrOpcode.RDMA_READ;
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;

    /** A window that holds eight full packets. */
    private static final EngineConfig SMALL =
            EngineConfig.builder().maxInFlightBytes(8L * (MTU + EngineConfig.PACKET_COST)).build();

    private final Solo solo = new Solo();

    private static HandMade answer(int psn, int bytes) {
        return packet(Opcode.RC_RDMA_READ_RESPONSE_ONLY, psn).aeth(ACK_UNLIMITED, 1).payload(bytes);
    }

    @Test
    void shouldKeepToTheNumberOfOutstandingReads() {
        solo.connect(Solo.attr().maxRdAtomic(2));
        for (int i = 0; i < 4; i++) {
            solo.host.post(solo.request(i, READ, 8));
        }

        assertThat(brief(solo.turn())).containsExactly("READ_REQUEST 200", "READ_REQUEST 201");
        assertThat(brief(solo.receive(answer(SQ_PSN, 8)))).containsExactly("READ_REQUEST 202");
        assertThat(brief(solo.receive(answer(SQ_PSN + 1, 8)))).containsExactly("READ_REQUEST 203");
        solo.receive(answer(SQ_PSN + 2, 8), answer(SQ_PSN + 3, 8));
        assertThat(solo.sent()).hasSize(4);
    }

    @Test
    void shouldCountAtomicOperationsWithReads() {
        solo.connect(Solo.attr().maxRdAtomic(1));
        solo.post(1, READ, 8);

        assertThat(solo.post(2, WrOpcode.ATOMIC_FETCH_AND_ADD, 8)).isEmpty();
        assertThat(brief(solo.receive(answer(SQ_PSN, 8)))).containsExactly("FETCH_ADD 201");
    }

    @Test
    void shouldKeepWritesBehindAReadThatMustWait() {
        solo.connect(Solo.attr().maxRdAtomic(1));
        solo.post(1, READ, 8);
        solo.post(2, READ, 8);

        assertThat(solo.post(3, WRITE, 8)).as("order is kept").isEmpty();
        assertThat(brief(solo.receive(answer(SQ_PSN, 8))))
                .containsExactly("READ_REQUEST 201", "WRITE_ONLY 202");
    }

    @Test
    void shouldKeepToTheLimitAfterGoingBack() {
        solo.connect(Solo.attr().maxRdAtomic(2));
        for (int i = 0; i < 3; i++) {
            solo.host.post(solo.request(i, READ, 8));
        }
        solo.turn();

        assertThat(brief(solo.elapse(4096L << 14)))
                .containsExactly("READ_REQUEST 200", "READ_REQUEST 201");
    }

    @Test
    void shouldRefuseReadsWithoutResourcesAtThePeer() {
        solo.connect(Solo.attr().maxRdAtomic(0));

        assertThat(solo.post(1, READ, 8)).isEmpty();
        assertThat(solo.sent()).containsExactly("1 LOC_QP_OP_ERR");
    }

    @Test
    void shouldWaitAtAFenceForReads() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 8);
        solo.post(2, READ, 8);
        solo.post(3, WrOpcode.ATOMIC_FETCH_AND_ADD, 8);
        solo.host.post(solo.request(4, WRITE, 8).sendFlags(SendFlags.FENCE));
        solo.host.post(solo.request(5, WRITE, 8));

        assertThat(solo.turn()).isEmpty();
        assertThat(solo.receive(answer(SQ_PSN + 1, 8))).isEmpty();
        assertThat(
                        brief(
                                solo.receive(
                                        packet(Opcode.RC_ATOMIC_ACKNOWLEDGE, SQ_PSN + 2)
                                                .aeth(ACK_UNLIMITED, 1))))
                .containsExactly("WRITE_ONLY 203", "WRITE_ONLY 204");
    }

    @Test
    void shouldNotWaitAtAFenceForWrites() {
        solo.connect(Solo.attr());
        solo.post(1, WRITE, 8);
        solo.host.post(solo.request(2, WRITE, 8).sendFlags(SendFlags.FENCE));

        assertThat(brief(solo.turn())).containsExactly("WRITE_ONLY 201");
    }

    @Test
    void shouldSplitAReadThatTheWindowDoesNotHold() {
        Solo narrow = new Solo(SMALL).connect(Solo.attr().maxRdAtomic(2));

        List<Captured> requests = narrow.post(1, READ, 10L * MTU + 1);

        assertThat(brief(requests)).containsExactly("READ_REQUEST 200", "READ_REQUEST 204");
        assertThat(requests)
                .extracting(r -> r.headers.virtualAddress())
                .containsExactly(Solo.REMOTE, Solo.REMOTE + 4 * MTU);
        assertThat(requests).extracting(r -> r.headers.dmaLength()).containsOnly(4L * MTU);

        List<Captured> third = narrow.receive(part(0, 0), part(0, 1), part(0, 2), part(0, 3));
        assertThat(brief(third)).containsExactly("READ_REQUEST 208");
        assertThat(third.getFirst().headers.dmaLength()).isEqualTo(2L * MTU + 1);
        narrow.receive(part(4, 0), part(4, 1), part(4, 2), part(4, 3));
        assertThat(narrow.sent()).isEmpty();
        narrow.receive(
                part(8, 0),
                part(8, 1),
                packet(Opcode.RC_RDMA_READ_RESPONSE_LAST, SQ_PSN + 10)
                        .aeth(ACK_UNLIMITED, 3)
                        .payload(1));
        assertThat(narrow.sent()).containsExactly("1 SUCCESS");
    }

    /** Returns one of the four packets that answer a part of a READ. */
    private static HandMade part(int start, int index) {
        int opcode =
                switch (index) {
                    case 0 -> Opcode.RC_RDMA_READ_RESPONSE_FIRST;
                    case 3 -> Opcode.RC_RDMA_READ_RESPONSE_LAST;
                    default -> Opcode.RC_RDMA_READ_RESPONSE_MIDDLE;
                };
        HandMade packet = packet(opcode, SQ_PSN + start + index).payload(MTU);
        return opcode == Opcode.RC_RDMA_READ_RESPONSE_MIDDLE
                ? packet
                : packet.aeth(ACK_UNLIMITED, 1);
    }

    @Test
    void shouldAskAgainToTheEndOfThePartOnly() {
        Solo narrow = new Solo(SMALL).connect(Solo.attr().maxRdAtomic(2));
        narrow.post(1, READ, 10L * MTU);
        narrow.receive(part(0, 0));

        List<Captured> again = narrow.receive(part(0, 2));

        assertThat(brief(again)).containsExactly("READ_REQUEST 201", "READ_REQUEST 204");
        assertThat(again).extracting(r -> r.headers.dmaLength()).containsExactly(768L, 1024L);
    }

    @Test
    void shouldBoundAReadByPacketsToo() {
        Solo narrow =
                new Solo(EngineConfig.builder().maxInFlightPackets(16).build())
                        .connect(Solo.attr().maxRdAtomic(4));

        List<Captured> requests = narrow.post(1, READ, 100L * MTU);

        assertThat(requests.stream().mapToLong(r -> r.headers.dmaLength() / MTU).sum())
                .isBetween(12L, 16L);
    }
}
