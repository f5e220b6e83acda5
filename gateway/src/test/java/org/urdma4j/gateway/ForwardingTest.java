package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.TestPacket.middle;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** What isn't known, understood, or has no room is forwarded at once as it came. */
class ForwardingTest {
    private static TestPacket of(int opcode) {
        TestPacket packet = middle(5);
        packet.transport.put(0, (byte) opcode);
        return packet;
    }

    private static void assertForwarded(TestPacket packet) {
        for (Port from : Port.values()) {
            GatewayBench bench = new GatewayBench();
            TestPacket sent = packet.copy();
            if (from == Port.INSIDE) {
                bench.fromInside(sent);
                assertThat(bench.outside).containsExactly(sent);
            } else {
                bench.fromOutside(sent);
                assertThat(bench.inside).containsExactly(sent);
            }
            assertThat(sent.transport).isEqualTo(packet.transport);
            bench.close();
        }
    }

    @Test
    void shouldForwardWhatIsNoReliableConnection() {
        for (int opcode = 0; opcode < 256; opcode++) {
            if ((Opcode.flags(opcode) & Opcode.RC) == 0 && opcode != 0xde) {
                assertForwarded(of(opcode));
            }
        }
    }

    @Test
    void shouldForwardWhatIsNoRoce() {
        TestPacket other = middle(5);
        other.roce = false;

        assertForwarded(other);
    }

    @Test
    void shouldForwardWhatIsMalformed() {
        TestPacket version = middle(5);
        version.transport.put(1, (byte) 1);
        assertForwarded(version);
        ByteBuffer bytes = ByteBuffer.allocate(Bth.LENGTH + 4);
        Bth.write(bytes, 0, Opcode.RC_RDMA_WRITE_ONLY, 0, 0, 0, TestPacket.QP_OF_B, 0);
        assertForwarded(new TestPacket(TestPacket.A, TestPacket.B, bytes));
    }

    @Test
    void shouldForwardFlowsWithoutRoom() {
        GatewayBench bench = new GatewayBench(GatewayBench.config().packets(4).maxFlows(1).build());
        bench.fromInside(middle(0)).forgetOutput();
        TestPacket other = middle(0);
        Bth.write(other.transport, 0, Opcode.RC_RDMA_WRITE_MIDDLE, 0, 0, 0, 0x77, 9);

        bench.fromInside(other);

        assertThat(bench.outside).containsExactly(other);
        assertThat(bench.gateway.counters().withoutFlow).isEqualTo(1);
        bench.close();
    }

    @Test
    void shouldForwardWithFullPools() {
        GatewayBench bench = new GatewayBench(GatewayBench.config().packets(2).maxFlows(8).build());
        for (int i = 0; i < 10; i++) {
            bench.fromInside(middle(i));
        }

        assertThat(GatewayBench.psns(bench.outside)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        bench.close();
    }

    /** Nothing from the network throws or is lost track of. */
    @Test
    void shouldSurviveRandomPackets() {
        SplittableRandom random = new SplittableRandom(3);
        GatewayBench bench =
                new GatewayBench(GatewayBench.config().packets(64).maxFlows(64).build());
        for (int i = 0; i < 100_000; i++) {
            TestPacket packet = random(random);
            packet.intact = random.nextInt(10) > 0;
            if (random.nextBoolean()) {
                bench.fromInside(packet);
            } else {
                bench.fromOutside(packet);
            }
            bench.after(random.nextLong(1 << 20)).forgetOutput();
            assertThat(bench.store.kept).isLessThan(1000);
        }
        bench.close();
    }

    private static TestPacket random(SplittableRandom random) {
        TestPacket packet =
                switch (random.nextInt(8)) {
                    case 0 -> GatewayBench.mark(random.nextInt(9), psn(random), psn(random));
                    case 1 ->
                            GatewayBench.status(
                                    random.nextInt(9),
                                    random.nextInt(9),
                                    psn(random),
                                    psn(random),
                                    psn(random),
                                    random.nextInt(),
                                    psn(random),
                                    random.nextInt(5));
                    case 2 -> TestPacket.answer(psn(random), random.nextInt(256));
                    case 3 -> TestPacket.read(psn(random), random.nextInt(5000));
                    case 4 -> TestPacket.asking(psn(random));
                    default -> middle(psn(random));
                };
        int harm = random.nextInt(30);
        if (harm == 0) {
            int at = random.nextInt(packet.transport.limit());
            packet.transport.put(at, (byte) random.nextInt());
        } else if (harm == 1) {
            packet.transport.limit(random.nextInt(packet.transport.limit() + 1));
        }
        return packet;
    }

    private static int psn(SplittableRandom random) {
        return random.nextInt(50) == 0
                ? random.nextInt(1 << 24)
                : (0xff_fff8 + random.nextInt(20)) & 0xff_ffff;
    }
}
