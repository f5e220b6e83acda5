package org.urdma4j.transport.seal;

import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.transport.counter.Counter;

import java.nio.ByteBuffer;

/**
 * What a sealed packet says of itself, which anybody can write, until its tag was found right: then
 * it counts. One object for all packets, one after the other. Confined to the event loop.
 */
final class UnverifiedHeader {
    private final Generations generations;
    private Generation generation;
    private long number;
    private PacketCipher cipher;

    /**
     * @param generations that are alive
     */
    UnverifiedHeader(Generations generations) {
        this.generations = generations;
    }

    /**
     * Reads it; what the packet before claimed is forgotten.
     *
     * @param b holds the packet
     * @param at where it begins
     * @return null if its generation and epoch are alive and its number hasn't come before
     */
    Counter read(ByteBuffer b, int at, long nowNs) {
        cipher = null;
        number = SealedPacket.number(b, at);
        generation = generations.find(SealedPacket.generation(b, at), nowNs);
        if (generation == null) {
            return Counter.DROPPED_EPOCH;
        }
        if (!generation.window.isNew(number)) {
            return Counter.DROPPED_REPLAY;
        }
        cipher = generation.opening.cipher(number, nowNs);
        return cipher == null ? Counter.DROPPED_EPOCH : null;
    }

    /** Returns by what the packet opens if it is genuine, null if it was refused. */
    PacketCipher cipher() {
        return cipher;
    }

    /**
     * It is true: the number doesn't count again, and the peer has the generation.
     *
     * @param graceNs how long the keys of epochs before are kept if it is the first of its own
     */
    void prove(long nowNs, long graceNs) {
        generation.window.accept(number);
        generation.opening.onGenuine(number, nowNs, graceNs);
        generations.use(generation.number, nowNs);
    }
}
