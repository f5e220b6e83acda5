package org.urdma4j.transport.seal;

import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.PacketSealer;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Seals and opens the datagrams of the connection managers of two devices. Confined to the event
 * loop.
 */
final class ManagerSeal implements PacketSealer, AutoCloseable {
    private final DatagramSeal datagrams;
    private final int peerIndex;
    private final Generations generations = new Generations();
    private final UnverifiedHeader header = new UnverifiedHeader(generations);
    private long nowNs;

    /**
     * Creates one without keys.
     *
     * @param peerIndex the peer's of the association
     */
    ManagerSeal(DatagramSeal datagrams, int peerIndex) {
        this.datagrams = datagrams;
        this.peerIndex = peerIndex;
    }

    void add(Generation generation) {
        generations.add(generation);
    }

    void use(int generation, long atNs) {
        generations.use(generation, atNs);
    }

    void forget(int generation) {
        generations.forget(generation);
    }

    /** Datagrams follow that are sent now. */
    void begin(long atNs) {
        nowNs = atNs;
    }

    @Override
    public int roomBefore() {
        return DatagramSeal.ROOM_BEFORE;
    }

    @Override
    public int sealedLength(int length) {
        return length + DatagramSeal.OVERHEAD;
    }

    @Override
    public void seal(MemorySegment memory, ByteBuffer buffer, int at, int length) {
        Generation current = generations.current();
        long number = current.sealing.next(nowNs);
        datagrams.seal(
                memory, buffer, at, peerIndex, current.number, number, current.sealing.cipher());
    }

    /**
     * Opens a datagram of the right length, which stands there plain afterwards.
     *
     * @return null, or why it is to be dropped
     */
    Counter open(ReceivedPacket packet, long atNs) {
        ByteBuffer b = packet.buffer();
        int at = packet.offset();
        Counter refusal = header.read(b, at, atNs);
        if (refusal != null) {
            return refusal;
        }
        PacketCipher cipher = header.cipher();
        if (!datagrams.open(packet.memory(), packet.memoryAt(0), b, at, cipher)) {
            return Counter.DROPPED_AUTH;
        }
        header.prove(atNs, QpSeal.LEAST_GRACE_NS);
        packet.unsealed(DatagramSeal.ROOM_BEFORE, packet.length() - DatagramSeal.OVERHEAD);
        return null;
    }

    @Override
    public void close() {
        generations.close();
    }
}
