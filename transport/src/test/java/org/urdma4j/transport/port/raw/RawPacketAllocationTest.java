package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.port.frame.InboundFrame;
import org.urdma4j.transport.port.frame.LinkFrames;
import org.urdma4j.transport.port.frame.WholeFrameRoute;
import org.urdma4j.transport.port.linux.VirtioHeader;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.FramePort;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.CompletionRing;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.Slots;
import org.urdma4j.transport.shard.Doorbell;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;

/** Neither the engine nor our handlers allocate for a frame of a RAW_PACKET queue pair. */
class RawPacketAllocationTest {
    private static final int DOMAIN = 1;
    private static final int BYTES = 1000;
    private static final int ROUNDS = 4_000;
    private static final int VLAN_TAG = 0x6007;

    /** Leaves room for what the JVM itself allocates meanwhile. */
    private static final double BOUND = 0.5;

    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final SendQueue sends = new SendQueue(16, 1, 0);
    private final ReceiveQueue receives = new ReceiveQueue(16, 1);
    private final CompletionRing completions = new CompletionRing(64);
    private final WorkCompletion[] completion = WorkCompletion.array(1);
    private final MemorySegment memory = Arena.ofAuto().allocate(1 << 16, 64);
    private final Region region =
            shard.regions().register(memory, memory.address(), AccessFlags.LOCAL_WRITE, DOMAIN);
    private final TransmitBatch batch = new TransmitBatch(65_000, 16, PayloadMover.COPYING);
    private final InboundFrame frame = new InboundFrame();
    private Qp qp;
    private Doorbell doorbell;
    private long left;
    private EmbeddedChannel inward;

    /** A link that never waits. */
    private record Link(Route route) implements FramePort {
        @Override
        public int shortest() {
            return Ethernet.LENGTH;
        }

        @Override
        public int longest() {
            return 9018;
        }

        @Override
        public int longest(ByteBuffer bytes, int at) {
            return 9018;
        }

        @Override
        public boolean isPaused(ByteBuffer bytes, int at, int length) {
            return false;
        }
    }

    private static final class Nobody implements QpListener {
        @Override
        public void onState(QpState state) {
            // nobody asks
        }

        @Override
        public void onEvent(EventType event) {
            throw new AssertionError(event);
        }
    }

    @BeforeEach
    void make() {
        qp =
                shard.createQp(
                        new QpSetup(
                                QpType.RAW_PACKET,
                                shard.freshQpn(),
                                DOMAIN,
                                true,
                                sends,
                                receives,
                                this::complete,
                                this::complete,
                                null,
                                new Link(new LinkRoute()),
                                new Nobody()));
        doorbell = shard.doorbell(qp);
        QpAttr init = new QpAttr().qpState(QpState.INIT).portNum(1);
        qp.modify(init, init.mask(), null, 0);
        qp.modify(new QpAttr().qpState(QpState.RTR), QpAttrMask.STATE, null, 0);
        qp.modify(new QpAttr().qpState(QpState.RTS), QpAttrMask.STATE, null, 0);
        SocketDrops drops = new SocketDrops(new EmbeddedChannel(), () -> 0, qp.counters());
        inward = new EmbeddedChannel(new SteeredFrameHandler(qp, drops, () -> {}));
    }

    private boolean complete(
            Slots slots,
            long id,
            WcStatus status,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            int qpn,
            int source,
            boolean solicited) {
        slots.release();
        return completions.add(null, id, status, opcode, bytes, immediate, flags, qpn, source);
    }

    @Test
    void shouldAllocateNothingForAFrameThatLeaves() {
        SendWr request =
                new SendWr()
                        .opcode(WrOpcode.SEND)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(region.address(), BYTES, region.lkey());
        send(request);
        left = 0;

        long before = allocatedBytes();
        send(request);
        double each = (allocatedBytes() - before) / (double) ROUNDS;

        assertThat(left).isEqualTo((long) ROUNDS * BYTES);
        assertThat(completion[0].isSuccess()).isTrue();
        assertThat(each).isLessThan(BOUND);
    }

    private void send(SendWr request) {
        for (int i = 0; i < ROUNDS; i++) {
            sends.post(request, null);
            doorbell.ring();
            shard.onDoorbells();
            while (shard.pollTransmit(batch, 0) > 0) {
                LinkFrames frames = ((WholeFrameRoute) batch.route()).framesOf(batch);
                for (int k = 0; k < frames.count(); k++) {
                    left += frames.payloadLength(k);
                }
            }
            completions.take(completion, 0, 1);
        }
    }

    @Test
    void shouldAllocateNothingForAFrameThatComes() {
        ByteBuf bytes =
                new UnpooledByteBufAllocator(true, true)
                        .directBuffer(VirtioHeader.LENGTH + BYTES, VirtioHeader.LENGTH + BYTES);
        bytes.writeZero(VirtioHeader.LENGTH + BYTES);
        bytes.setShort(VirtioHeader.LENGTH + Ethernet.ETHER_TYPE, EtherType.IPV4);
        RecvWr receive = new RecvWr().addSge(region.address(), 4096, region.lkey());
        receive(bytes, receive);

        long before = allocatedBytes();
        receive(bytes, receive);
        double each = (allocatedBytes() - before) / (double) ROUNDS;

        assertThat(qp.counters().get(Counter.RDMA_RECVS)).isEqualTo(2L * ROUNDS);
        assertThat(completion[0].isSuccess()).isTrue();
        assertThat(each).isLessThan(BOUND);
        bytes.release();
    }

    /** Every second with a tag, which the kernel had taken off. */
    private void receive(ByteBuf bytes, RecvWr receive) {
        for (int i = 0; i < ROUNDS; i++) {
            receives.post(receive);
            int tag = i % 2 == 0 ? InboundFrame.UNTAGGED : VLAN_TAG;
            frame.begin(bytes, VirtioHeader.LENGTH, BYTES, 0, tag, 0);
            inward.pipeline().fireChannelRead(frame);
            completions.take(completion, 0, 1);
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
