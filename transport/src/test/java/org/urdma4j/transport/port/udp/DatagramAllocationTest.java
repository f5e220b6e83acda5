package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.ShardHandler;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Random;

/** Our handlers allocate nothing for a datagram that comes in; Netty does. */
class DatagramAllocationTest {
    private static final int PAYLOAD = 1024;
    private static final int PACKETS = 16;
    private static final int READS = 2_000;

    private final InetSocketAddress us = address("127.0.0.1");
    private final InetSocketAddress peer = address("127.0.0.2");
    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final SocketIcrcCheck check = new SocketIcrcCheck(() -> us, shard.counters());
    private final EmbeddedChannel channel =
            new EmbeddedChannel(
                    new InboundDatagrams(() -> 0),
                    new IcrcHandler(check, _ -> {}, shard.counters()),
                    new ShardHandler(shard, () -> {}));
    private final DatagramPacket[] read = new DatagramPacket[PACKETS];

    @AfterEach
    void close() {
        var _ = channel.close();
    }

    @Test
    void shouldAllocateNothingForAPacket() {
        ByteBuf whole = PooledByteBufAllocator.DEFAULT.directBuffer();
        for (int i = 0; i < PACKETS; i++) {
            whole.writeBytes(packet(i));
        }
        ByteBuf pooled = whole;
        while (pooled.unwrap() != null) {
            pooled = pooled.unwrap(); // the leak detector of tests records every access
        }
        int length = whole.readableBytes() / PACKETS;
        for (int i = 0; i < PACKETS; i++) {
            read[i] = new DatagramPacket(pooled.retainedSlice(i * length, length), us, peer);
        }
        readOften();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        readOften();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated / READS).as("bytes for each read").isZero();
        assertThat(shard.counters().get(Counter.DROPPED_UNKNOWN_QP))
                .isEqualTo(2L * READS * PACKETS);
        for (DatagramPacket packet : read) {
            packet.release();
        }
        whole.release();
    }

    private void readOften() {
        for (int i = 0; i < READS; i++) {
            for (DatagramPacket packet : read) {
                channel.pipeline().fireChannelRead(packet.retain());
            }
            channel.pipeline().fireChannelReadComplete();
        }
    }

    private ByteBuffer packet(int identification) {
        int length = Bth.LENGTH + PAYLOAD;
        ByteBuffer packet = ByteBuffer.allocate(length + Icrc.LENGTH);
        Bth.write(packet, 0, Opcode.RC_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, 5, 1);
        IcrcFlow flow =
                new IcrcFlow(
                        peer.getAddress().getAddress(), us.getAddress().getAddress(), 4791, 4791);
        Icrc.put(packet, length, new FlowIcrc().compute(flow, packet, 0, length, identification));
        return packet;
    }

    private static InetSocketAddress address(String text) {
        return new InetSocketAddress(InetAddress.ofLiteral(text), 4791);
    }
}
