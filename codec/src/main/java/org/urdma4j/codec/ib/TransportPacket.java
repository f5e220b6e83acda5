package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * One packet from its BTH to its last pad byte, over bytes that stay where they are. {@link #wrap}
 * checks the length once; after {@link PacketStatus#OK} no accessor of a header that the opcode has
 * can fail. Payload is never touched, and need not be in the buffer at all.
 *
 * <p>After any status but {@code TOO_SHORT} the fields of the BTH may be read, so that a malformed
 * request can be answered. Accessors of extended headers are for opcodes that carry them (see
 * {@link #has}); on others they throw {@link IllegalStateException}, which is a mistake of the
 * caller and can't be brought about by a peer.
 *
 * <p>Packets of the URDMA profile get {@code UNKNOWN_OPCODE}: whether a packet is one depends on
 * its queue pair. A receiver that has such queue pairs asks {@link #destQp}, and where that one is
 * of the profile reads the same bytes with {@link org.urdma4j.codec.urdma.UrdmaPacket}.
 *
 * <p>Reusable and not thread-safe; nothing is allocated outside {@link #toString()}.
 */
public final class TransportPacket extends BthView {
    private int headers;
    private int payloadLength;

    // Of a RETH.
    private long virtualAddress;
    private int rKey;
    private long dmaLength;

    /**
     * Puts the view over a packet.
     *
     * @param b a big-endian buffer that holds at least the headers; position and limit stay as they
     *     are
     * @param offset index of the BTH's first byte
     * @param length bytes from the BTH to the last pad byte, the ICRC not counted; may reach beyond
     *     the buffer's limit where the payload is carried elsewhere
     */
    public PacketStatus wrap(ByteBuffer b, int offset, int length) {
        return wrapped(b, offset, length);
    }

    @Override
    protected PacketStatus check(int present) {
        flags = Opcode.flags(opcode);
        headers = Opcode.headerLength(opcode);
        if (!isOfVersion()) {
            return PacketStatus.BAD_VERSION;
        }
        if (flags == 0) {
            return PacketStatus.UNKNOWN_OPCODE;
        }
        if (present < headers) {
            return PacketStatus.TOO_SHORT;
        }
        int rest = length - headers;
        int pad = padCount();
        payloadLength = rest - pad;
        if ((flags & Opcode.RETH) != 0) {
            readReth(offset + Opcode.rethOffset(opcode));
        }
        if ((length & 3) != 0 || (rest != 0 && (flags & Opcode.PAYLOAD) == 0)) {
            return PacketStatus.BAD_LENGTH;
        }
        return pad > rest ? PacketStatus.BAD_PAD : PacketStatus.OK;
    }

    private void readReth(int at) {
        virtualAddress = Reth.virtualAddress(buffer, at);
        rKey = Reth.rKey(buffer, at);
        dmaLength = Reth.dmaLength(buffer, at);
    }

    public boolean migReq() {
        return (bthFlags() & Bth.MIG_REQ) != 0;
    }

    public boolean becn() {
        return (bthFlags() & Bth.BECN) != 0;
    }

    /** Returns the index in the buffer at which the payload begins. */
    public int payloadOffset() {
        return offset + headers;
    }

    /** Returns the bytes of payload, pad not counted; 0 for opcodes that have none. */
    public int payloadLength() {
        return payloadLength;
    }

    /** Returns the remote address of a RETH or AtomicETH, unsigned. */
    public long virtualAddress() {
        return (flags & Opcode.RETH) != 0
                ? virtualAddress
                : AtomicEth.virtualAddress(buffer, atomicEth());
    }

    /** Returns the key of a RETH or AtomicETH. */
    public int rKey() {
        return (flags & Opcode.RETH) != 0 ? rKey : AtomicEth.rKey(buffer, atomicEth());
    }

    /** Returns the length of the whole READ or WRITE, 0 to 2^32 - 1 bytes. */
    public long dmaLength() {
        if ((flags & Opcode.RETH) == 0) {
            throw absent();
        }
        return dmaLength;
    }

    /** Returns the syndrome of the AETH, see {@link AethSyndrome}. */
    public int syndrome() {
        return Aeth.syndrome(buffer, aeth());
    }

    public int msn() {
        return Aeth.msn(buffer, aeth());
    }

    public int immediate() {
        return ImmDt.immediate(buffer, at(Opcode.immediateOffset(opcode)));
    }

    public int invalidateRkey() {
        return Ieth.rKey(buffer, at(Opcode.iethOffset(opcode)));
    }

    public long swapAdd() {
        return AtomicEth.swapAdd(buffer, atomicEth());
    }

    public long compare() {
        return AtomicEth.compare(buffer, atomicEth());
    }

    public long originalData() {
        return AtomicAckEth.originalData(buffer, at(Opcode.atomicAckEthOffset(opcode)));
    }

    public int qKey() {
        return Deth.qKey(buffer, deth());
    }

    public int srcQp() {
        return Deth.srcQp(buffer, deth());
    }

    private int aeth() {
        return at(Opcode.aethOffset(opcode));
    }

    private int atomicEth() {
        return at(Opcode.atomicEthOffset(opcode));
    }

    private int deth() {
        return at(Opcode.dethOffset(opcode));
    }

    private int at(int headerOffset) {
        if (headerOffset == Opcode.ABSENT) {
            throw absent();
        }
        return offset + headerOffset;
    }

    private IllegalStateException absent() {
        return new IllegalStateException(
                Opcode.name(opcode) + " has no such header; ask has(...) first");
    }

    /** Returns every header in words; for a packet that {@link #wrap} refused, what is there. */
    @Override
    public String toString() {
        return PacketPrinter.print(this);
    }
}
