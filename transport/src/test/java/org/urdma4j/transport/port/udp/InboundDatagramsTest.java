package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.InboundRun;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.ShardHandler;
import org.urdma4j.transport.port.pipeline.StagedArrivals;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class InboundDatagramsTest {
    private static final InetSocketAddress PEER = peer("127.0.0.2");
    private static final InetSocketAddress OTHER = peer("127.0.0.3");
    private static final int LENGTH = 32;

    private final List<String> runs = new ArrayList<>();
    private final List<ByteBuf> staged = new ArrayList<>();
    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private long nowNs;
    private int reads;
    private final EmbeddedChannel channel =
            new EmbeddedChannel(
                    new InboundDatagrams(() -> nowNs++),
                    new Recorder(),
                    new IcrcHandler(IcrcCheck.NONE, _ -> {}, shard.counters()),
                    new ShardHandler(shard, () -> reads++));

    @AfterEach
    void close() {
        var _ = channel.close();
    }

    @Test
    void shouldMakeOneRunOfADatagramThatWasCut() {
        ByteBuf read = read(3 * LENGTH - 5);
        channel.writeInbound(cut(read, PEER));
        assertThat(runs).containsExactly("[32, 32, 27] of 127.0.0.2 at 0");
        assertThat(reads).isOne();
        assertThat(read.refCnt()).isZero();
        assertThat(shard.counters().nonZero()).isNotEmpty();
    }

    @Test
    void shouldNotJoinWhatCameFromElsewhereOrInAnotherCall() {
        ByteBuf one = read(2 * LENGTH);
        ByteBuf other = read(2 * LENGTH);
        List<Object> read = new ArrayList<>(List.of(cut(one, PEER)));
        read.addAll(List.of(cut(other, OTHER)));
        read.addAll(List.of(cut(read(LENGTH), OTHER)));
        channel.writeInbound(read.toArray());
        assertThat(runs)
                .containsExactly(
                        "[32, 32] of 127.0.0.2 at 0",
                        "[32, 32] of 127.0.0.3 at 1",
                        "[32] of 127.0.0.3 at 2");
        assertThat(reads).isOne();
        channel.writeInbound(cut(read(LENGTH), OTHER));
        assertThat(runs).hasSize(4);
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void shouldReadAnyKindOfBuffer() {
        ByteBuf heap = Unpooled.buffer().writeZero(7 + LENGTH).skipBytes(7);
        ByteBuf parts = Unpooled.wrappedBuffer(read(20), read(12));
        channel.writeInbound(new DatagramPacket(heap, PEER, PEER));
        channel.writeInbound(new DatagramPacket(parts, PEER, PEER));
        assertThat(runs).containsExactly("[32] of 127.0.0.2 at 0", "[32] of 127.0.0.2 at 1");
        assertThat(heap.refCnt() + parts.refCnt()).isZero();
    }

    @Test
    void shouldReleaseWhatIsTooShort() {
        for (int length : new int[] {0, 7}) {
            ByteBuf read = read(length);
            channel.writeInbound(new DatagramPacket(read, PEER, PEER));
            assertThat(read.refCnt()).isZero();
        }
        assertThat(shard.counters().get(Counter.DROPPED_MALFORMED)).isEqualTo(2);
    }

    @Test
    void shouldReleaseWhatItHoldsWhenTheSocketIsClosedInARead() {
        ByteBuf read = read(LENGTH);
        channel.pipeline().fireChannelRead(new DatagramPacket(read, PEER, PEER));
        assertThat(read.refCnt()).isOne();
        var _ = channel.close();
        assertThat(read.refCnt()).isZero();
    }

    @Test
    void shouldGiveAStageACopyOfEachPacket() {
        StagedArrivals stage = new StagedArrivals(new Hoarder());
        channel.pipeline()
                .addAfter(channel.pipeline().firstContext().name(), "stage", stage.handler());
        ByteBuf read = read(2 * LENGTH);
        channel.writeInbound(cut(read, PEER));
        assertThat(read.refCnt()).isZero();
        assertThat(staged).hasSize(2).allMatch(p -> p.readableBytes() == LENGTH);
        staged.forEach(ByteBuf::release);
    }

    @Test
    void shouldCountErrorsOfTheSocketAndGoOn() {
        channel.pipeline().fireExceptionCaught(new IOException("connection refused"));
        assertThat(shard.counters().get(Counter.SEND_ERR)).isEqualTo(1);
        channel.writeInbound(cut(read(LENGTH), PEER));
        assertThat(runs).hasSize(1);
    }

    private static InetSocketAddress peer(String address) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), 4791);
    }

    private static ByteBuf read(int bytes) {
        return Unpooled.directBuffer().writeZero(bytes);
    }

    /** Cuts what came in one call, as Netty does. */
    private static Object[] cut(ByteBuf read, InetSocketAddress sender) {
        List<DatagramPacket> packets = new ArrayList<>();
        while (read.isReadable()) {
            ByteBuf packet = read.readRetainedSlice(Math.min(LENGTH, read.readableBytes()));
            packets.add(new DatagramPacket(packet, PEER, sender));
        }
        read.release();
        return packets.toArray();
    }

    private final class Recorder extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            InboundRun run = (InboundRun) message;
            List<Integer> lengths = new ArrayList<>();
            for (int i = 0; i < run.count(); i++) {
                lengths.add(run.length(i));
            }
            String from = ((InetSocketAddress) run.source()).getAddress().getHostAddress();
            runs.add("%s of %s at %d".formatted(lengths, from, run.arrivedNs()));
            context.fireChannelRead(run);
        }
    }

    private final class Hoarder implements InboundStage {
        @Override
        public void offer(ByteBuf packet, Object source, long offeredNs) {
            staged.add(packet);
        }

        @Override
        public long poll(long dueNs, Delivery delivery) {
            return NEVER;
        }

        @Override
        public void close() {}
    }
}
