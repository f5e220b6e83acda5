package org.urdma4j.protection.packet;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Seals and opens datagrams from queue pair 1 to queue pair 1, where they stand. A sealed one
 * begins {@link #ROOM_BEFORE} bytes before the plain one:
 *
 * <pre>
 *             BTH 12 | DETH 8, MAD 256
 * header 20        | DETH 8, MAD 256 | tag 16
 * </pre>
 *
 * The header is a {@link SealedHeader} with {@link #OPCODE}, and the receiver's number of the
 * association behind it, 32 bits. Allocates nothing. Confined to one thread.
 */
public final class DatagramSeal {
    /** Opcode of a sealed datagram, of the manufacturer's range. */
    public static final int OPCODE = SealedPacket.DATAGRAM;

    /** Bytes that must be free before a plain datagram. */
    public static final int ROOM_BEFORE = SealedHeader.LENGTH + Integer.BYTES - Bth.LENGTH;

    /** Bytes by which a sealed datagram is longer than a plain one. */
    public static final int OVERHEAD = ROOM_BEFORE + Aead.TAG_BYTES;

    /** Bytes of a sealed datagram from BTH to the end of the tag. */
    public static final int LENGTH = GsiPacket.LENGTH + OVERHEAD;

    private static final int HEADER = SealedHeader.LENGTH + Integer.BYTES;
    private static final int SEALED = GsiPacket.LENGTH - Bth.LENGTH;

    private final MemorySegment associated = Arena.ofAuto().allocate(HEADER, Long.BYTES);
    private final ByteBuffer associatedBytes = associated.asByteBuffer();

    /**
     * Seals a datagram.
     *
     * @param memory where it stands, native memory
     * @param b the same memory, big-endian
     * @param at offset of the plain one's BTH; {@link #ROOM_BEFORE} bytes before it are free
     * @param index the receiver's of the association
     * @param generation 0 to 255
     * @param number never used before with this cipher
     */
    public void seal(
            MemorySegment memory,
            ByteBuffer b,
            int at,
            int index,
            int generation,
            long number,
            PacketCipher cipher) {
        int pKey = Bth.pKey(b, at);
        int start = at - ROOM_BEFORE;
        SealedHeader.write(b, start, OPCODE, 0, pKey, GsiPacket.QPN, generation, number);
        b.putInt(start + SealedHeader.LENGTH, index);
        associate(b, start);
        cipher.seal(number, associated, memory, start + HEADER, SEALED);
    }

    /**
     * Opens a datagram of {@link #LENGTH} bytes and restores the plain one, {@link #ROOM_BEFORE}
     * bytes behind its beginning.
     *
     * @param memory where it stands, native memory
     * @param base where the first byte of {@code b} is in it
     * @param b the same memory, big-endian
     * @param start offset of the sealed one's BTH in {@code b}
     * @return whether it is as it was sealed
     */
    public boolean open(
            MemorySegment memory, long base, ByteBuffer b, int start, PacketCipher cipher) {
        associate(b, start);
        long number = SealedPacket.number(b, start);
        if (!cipher.open(number, associated, memory, base + start + HEADER, SEALED)) {
            return false;
        }
        int pKey = Bth.pKey(b, start);
        int psn = Bth.psn(b, start);
        Bth.write(b, start + ROOM_BEFORE, Opcode.UD_SEND_ONLY, 0, 0, pKey, GsiPacket.QPN, psn);
        return true;
    }

    private void associate(ByteBuffer b, int start) {
        associatedBytes.put(0, b, start, HEADER);
        associatedBytes.put(SealedHeader.MARKS_AT, (byte) 0xff);
    }
}
