package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.GsiPacket;

import java.nio.ByteBuffer;

/**
 * What a sealed packet shows to those without its key: opcode, packet number, generation, and of
 * datagrams and cells the receiver's number of the association (docs/wire-urdma.md). Safe from any
 * thread.
 */
public final class SealedPacket {
    /** Opcode of a packet of a queue pair. */
    public static final int PACKET = 0xe0;

    /** Opcode of a datagram to queue pair 1. */
    public static final int DATAGRAM = 0xe1;

    /** Opcode of a cell of a tunnel. */
    public static final int CELL = 0xe2;

    /** Bytes of the tag, the last of a sealed packet. */
    public static final int TAG_LENGTH = 16;

    private static final int WORD = Bth.LENGTH;
    private static final int ASSOCIATION = WORD + Integer.BYTES;
    private static final int INNER = 8;
    private static final int SHORTEST = ASSOCIATION + INNER + TAG_LENGTH;
    private static final int OF_DATAGRAM =
            ASSOCIATION + Integer.BYTES + GsiPacket.LENGTH - Bth.LENGTH + TAG_LENGTH;

    /** The least that a cell holds: its own header, and a frame's length with a byte of it. */
    private static final int CELL_TEXT = 12;

    private static final int SHORTEST_CELL = ASSOCIATION + Integer.BYTES + CELL_TEXT + TAG_LENGTH;

    private static final int MIDDLE = 24;

    private SealedPacket() {}

    /** Tells whether the opcode is one of a sealed packet. */
    public static boolean isSealed(int opcode) {
        return opcode == PACKET || hasAssociation(opcode);
    }

    /** Tells whether a sealed packet names the association. */
    public static boolean hasAssociation(int opcode) {
        return opcode == DATAGRAM || opcode == CELL;
    }

    /** Returns the name of a sealed packet's opcode, or that which {@link UrdmaOpcode} has. */
    public static String name(int opcode) {
        return switch (opcode) {
            case PACKET -> "URDMA_SEALED";
            case DATAGRAM -> "URDMA_SEALED_DATAGRAM";
            case CELL -> "URDMA_SEALED_CELL";
            default -> UrdmaOpcode.name(opcode);
        };
    }

    /**
     * Tells whether a sealed packet may have a length.
     *
     * @param length bytes from the BTH to the end of the tag
     */
    public static boolean isLength(int opcode, int length) {
        if (opcode == DATAGRAM) {
            return length == OF_DATAGRAM;
        }
        return length >= (opcode == CELL ? SHORTEST_CELL : SHORTEST) && length % Integer.BYTES == 0;
    }

    /** Returns the bytes of what is in the clear: 16, of datagrams and cells 20. */
    public static int headerLength(int opcode) {
        return hasAssociation(opcode) ? ASSOCIATION + Integer.BYTES : ASSOCIATION;
    }

    /** Returns the number of the packet, 48 bits. */
    public static long number(ByteBuffer b, int at) {
        return (long) (b.getInt(at + WORD) & Bth.QPN_MASK) << MIDDLE | Bth.psn(b, at);
    }

    /** Returns the generation of its keys, 0 to 255. */
    public static int generation(ByteBuffer b, int at) {
        return b.getInt(at + WORD) >>> MIDDLE;
    }

    /** Returns the receiver's number of the association; only where there is one. */
    public static int association(ByteBuffer b, int at) {
        return b.getInt(at + ASSOCIATION);
    }
}
