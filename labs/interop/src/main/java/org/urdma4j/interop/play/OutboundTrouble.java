package org.urdma4j.interop.play;

import io.netty.buffer.ByteBufHolder;

import org.urdma4j.transport.port.pipeline.OutboundStage;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Trouble for what we send. */
final class OutboundTrouble implements OutboundStage {
    private final TroubledQueue<ByteBufHolder> trouble;

    OutboundTrouble(Trouble trouble, RandomGenerator random) {
        this.trouble =
                new TroubledQueue<>(trouble, random, ByteBufHolder::copy, ByteBufHolder::release);
    }

    @Override
    public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
        trouble.pass(packet).forEach(wire);
    }

    @Override
    public void close() {
        trouble.close();
    }
}
