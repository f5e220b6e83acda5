package org.urdma4j.interop.play;

import io.netty.buffer.ByteBuf;

import org.urdma4j.transport.port.pipeline.InboundStage;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;

/** Trouble for what arrives. */
final class InboundTrouble implements InboundStage {
    private record Held(ByteBuf packet, Object source) {
        Held copy() {
            return new Held(packet.copy(), source);
        }

        void release() {
            packet.release();
        }
    }

    private final TroubledQueue<Held> trouble;
    private final Queue<Held> passed = new ArrayDeque<>();

    InboundTrouble(Trouble trouble, RandomGenerator random) {
        this.trouble = new TroubledQueue<>(trouble, random, Held::copy, Held::release);
    }

    @Override
    public void offer(ByteBuf packet, Object source, long nowNs) {
        passed.addAll(trouble.pass(new Held(packet, source)));
    }

    @Override
    public long poll(long nowNs, Delivery delivery) {
        for (Held next = passed.poll(); next != null; next = passed.poll()) {
            delivery.deliver(next.packet(), next.source());
        }
        return NEVER;
    }

    @Override
    public void close() {
        trouble.close();
        passed.forEach(Held::release);
        passed.clear();
    }
}
