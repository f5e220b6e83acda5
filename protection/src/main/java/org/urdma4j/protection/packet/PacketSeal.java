package org.urdma4j.protection.packet;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.OutlyingText;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Seals and opens packets where they stand. A sealed packet begins {@link #ROOM_BEFORE} bytes
 * before the plain one, so that headers and payload stay where they are:
 *
 * <pre>
 *             BTH 12 | extended headers, payload, pad
 * header 16 | inner 8 | extended headers, payload, pad, fill | tag 16
 * </pre>
 *
 * Allocates nothing. Confined to one thread.
 */
public final class PacketSeal {
    /** Bytes that must be free before a plain packet. */
    public static final int ROOM_BEFORE = SealedHeader.LENGTH + InnerHeader.LENGTH - Bth.LENGTH;

    /** Bytes by which a sealed packet is longer than a plain one. */
    public static final int OVERHEAD = ROOM_BEFORE + Aead.TAG_BYTES;

    /** Most bytes of fill. */
    public static final int MOST_FILL = InnerHeader.MOST_FILL;

    /** What {@link #open} returns for a packet that isn't as it was sealed. */
    public static final int FORGED = -1;

    /** What {@link #open} returns for a genuine packet that holds none of URDMA's. */
    public static final int MALFORMED = -2;

    /** What {@link #open} returns for a packet that holds nothing; see {@link #chaffT1}. */
    public static final int CHAFF = 0;

    /** What {@link #seal} returns if the memory of a part is gone: the packet is none. */
    public static final int GONE = -3;

    /** Bytes of the shortest sealed packet, from BTH to the end of the tag. */
    public static final int SHORTEST = SealedHeader.LENGTH + InnerHeader.LENGTH + Aead.TAG_BYTES;

    /** Bytes by which what is encrypted begins before the plain packet. */
    private static final int TEXT_BEFORE = ROOM_BEFORE - SealedHeader.LENGTH;

    /** Inner opcode of a packet that holds nothing. */
    private static final int CHAFF_OPCODE = 0xff;

    private final MemorySegment associated =
            Arena.ofAuto().allocate(SealedHeader.LENGTH, Long.BYTES);
    private final ByteBuffer associatedBytes = associated.asByteBuffer();

    /**
     * Seals a packet of URDMA.
     *
     * @param memory where it stands, native memory
     * @param b the same memory, big-endian
     * @param at offset of the BTH; {@link #ROOM_BEFORE} bytes before it are free
     * @param length bytes from BTH to pad, a multiple of four
     * @param fill bytes of zeros to be sealed behind it, 0 to {@link #MOST_FILL}
     * @param generation 0 to 255
     * @param number of the packet, never used before with this cipher
     * @return bytes of the sealed packet, which begins at {@code at - ROOM_BEFORE}
     */
    public int seal(
            MemorySegment memory,
            ByteBuffer b,
            int at,
            int length,
            int fill,
            int generation,
            long number,
            PacketCipher cipher) {
        begin(b, at, fill, generation, number);
        int text = close(b, at - ROOM_BEFORE, length - Bth.LENGTH, fill);
        cipher.seal(number, associated, memory, at - TEXT_BEFORE, text);
        return SealedHeader.LENGTH + text + Aead.TAG_BYTES;
    }

    /**
     * As the other one, of a packet of which a part lies elsewhere, and is read there.
     *
     * @param part of what is behind the BTH
     * @return bytes of the sealed packet, or {@link #GONE}
     */
    public int seal(
            MemorySegment memory,
            ByteBuffer b,
            int at,
            int length,
            int fill,
            int generation,
            long number,
            PacketCipher cipher,
            OutlyingText part) {
        begin(b, at, fill, generation, number);
        int text = close(b, at - ROOM_BEFORE, length - Bth.LENGTH, fill);
        return cipher.seal(number, associated, memory, at - TEXT_BEFORE, text, part)
                ? SealedHeader.LENGTH + text + Aead.TAG_BYTES
                : GONE;
    }

    private static void begin(ByteBuffer b, int at, int fill, int generation, long number) {
        int opcode = Bth.opcode(b, at);
        int flags = UrdmaBth.flags(b, at);
        int pad = Bth.padCount(b, at);
        int pKey = Bth.pKey(b, at);
        int destQp = Bth.destQp(b, at);
        int psn = Bth.psn(b, at);
        int start = at - ROOM_BEFORE;
        SealedHeader.write(b, start, flags, pKey, destQp, generation, number);
        InnerHeader.write(b, start + SealedHeader.LENGTH, opcode, flags, pad, fill, psn);
    }

    /**
     * Makes a packet that holds nothing but when it left.
     *
     * @param start where it begins
     * @param t1 when it leaves, as in data packets
     * @param fill bytes that it seals, 4 to {@link #MOST_FILL}: {@code t1}, then zeros; {@link
     *     #SHORTEST} more make its length
     * @return its bytes
     */
    public int chaff(
            MemorySegment memory,
            ByteBuffer b,
            int start,
            int t1,
            int fill,
            int pKey,
            int destQp,
            int generation,
            long number,
            PacketCipher cipher) {
        SealedHeader.write(b, start, 0, pKey, destQp, generation, number);
        int inner = start + SealedHeader.LENGTH;
        InnerHeader.write(b, inner, CHAFF_OPCODE, 0, 0, fill, 0);
        b.putInt(inner + InnerHeader.LENGTH, t1);
        int text = close(b, start, Integer.BYTES, fill - Integer.BYTES);
        cipher.seal(number, associated, memory, inner, text);
        return SealedHeader.LENGTH + text + Aead.TAG_BYTES;
    }

    /**
     * Returns when chaff left that was opened.
     *
     * @param b where it stands, opened
     * @param start where it begins
     * @param length of the sealed packet; one without room for a time left at 0
     */
    public static int chaffT1(ByteBuffer b, int start, int length) {
        return length < SHORTEST + Integer.BYTES
                ? 0
                : b.getInt(start + SealedHeader.LENGTH + InnerHeader.LENGTH);
    }

    /** Adds the fill; returns the bytes that are to be sealed. */
    private int close(ByteBuffer b, int start, int behindInner, int fill) {
        int text = start + SealedHeader.LENGTH;
        int length = InnerHeader.LENGTH + behindInner + fill;
        clear(b, text + length - fill, text + length);
        associate(b, start);
        return length;
    }

    private static void clear(ByteBuffer b, int from, int to) {
        int at = from;
        while (to - at >= Long.BYTES) {
            b.putLong(at, 0);
            at += Long.BYTES;
        }
        while (at < to) {
            b.put(at++, (byte) 0);
        }
    }

    /** As the other one, of a packet that stands at the same offset of both. */
    public int open(
            MemorySegment memory, ByteBuffer b, int start, int length, PacketCipher cipher) {
        return open(memory, 0, b, start, length, cipher);
    }

    /**
     * Opens a packet and restores the plain one, {@link #ROOM_BEFORE} bytes behind its beginning.
     *
     * @param memory where it stands, native memory
     * @param base where the first byte of {@code b} is in it
     * @param b the same memory, big-endian
     * @param start offset of the sealed packet's BTH in {@code b}
     * @param length bytes from there to the end of the tag
     * @return bytes of the plain packet from BTH to pad, or {@link #FORGED}, {@link #MALFORMED} or
     *     {@link #CHAFF}
     */
    public int open(
            MemorySegment memory,
            long base,
            ByteBuffer b,
            int start,
            int length,
            PacketCipher cipher) {
        if (length < SHORTEST) {
            return FORGED;
        }
        int text = start + SealedHeader.LENGTH;
        int bytes = length - SealedHeader.LENGTH - Aead.TAG_BYTES;
        associate(b, start);
        if (!cipher.open(SealedPacket.number(b, start), associated, memory, base + text, bytes)) {
            return FORGED;
        }
        int opcode = InnerHeader.opcode(b, text);
        int plain = bytes - InnerHeader.LENGTH - InnerHeader.fill(b, text);
        if (opcode == CHAFF_OPCODE) {
            return CHAFF;
        }
        if (plain < 0 || !InnerHeader.isSound(b, text, opcode) || !UrdmaOpcode.isUrdma(opcode)) {
            return MALFORMED;
        }
        int flags = InnerHeader.flags(b, text) | (Bth.flags(b, start) & (Bth.FECN | Bth.BECN));
        int pad = InnerHeader.pad(b, text);
        int psn = InnerHeader.psn(b, text);
        int pKey = Bth.pKey(b, start);
        int destQp = Bth.destQp(b, start);
        UrdmaBth.write(b, start + ROOM_BEFORE, opcode, flags, pad, pKey, destQp, psn);
        return Bth.LENGTH + plain;
    }

    /** The header, with the byte that may change on the way as ones. */
    private void associate(ByteBuffer b, int start) {
        associatedBytes.put(0, b, start, SealedHeader.LENGTH);
        associatedBytes.put(SealedHeader.MARKS_AT, (byte) 0xff);
    }
}
