package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.pfc.PauseState;
import org.urdma4j.transport.port.frame.FrameHandler;
import org.urdma4j.transport.port.frame.FrameIcrc;
import org.urdma4j.transport.port.frame.FrameRoute;
import org.urdma4j.transport.port.frame.FrameRoutes;
import org.urdma4j.transport.port.frame.InboundFrame;
import org.urdma4j.transport.port.frame.LinkFrames;
import org.urdma4j.transport.port.frame.LinkPauses;
import org.urdma4j.transport.port.frame.NetworkHandler;
import org.urdma4j.transport.port.frame.PauseHandler;
import org.urdma4j.transport.port.frame.ReceiveGuard;
import org.urdma4j.transport.port.linux.VirtioHeader;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.port.pipeline.ShardHandler;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Our handlers allocate nothing for what goes out in frames, nor for what comes in. */
class FrameAllocationTest {
    private static final int PAYLOAD = 1024;
    private static final int PACKETS = 16;
    private static final int ROUNDS = 2_000;

    /** The least of them counts: the JVM allocates on this thread, too, when it compiles anew. */
    private static final int WINDOWS = 4;

    private static final long MAC = 0x02_00_00_00_00_01L;
    private static final long GIGABIT = 1_000_000_000L;
    private static final long CAPACITY = 1 << 20;

    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final Counters counters = shard.counters();
    private final FrameIcrc icrc = new FrameIcrc(counters);
    private final Wire wire = new Wire();
    private final TransmitBatch batch = new TransmitBatch(65_000, PACKETS, PayloadMover.COPYING);
    private final OutboundRun run = new OutboundRun();
    private final InboundFrame frame = new InboundFrame();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(
                    wire,
                    new OffloadHandler(),
                    new FrameHandler(),
                    pauseHandler(),
                    new NetworkHandler(NetworkHandler.EVERYBODY, counters, PACKETS),
                    new IcrcHandler(icrc, icrc::stamp, counters),
                    new ShardHandler(shard, () -> {}));

    private PauseHandler pauseHandler() {
        FlowControl flow = FlowControl.pfc(3);
        return new PauseHandler(
                new LinkPauses(new PauseState(GIGABIT, flow.priorities()), () -> {}),
                new ReceiveGuard(flow, GIGABIT, MAC, () -> 0, CAPACITY, _ -> true, counters),
                counters,
                () -> 0,
                true);
    }

    @ParameterizedTest
    @CsvSource({
        "ROCE_V1, 192.0.2.1, 192.0.2.2, 0",
        "ROCE_V1, 192.0.2.1, 192.0.2.2, 3",
        "ROCE_V2, 192.0.2.1, 192.0.2.2, 0",
        "ROCE_V2, 192.0.2.1, 192.0.2.2, 3",
        "ROCE_V2, fd00::1, fd00::2, 0"
    })
    void shouldAllocateNothingForAFrame(GidType type, Gid from, Gid to, int sl) {
        FrameRoute route =
                new FrameRoutes(MAC, 9000, 0, true)
                        .to(type, from, GlobalRoute.to(to, 0), sl, 5, () -> MAC + 1);
        fill(route);
        wire.keeps = true;
        send(route);
        wire.keeps = false;
        List<ByteBuf> frames = wire.frames;
        int segment = route.isSegmentable() ? batch.length(0) : 0;

        sendOften(route);
        receiveOften(frames, segment);
        long sending = Long.MAX_VALUE;
        long receiving = Long.MAX_VALUE;
        for (int i = 0; i < WINDOWS; i++) {
            long before = allocatedBytes();
            sendOften(route);
            long sent = allocatedBytes();
            receiveOften(frames, segment);
            sending = Math.min(sending, sent - before);
            receiving = Math.min(receiving, allocatedBytes() - sent);
        }

        assertThat(sending / ROUNDS).as("bytes for each batch that is sent").isZero();
        assertThat(receiving / ROUNDS).as("bytes for each that is read").isZero();
        assertThat(frames).hasSize(segment == 0 ? PACKETS : 1);
        assertThat(counters.get(Counter.DROPPED_UNKNOWN_QP))
                .isEqualTo((1L + WINDOWS) * ROUNDS * PACKETS);
        frames.forEach(ByteBuf::release);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    private void fill(FrameRoute route) {
        for (int i = 0; i < PACKETS; i++) {
            int at = batch.begin(route);
            Bth.write(batch.buffer(), at, Opcode.RC_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, 5, i);
            int length = Bth.LENGTH + PAYLOAD;
            batch.end(at + length, length + TransmitBatch.ICRC_LENGTH);
        }
    }

    private void sendOften(FrameRoute route) {
        for (int i = 0; i < ROUNDS; i++) {
            send(route);
        }
    }

    private void send(FrameRoute route) {
        run.begin(batch, route.isSegmentable(), route.takeIdentifications(PACKETS));
        var _ = channel.write(run, channel.voidPromise());
    }

    private void receiveOften(List<ByteBuf> frames, int segment) {
        for (int i = 0; i < ROUNDS; i++) {
            for (int k = 0; k < frames.size(); k++) {
                ByteBuf bytes = frames.get(k);
                frame.begin(bytes, 0, bytes.capacity(), segment, InboundFrame.UNTAGGED, 0);
                channel.pipeline().fireChannelRead(frame);
            }
            channel.pipeline().fireChannelReadComplete();
        }
    }

    /** Takes frames, and keeps them as they would be read if it is told to. */
    private static final class Wire extends ChannelOutboundHandlerAdapter {
        /** The leak detector would record every access. */
        private static final UnpooledByteBufAllocator UNTRACKED =
                new UnpooledByteBufAllocator(true, true);

        private final List<ByteBuf> frames = new ArrayList<>();
        private boolean keeps;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            LinkFrames written = (LinkFrames) message;
            for (int i = 0; keeps && i < written.count(); i++) {
                frames.add(read(written, i));
            }
        }

        /** Returns a frame without what the kernel takes off. */
        private static ByteBuf read(LinkFrames written, int i) {
            int virtio = VirtioHeader.LENGTH;
            ByteBuffer headers =
                    at(written.headerAddress(i) + virtio, written.headerLength(i) - virtio);
            ByteBuffer payload = at(written.payloadAddress(i), written.payloadLength(i));
            int bytes = headers.remaining() + payload.remaining();
            ByteBuf frame = UNTRACKED.directBuffer(bytes, bytes);
            return frame.writeBytes(headers).writeBytes(payload);
        }

        @SuppressWarnings("restricted")
        private static ByteBuffer at(long address, long bytes) {
            return MemorySegment.ofAddress(address).reinterpret(bytes).asByteBuffer();
        }
    }
}
