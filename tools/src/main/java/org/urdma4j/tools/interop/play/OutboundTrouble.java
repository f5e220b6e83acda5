package org.urdma4j.tools.interop.play;

import io.netty.channel.socket.DatagramPacket;

import org.urdma4j.transport.netty.OutboundStage;

import java.util.function.Consumer;

/** Trouble for what we send. */
final class OutboundTrouble implements OutboundStage {
    private final TroubledQueue<DatagramPacket> trouble;

    OutboundTrouble(Trouble trouble) {
        this.trouble = new TroubledQueue<>(trouble, DatagramPacket::copy, DatagramPacket::release);
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
