package org.urdma4j.tools.demo;

import io.netty.buffer.ByteBuf;

import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.PacketOwner;
import org.urdma4j.transport.port.pipeline.InboundStage;

import java.util.random.RandomGenerator;

/** The simulator's link model in wall-clock time, between a socket and its device. */
final class LinkStage implements InboundStage {
    private record Held(ByteBuf packet, Object source) {}

    private static final class Owner implements PacketOwner<Held> {
        @Override
        public Held copy(Held held) {
            return new Held(held.packet().copy(), held.source());
        }

        @Override
        public Held corrupt(Held held, int bit) {
            ByteBuf packet = held.packet();
            int index = packet.readerIndex() + bit / Byte.SIZE;
            packet.setByte(index, packet.getByte(index) ^ (1 << (bit % Byte.SIZE)));
            return held;
        }

        @Override
        public void release(Held held) {
            held.packet().release();
        }
    }

    private final LinkConfig config;
    private final RandomGenerator random;
    private Link<Held> link;
    private long lastNs;

    LinkStage(LinkConfig config, RandomGenerator random) {
        this.config = config;
        this.random = random;
    }

    @Override
    public void offer(ByteBuf packet, Object source, long nowNs) {
        if (link == null) {
            link = new Link<>(config, new Owner(), random, nowNs);
        }
        lastNs = nowNs;
        link.offer(nowNs, new Held(packet, source), packet.readableBytes());
    }

    @Override
    public long poll(long nowNs, Delivery delivery) {
        if (link == null) {
            return NEVER;
        }
        lastNs = nowNs;
        link.poll(
                nowNs,
                (held, bytes, marks, dueNs) -> delivery.deliver(held.packet(), held.source()));
        return link.inFlight() == 0 ? NEVER : link.nextDeliveryNs();
    }

    @Override
    public void close() {
        if (link != null) {
            link.clear(lastNs);
        }
    }
}
