package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A packet of any profile from its BTH to its last pad byte, over bytes that stay where they are:
 * what {@link TransportPacket} and {@link org.urdma4j.codec.urdma.UrdmaPacket} have in common.
 * Reusable and not thread-safe.
 */
public abstract class BthView {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    protected ByteBuffer buffer = NOTHING;

    /** Index of the BTH's first byte. */
    protected int offset;

    /** Bytes from the BTH to the last pad byte. */
    protected int length;

    protected int opcode;

    /** What the opcode has, constants of {@link Opcode}. */
    protected int flags;

    /** The BTH's three words. */
    protected int word0;

    protected int word1;
    protected int word2;

    private PacketStatus status = PacketStatus.TOO_SHORT;

    /** Creates one over nothing. */
    protected BthView() {}

    /** Puts the view over a packet, which is checked. */
    protected final PacketStatus wrapped(ByteBuffer b, int bthOffset, int bytes) {
        buffer = Objects.requireNonNull(b, "b");
        offset = bthOffset;
        length = bytes;
        opcode = 0;
        flags = 0;
        int present = Math.min(bytes, b.limit() - bthOffset);
        if (present < Bth.LENGTH) {
            word0 = 0;
            word1 = 0;
            word2 = 0;
            status = PacketStatus.TOO_SHORT;
            return status;
        }
        long words = b.getLong(bthOffset);
        word0 = (int) (words >>> Integer.SIZE);
        word1 = (int) words;
        word2 = b.getInt(bthOffset + Long.BYTES);
        opcode = word0 >>> 24;
        status = check(present);
        return status;
    }

    /**
     * Reads the flags, and returns whether the packet is whole; opcode and BTH have been read.
     *
     * @param present bytes of the packet that are in the buffer, at least those of a BTH
     */
    protected abstract PacketStatus check(int present);

    /** Returns whether the transport version is one that there is. */
    protected final boolean isOfVersion() {
        return (word0 >>> 16 & 0xf) == Bth.VERSION;
    }

    /** Returns how many bytes of the packet are in the buffer, at most all. */
    protected final int present() {
        return Math.min(length, buffer.limit() - offset);
    }

    /** Returns what wrapping it came to. */
    public final PacketStatus status() {
        return status;
    }

    public final ByteBuffer buffer() {
        return buffer;
    }

    /** Returns the index of the BTH in the buffer. */
    public final int offset() {
        return offset;
    }

    /** Returns the bytes from the BTH to the last pad byte. */
    public final int length() {
        return length;
    }

    public final int opcode() {
        return opcode;
    }

    /** Returns the flags of the opcode, constants of {@link Opcode}. */
    public final int flags() {
        return flags;
    }

    /** Tells whether the opcode has all of these flags. */
    public final boolean has(int opcodeFlags) {
        return (flags & opcodeFlags) == opcodeFlags;
    }

    /** Returns the flags of the header, constants of {@link Bth}. */
    public final int bthFlags() {
        return Bth.flags(word0, word1, word2);
    }

    public final int psn() {
        return word2 & Psn.MASK;
    }

    public final int destQp() {
        return word1 & Bth.QPN_MASK;
    }

    public final int pKey() {
        return word0 & 0xffff;
    }

    public final boolean ackRequested() {
        return word2 < 0;
    }

    public final boolean fecn() {
        return word1 < 0;
    }

    public final boolean solicited() {
        return (word0 & Bth.SOLICITED << 16) != 0;
    }

    public final int padCount() {
        return word0 >>> 20 & 3;
    }
}
