package org.urdma4j.protection.packet;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Seals and opens the cells of a tunnel, where they stand:
 *
 * <pre>
 * header 20 | text | tag 16
 * </pre>
 *
 * The header is a {@link SealedHeader} with {@link #OPCODE} to queue pair 1, and the receiver's
 * number of the association behind it, 32 bits, as a {@link DatagramSeal} has it; its first 20
 * bytes are authenticated. What the text is doesn't matter here. Allocates nothing. Confined to one
 * thread.
 */
public final class CellSeal {
    /** Opcode of a cell, of the manufacturer's range. */
    public static final int OPCODE = SealedPacket.CELL;

    /** Bytes before the text. */
    public static final int HEADER = SealedHeader.LENGTH + Integer.BYTES;

    /** Bytes by which a cell is longer than its text, the ICRC not counted. */
    public static final int OVERHEAD = HEADER + Aead.TAG_BYTES;

    private final MemorySegment associated = Arena.ofAuto().allocate(HEADER, Long.BYTES);
    private final ByteBuffer associatedBytes = associated.asByteBuffer();

    /**
     * Seals a cell whose text stands {@link #HEADER} bytes behind its beginning.
     *
     * @param memory where it stands, native memory
     * @param b the same memory, big-endian
     * @param start offset of the cell's first byte
     * @param length bytes of the cell, from the header to the end of the tag
     * @param index the receiver's of the association
     * @param generation 0 to 255
     * @param number never used before with this cipher
     */
    public void seal(
            MemorySegment memory,
            ByteBuffer b,
            int start,
            int length,
            int index,
            int generation,
            long number,
            PacketCipher cipher) {
        SealedHeader.write(
                b, start, OPCODE, 0, Bth.DEFAULT_P_KEY, GsiPacket.QPN, generation, number);
        b.putInt(start + SealedHeader.LENGTH, index);
        associate(b, start);
        cipher.seal(number, associated, memory, start + HEADER, length - OVERHEAD);
    }

    /** Returns the receiver's number of the association that a cell names. */
    public static int index(ByteBuffer b, int start) {
        return b.getInt(start + SealedHeader.LENGTH);
    }

    /**
     * Opens a cell; its text then stands {@link #HEADER} bytes behind its beginning.
     *
     * @param memory where it stands, native memory
     * @param b the same memory, big-endian
     * @param start offset of the cell's first byte
     * @param length bytes from the header to the end of the tag, more than {@link #OVERHEAD}
     * @return whether it is as it was sealed
     */
    public boolean open(
            MemorySegment memory, ByteBuffer b, int start, int length, PacketCipher cipher) {
        associate(b, start);
        long number = SealedPacket.number(b, start);
        return cipher.open(number, associated, memory, start + HEADER, length - OVERHEAD);
    }

    private void associate(ByteBuffer b, int start) {
        associatedBytes.put(0, b, start, HEADER);
        associatedBytes.put(SealedHeader.MARKS_AT, (byte) 0xff);
    }
}
