package org.urdma4j.transport.interop;

import io.netty.buffer.ByteBuf;

import org.urdma4j.transport.netty.InboundStage;

import java.util.ArrayDeque;
import java.util.Queue;

/** Loses every so-manieth packet that arrives. */
final class DroppingStage implements InboundStage {
    private record Held(ByteBuf packet, Object source) {}

    private final int every;
    private final Queue<Held> held = new ArrayDeque<>();
    private int arrived;

    DroppingStage(int every) {
        this.every = every;
    }

    @Override
    public void offer(ByteBuf packet, Object source, long nowNs) {
        if (++arrived % every == 0) {
            packet.release();
        } else {
            held.add(new Held(packet, source));
        }
    }

    @Override
    public long poll(long nowNs, Delivery delivery) {
        for (Held next = held.poll(); next != null; next = held.poll()) {
            delivery.deliver(next.packet(), next.source());
        }
        return NEVER;
    }

    @Override
    public void close() {
        held.forEach(one -> one.packet().release());
        held.clear();
    }
}
