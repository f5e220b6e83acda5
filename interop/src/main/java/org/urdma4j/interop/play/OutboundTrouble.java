package org.urdma4j.interop.play;

import io.netty.channel.socket.DatagramPacket;

import org.urdma4j.transport.port.pipeline.OutboundStage;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Trouble for what we send. */
final class OutboundTrouble implements OutboundStage {
    private final TroubledQueue<DatagramPacket> trouble;

    OutboundTrouble(Trouble trouble, RandomGenerator random) {
        this.trouble =
                new TroubledQueue<>(trouble, random, DatagramPacket::copy, DatagramPacket::release);
    }

    @Override
    public void offer(DatagramPacket packet, Consumer<DatagramPacket> wire) {
        trouble.pass(packet).forEach(wire);
    }

    @Override
    public void close() {
        trouble.close();
    }
}
