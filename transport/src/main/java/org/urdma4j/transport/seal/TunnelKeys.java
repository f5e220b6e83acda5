package org.urdma4j.transport.seal;

import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.CellSeal;
import org.urdma4j.transport.counter.Counter;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * What the two ends of a tunnel seal cells by: an association, which has nothing else. Confined to
 * one thread; a cell allocates nothing.
 */
public final class TunnelKeys implements AutoCloseable {
    private final Association association;
    private final SealSettings settings;
    private final CellSeal cells = new CellSeal();
    private final Generations generations = new Generations();
    private final UnverifiedHeader header = new UnverifiedHeader(generations);

    /** Creates one without keys. */
    public TunnelKeys(Association association, SealSettings settings) {
        this.association = association;
        this.settings = settings;
    }

    /**
     * A handshake has ended well: what the peer seals by it is opened from now on.
     *
     * @param generation 0 to 255, one more than the last
     * @param secret of the generation, which is wiped
     */
    public void add(int generation, Secret secret, long nowNs) {
        Role role = association.role();
        try (secret) {
            generations.add(
                    new Generation(
                            generation,
                            KeySchedule.tunnel(secret, role),
                            KeySchedule.tunnel(secret, role.peer()),
                            settings,
                            association.rotation(),
                            nowNs));
        }
    }

    /** The peer has a generation: what goes out is sealed by it from now on. */
    public void use(int generation, long nowNs) {
        generations.use(generation, nowNs);
    }

    /** Nothing of a generation is under way any more. */
    public void forget(int generation) {
        generations.forget(generation);
    }

    /** Returns whether there is a key, and a number, for another cell. */
    public boolean canSeal() {
        Generation current = generations.current();
        return current != null && current.sealing.hasNext();
    }

    /**
     * Seals a cell; {@link #canSeal} was true.
     *
     * @param memory where it stands, native memory
     * @param b the same memory, big-endian
     * @param at offset of its first byte; its text stands {@link CellSeal#HEADER} bytes behind
     * @param length bytes from the header to the end of the tag
     */
    public void seal(MemorySegment memory, ByteBuffer b, int at, int length, long nowNs) {
        Generation current = generations.current();
        long number = current.sealing.next(nowNs);
        cells.seal(
                memory,
                b,
                at,
                length,
                association.peerIndex(),
                current.number,
                number,
                current.sealing.cipher());
    }

    /**
     * Opens a cell of a possible length; its text then stands there plain.
     *
     * @return null, or why it is to be dropped
     */
    public Counter open(MemorySegment memory, ByteBuffer b, int at, int length, long nowNs) {
        if (CellSeal.index(b, at) != association.ownIndex()) {
            return Counter.DROPPED_EPOCH;
        }
        Counter refusal = header.read(b, at, nowNs);
        if (refusal != null) {
            return refusal;
        }
        if (!cells.open(memory, b, at, length, header.cipher())) {
            return Counter.DROPPED_AUTH;
        }
        header.prove(nowNs, QpSeal.LEAST_GRACE_NS);
        return null;
    }

    @Override
    public void close() {
        generations.close();
    }
}
