package org.urdma4j.codec.ib;

/** What {@link TransportPacket#wrap} says of the bytes it was given. */
public enum PacketStatus {
    /** Every accessor may be used. */
    OK,

    /** Less than the BTH, or less than the headers that the opcode calls for. */
    TOO_SHORT,

    /** The transport version is not 0. */
    BAD_VERSION,

    /** The opcode isn't in the table. */
    UNKNOWN_OPCODE,

    /** Not a multiple of four, or payload after an opcode that has none. */
    BAD_LENGTH,

    /** More pad bytes than there are bytes after the headers. */
    BAD_PAD,

    /**
     * The bits that tell where the timestamps stand aren't those that the opcode demands; only of
     * packets of the URDMA profile.
     */
    BAD_TIMESTAMPS
}
