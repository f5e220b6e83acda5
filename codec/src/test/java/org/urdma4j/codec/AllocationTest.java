package org.urdma4j.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.icrc.IdentificationSolver;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.testing.Frames;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** What is done for each packet allocates nothing, counted by the JVM for this thread. */
class AllocationTest {
    /** Many, as the JVM makes a class's strings when it compiles the first of its methods. */
    private static final int ROUNDS = 200_000;

    private static final int OPCODE = Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE;
    private static final byte[] ADDRESS = {127, 0, 0, 1};

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ByteBuffer frameBytes =
            new Frames().of(Encapsulation.ROCE_V2_IPV4, 7, OPCODE, 1023, 0);
    private final ByteBuffer packetBytes = ByteBuffer.allocateDirect(1060);
    private final RoceFrame frame = new RoceFrame();
    private final TransportPacket packet = new TransportPacket();
    private final Icrc icrc = new Icrc();
    private final FlowIcrc flowIcrc = new FlowIcrc();
    private final IcrcFlow flow = new IcrcFlow(ADDRESS, ADDRESS, 50_000, Udp.ROCE_PORT);
    private final IdentificationSolver solver = new IdentificationSolver();

    @Test
    void shouldAllocateNothingForAPacket() {
        long consumed = round(0) + round(1);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            consumed += round(i);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isLessThan(ROUNDS / 10);
        assertThat(consumed).isNotZero();
    }

    private long round(int i) {
        if (frame.wrap(frameBytes, 0, frameBytes.limit(), LinkLayer.ETHERNET) != FrameStatus.OK
                || icrc.over(frame) != Icrc.get(frameBytes, frame.icrcOffset())) {
            throw new AssertionError("the frame is damaged");
        }
        Bth.write(packetBytes, 0, OPCODE, Bth.ACK_REQ, 0, Bth.DEFAULT_P_KEY, i, i);
        Reth.write(packetBytes, Bth.LENGTH, i, i, i);
        ImmDt.write(packetBytes, Bth.LENGTH + Reth.LENGTH, i);
        int wire = flowIcrc.compute(flow, packetBytes, 0, 1056, i & 0xffff);
        Icrc.put(packetBytes, 1056, wire);
        if (packet.wrap(packetBytes, 0, 1056) != PacketStatus.OK) {
            throw new AssertionError("the packet is damaged");
        }
        int difference =
                Icrc.get(packetBytes, 1056) ^ flowIcrc.compute(flow, packetBytes, 0, 1056, 0);
        int found = solver.solve(difference, IdentificationSolver.bytesAfter(1056));
        if (found != (i & 0xffff)) {
            throw new AssertionError("the identification is lost");
        }
        return packet.psn()
                + packet.virtualAddress()
                + packet.immediate()
                + packet.payloadLength()
                + found;
    }
}
