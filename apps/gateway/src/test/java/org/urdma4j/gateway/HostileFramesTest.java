package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.fixtures.Nightly;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Strangers send whatever there is, whole and harmed, to both ports: nothing throws, what is kept
 * stays within the pools, and the flows of others are not harmed. {@code -Durdma.fuzz.frames} says
 * how many.
 */
class HostileFramesTest {
    private static final int FRAMES = Integer.getInteger("urdma.fuzz.frames", 2_000_000);
    private static final int POOL = 64;

    /** Packets of both halves and spaces, and what flows keep of headers. */
    private static final int MOST_KEPT = 1000;

    private static final int LIVE_HOST = 100;
    private static final int LIVE_PEER = 101;
    private static final int LIVE_QPN = 0x55;
    private static final int BETWEEN = 16;

    private final SplittableRandom random = new SplittableRandom(Nightly.seed(3));
    private final GatewayBench bench =
            new GatewayBench(GatewayBench.config().packets(POOL).maxFlows(POOL).build());

    @Test
    void nobodyElseShouldBeHarmed() {
        for (int i = 0; i < FRAMES; i++) {
            if (i % BETWEEN == 0) {
                live(i / BETWEEN);
            }
            TestPacket packet = packet();
            packet.intact = random.nextInt(10) > 0;
            if (random.nextBoolean()) {
                bench.fromInside(packet);
            } else {
                bench.fromOutside(packet);
            }
            bench.after(random.nextLong(1 << 20)).forgetOutput();
            if (bench.store.kept >= MOST_KEPT) {
                throw new AssertionError("%d are kept after %d".formatted(bench.store.kept, i));
            }
        }
        bench.close();

        assertThat(bench.store.kept).isZero();
    }

    /** A packet each way comes out on the other side at once, and an answer to both. */
    private void live(int psn) {
        requireThrough(middle(LIVE_HOST, LIVE_PEER, psn), true);
        requireThrough(middle(LIVE_PEER, LIVE_HOST, psn), false);
        requireThrough(answer(LIVE_PEER, LIVE_HOST, psn), false);
        requireThrough(answer(LIVE_HOST, LIVE_PEER, psn), true);
    }

    private static TestPacket middle(int from, int to, int psn) {
        return TestPacket.middle(psn & Bth.QPN_MASK).between(from, to, LIVE_QPN);
    }

    private static TestPacket answer(int from, int to, int psn) {
        return TestPacket.ack(psn & Bth.QPN_MASK).between(from, to, LIVE_QPN + 1);
    }

    private void requireThrough(TestPacket packet, boolean outwards) {
        bench.forgetOutput();
        List<TestPacket> out = outwards ? bench.outside : bench.inside;
        if (outwards) {
            bench.fromInside(packet);
        } else {
            bench.fromOutside(packet);
        }
        if (!out.contains(packet)) {
            throw new AssertionError(packet + " was kept or dropped");
        }
    }

    private TestPacket packet() {
        TestPacket packet =
                switch (random.nextInt(16)) {
                    case 0 -> GatewayBench.mark(random.nextInt(9), psn(), psn());
                    case 1 -> status();
                    case 2 -> TestPacket.answer(psn(), random.nextInt(256));
                    case 3 -> TestPacket.read(psn(), random.nextInt(5000));
                    case 4 -> TestPacket.asking(psn());
                    case 5 -> TestPacket.response(psn());
                    case 6 -> TestPacket.fetchAdd(psn());
                    case 7 -> GatewayBench.answersMark(random.nextInt(9), psn(), psn());
                    case 8 -> GatewayBench.answersStatus(psn(), psn(), psn(), random.nextInt(5));
                    case 9 -> GatewayBench.unfilledMark(random.nextInt(9), psn(), psn());
                    case 10 -> connecting();
                    default -> TestPacket.middle(psn());
                };
        return harmed(random.nextInt(4) == 0 ? elsewhere(packet) : packet);
    }

    private TestPacket status() {
        return GatewayBench.status(
                random.nextInt(9),
                random.nextInt(9),
                psn(),
                psn(),
                psn(),
                random.nextInt(),
                psn(),
                random.nextInt(5));
    }

    private TestPacket connecting() {
        return switch (random.nextInt(7)) {
            case 0 -> CmPackets.request();
            case 1 -> CmPackets.reply();
            case 2 -> CmPackets.readyToUse();
            case 3 -> CmPackets.disconnectByA();
            case 4 -> CmPackets.disconnectByB();
            case 5 -> CmPackets.rejectByA();
            default -> CmPackets.rejectByB();
        };
    }

    /** The same between other hosts, where it is no message whose layout a BTH doesn't make. */
    private TestPacket elsewhere(TestPacket packet) {
        boolean ours = (Opcode.flags(packet.opcode()) & Opcode.RC) != 0;
        int qpn = random.nextInt(1 << 24);
        return ours ? packet.between(random.nextInt(90), random.nextInt(90), qpn) : packet;
    }

    private TestPacket harmed(TestPacket packet) {
        int harm = random.nextInt(30);
        if (harm == 0) {
            int at = random.nextInt(packet.transport.limit());
            packet.transport.put(at, (byte) random.nextInt());
        } else if (harm == 1) {
            packet.transport.limit(random.nextInt(packet.transport.limit() + 1));
        }
        return packet;
    }

    private int psn() {
        return random.nextInt(50) == 0
                ? random.nextInt(1 << 24)
                : (0xff_fff8 + random.nextInt(20)) & 0xff_ffff;
    }
}
