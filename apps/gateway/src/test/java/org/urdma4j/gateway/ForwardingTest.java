package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.TestPacket.middle;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;

import java.nio.ByteBuffer;

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

    /** The URDMA profile's grants have the opcode of messages, and a timestamp that these lack. */
    @Test
    void shouldForwardGrantsOfTheUrdmaProfile() {
        TestPacket grant = of(0xde);
        grant.transport.put(4, (byte) 0x20).put(8, (byte) 0x41);

        assertForwarded(grant);
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
}
