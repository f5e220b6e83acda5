package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.socket.DatagramPacket;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.pipeline.Arrivals;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.PacketIntake;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

class DatagramReceiverTest {
    private static final InetSocketAddress PEER =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 4791);

    private final List<Long> times = new ArrayList<>();
    private final List<ByteBuf> packets = new ArrayList<>();
    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final PortLoop loop = new PortLoop("receiver", LocalIoHandler.newFactory(), () -> 0);
    private long nowNs;
    private int reads;
    private final EmbeddedChannel channel =
            new EmbeddedChannel(
                    new DatagramReceiver(
                            loop,
                            new Arrivals(
                                    new PacketIntake(shard, IcrcCheck.NONE),
                                    Optional.of(new Recorder())),
                            shard.counters(),
                            () -> nowNs,
                            () -> reads++));

    @AfterEach
    void close() {
        var _ = channel.close();
        loop.close(() -> {});
    }

    @Test
    void shouldGiveEachReadItsTimeEvenIfTheSenderIsTheSameObject() {
        nowNs = 100;
        channel.writeInbound(packet(PEER), packet(PEER));
        nowNs = 200;
        channel.writeInbound(packet(PEER));
        assertThat(times).containsExactly(100L, 100L, 200L);
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void shouldPassOnTheReferenceOfEachPacket() {
        channel.writeInbound(packet(PEER));
        assertThat(packets).singleElement().satisfies(p -> assertThat(p.refCnt()).isEqualTo(1));
    }

    @Test
    void shouldReleaseWhatTheShardHasSeen() {
        Arrivals direct = new Arrivals(new PacketIntake(shard, IcrcCheck.NONE), Optional.empty());
        for (int length : new int[] {0, 7, 32}) {
            ByteBuf packet = Unpooled.wrappedBuffer(new byte[length]).retain();
            direct.onPacket(packet, PEER, 5);
            assertThat(packet.refCnt()).isEqualTo(1);
        }
        assertThat(shard.counters().nonZero()).isNotEmpty();
    }

    @Test
    void shouldCountErrorsOfTheSocketAndGoOn() {
        channel.pipeline().fireExceptionCaught(new IOException("connection refused"));
        assertThat(shard.counters().get(Counter.SEND_ERR)).isEqualTo(1);
        channel.writeInbound(packet(PEER));
        assertThat(packets).hasSize(1);
    }

    private static DatagramPacket packet(InetSocketAddress sender) {
        return new DatagramPacket(Unpooled.wrappedBuffer(new byte[32]), sender, sender);
    }

    private final class Recorder implements InboundStage {
        @Override
        public void offer(ByteBuf packet, Object source, long offeredNs) {
            times.add(offeredNs);
            packets.add(packet);
        }

        @Override
        public long poll(long dueNs, Delivery delivery) {
            return NEVER;
        }

        @Override
        public void close() {}
    }
}
