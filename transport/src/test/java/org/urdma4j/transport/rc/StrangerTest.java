package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;

/**
 * The Standard profile against a stranger who knows the addresses and queue pair numbers and
 * guesses all else: what is under way goes on.
 */
class StrangerTest {
    private static final int BYTES = 4000;
    private static final int TURNS = 20;
    private static final int A_PSN = 0x4321;
    private static final int B_PSN = 0x8765;
    private static final int[] OPCODES = {
        Opcode.RC_RDMA_WRITE_ONLY,
        Opcode.RC_SEND_ONLY,
        Opcode.RC_RDMA_READ_REQUEST,
        Opcode.RC_RDMA_READ_RESPONSE_ONLY,
        Opcode.RC_ACKNOWLEDGE
    };

    private final Host a = new Host("a", EngineConfig.DEFAULT, 1 << 16, 1);
    private final Host b = new Host("b", EngineConfig.DEFAULT, 1 << 16, 2);
    private final Wire wire = new Wire(a, b);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldBeOfNoAvailByGuessing(long seed) {
        Random random = new Random(seed);
        a.connect(b, Solo.attr().rqPsn(B_PSN).sqPsn(A_PSN));
        b.connect(a, Solo.attr().rqPsn(A_PSN).sqPsn(B_PSN));
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = 0; i < BYTES; i++) {
                a.memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + turn));
            }
            post(WrOpcode.RDMA_WRITE, 0);
            post(WrOpcode.RDMA_READ, 8192);
            for (int step = 0; step < 8; step++) {
                wire.runUntil(wire.nowNs + 300_000);
                for (int i = 0; i < 60; i++) {
                    wire.deliver(a, b, forged(random, a.qp.qpn()));
                    wire.deliver(b, a, forged(random, b.qp.qpn()));
                }
            }
            wire.run();
            List<WorkCompletion> done = a.sent();
            assertThat(done).extracting(WorkCompletion::status).containsOnly(WcStatus.SUCCESS);
            assertThat(done).hasSize(2);
            assertThat(b.memory.asSlice(0, BYTES).mismatch(a.memory.asSlice(0, BYTES)))
                    .isEqualTo(-1);
            assertThat(a.memory.asSlice(8192, BYTES).mismatch(a.memory.asSlice(0, BYTES)))
                    .isEqualTo(-1);
        }
        assertThat(b.qp.state()).isEqualTo(QpState.RTS);
    }

    private void post(WrOpcode opcode, long at) {
        a.post(
                new SendWr()
                        .opcode(opcode)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(a.region.address() + at, BYTES, a.region.lkey())
                        .rdma(b.region.address(), b.region.rkey()));
    }

    private static byte[] forged(Random random, int qpn) {
        int opcode = OPCODES[random.nextInt(OPCODES.length)];
        HandMade packet = HandMade.packet(opcode, random.nextInt(1 << 24));
        if (Opcode.rethOffset(opcode) >= 0) {
            packet.reth(random.nextLong(), random.nextInt(), random.nextInt(5000));
        }
        if (Opcode.aethOffset(opcode) >= 0) {
            packet.aeth(random.nextInt(128), random.nextInt(1 << 24));
        }
        if (opcode != Opcode.RC_RDMA_READ_REQUEST && opcode != Opcode.RC_ACKNOWLEDGE) {
            packet.payload(4 * random.nextInt(64));
        }
        return packet.bytesFor(qpn);
    }
}
