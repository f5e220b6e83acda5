package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.udp.SocketIcrcCheck;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Random;

class PacketIntakeTest {
    private static final int PAYLOAD = 1024;
    private static final int PACKETS = 20_000;

    private final InetSocketAddress us = address("127.0.0.1");
    private final InetSocketAddress peer = address("127.0.0.2");
    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final PacketIntake intake =
            new PacketIntake(shard, new SocketIcrcCheck(us, shard.counters()));

    @Test
    void shouldAllocateNothingForAPacket() {
        ByteBuf whole = PooledByteBufAllocator.DEFAULT.directBuffer();
        whole.writeZero(100).writeBytes(packet(0));
        ByteBuf pooled = whole;
        while (pooled.unwrap() != null) {
            pooled = pooled.unwrap(); // the leak detector of tests records every access
        }
        ByteBuf slice = pooled.retainedSlice(100, whole.readableBytes() - 100);
        acceptMany(slice);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        acceptMany(slice);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated / PACKETS).as("bytes for each packet").isZero();
        assertThat(shard.counters().get(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(2 * PACKETS);
        slice.release();
        whole.release();
    }

    @Test
    void shouldReadAnyKindOfBuffer() {
        ByteBuffer packet = packet(3);
        ByteBuf heap = Unpooled.buffer().writeZero(7).writeBytes(packet.duplicate());
        intake.accept(heap.skipBytes(7), peer, 0);
        ByteBuf parts =
                Unpooled.wrappedBuffer(
                        Unpooled.wrappedBuffer(packet.slice(0, 500)),
                        Unpooled.wrappedBuffer(packet.slice(500, packet.limit() - 500)));
        intake.accept(parts, peer, 0);
        assertThat(shard.counters().get(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(2);
        assertThat(shard.counters().get(Counter.DROPPED_ICRC)).isZero();
    }

    private void acceptMany(ByteBuf packet) {
        for (int i = 0; i < PACKETS; i++) {
            intake.accept(packet, peer, i);
        }
    }

    private ByteBuffer packet(int identification) {
        int length = Bth.LENGTH + PAYLOAD;
        ByteBuffer packet = ByteBuffer.allocate(length + Icrc.LENGTH);
        Bth.write(packet, 0, Opcode.RC_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, 5, 1);
        IcrcFlow flow =
                new IcrcFlow(
                        peer.getAddress().getAddress(), us.getAddress().getAddress(), 4791, 4791);
        Icrc.put(packet, length, flow.compute(packet, 0, length, identification));
        return packet;
    }

    private static InetSocketAddress address(String text) {
        return new InetSocketAddress(InetAddress.ofLiteral(text), 4791);
    }
}
