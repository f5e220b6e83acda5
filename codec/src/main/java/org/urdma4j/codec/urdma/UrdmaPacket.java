package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.BthView;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Reth;

import java.nio.ByteBuffer;

/**
 * One packet of the URDMA profile from its BTH to its last pad byte, over bytes that stay where
 * they are. {@link #wrap} checks length and timestamp fields once; after {@link PacketStatus#OK} no
 * accessor of something that the opcode has can fail. Payload is never touched, and need not be in
 * the buffer at all.
 *
 * <p>To read a packet one must know whether its queue pair has FEC enabled, and paths. A receiver
 * learns the queue pair from {@link org.urdma4j.codec.ib.TransportPacket}, which says {@code
 * UNKNOWN_OPCODE} here, or from {@link Bth#destQp} for opcodes with {@link UrdmaOpcode#isUrdma}. If
 * that queue pair isn't of this profile, the opcode stays unknown.
 *
 * <p>Accessors of what the opcode doesn't have throw {@link IllegalStateException}: a mistake of
 * the caller, which no peer can bring about. What the values mean together (placement within the
 * message, group within the window) is for the engine to check. Reusable, allocates nothing outside
 * {@link #toString()}, not thread-safe.
 */
public final class UrdmaPacket extends BthView {
    /** Of whatever has not been set to a packet yet. */
    static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private boolean fec;
    private boolean paths;
    private boolean piece;

    /** Whether it is a request or an answer. */
    private boolean placed;

    /** Bytes between the BTH and the extended headers: those of the verification tag, or none. */
    private int tagBytes;

    /** Bytes of all headers but a piece's word, and with it. */
    private int wholeHeaders;

    private int headers;

    /** The timestamps, 0 where there is none. */
    private int t1;

    private int tr;

    /**
     * Puts the view over a packet.
     *
     * @param b a big-endian buffer that holds at least the headers; position and limit stay
     * @param offset index of the BTH's first byte
     * @param length bytes from the BTH to the last pad byte, the ICRC not counted; may reach beyond
     *     the buffer's limit where the payload is carried elsewhere
     * @param fec whether the queue pair has forward error correction enabled
     */
    public PacketStatus wrap(ByteBuffer b, int offset, int length, boolean fec) {
        return wrap(b, offset, length, fec, false);
    }

    /**
     * Puts the view over a packet that may have a path word.
     *
     * @param paths whether the queue pair has agreed on several paths; otherwise as {@link
     *     #wrap(ByteBuffer, int, int, boolean)}
     */
    public PacketStatus wrap(ByteBuffer b, int offset, int length, boolean fec, boolean paths) {
        this.fec = fec;
        this.paths = paths;
        tagBytes = 0;
        return wrapped(b, offset, length);
    }

    /**
     * Puts the view over a packet in the clear, as it is on the wire: with a {@link
     * VerificationTag}. Otherwise as {@link #wrap(ByteBuffer, int, int, boolean, boolean)}.
     */
    public PacketStatus wrapTagged(
            ByteBuffer b, int offset, int length, boolean fec, boolean paths) {
        this.fec = fec;
        this.paths = paths;
        tagBytes = VerificationTag.LENGTH;
        return wrapped(b, offset, length);
    }

    @Override
    protected PacketStatus check(int present) {
        piece = false;
        placed = false;
        wholeHeaders = 0;
        headers = 0;
        flags = UrdmaOpcode.flags(opcode);
        if (!isOfVersion()) {
            return PacketStatus.BAD_VERSION;
        }
        if (!UrdmaOpcode.isUrdma(opcode)) {
            return PacketStatus.UNKNOWN_OPCODE;
        }
        placed = UrdmaOpcode.isPlaced(opcode);
        piece = UrdmaBth.isPiece(word2) && UrdmaOpcode.maySplit(opcode);
        wholeHeaders = UrdmaOpcode.headerLength(opcode, fec, paths) + tagBytes;
        headers = wholeHeaders + (piece ? PieceWord.LENGTH : 0);
        if (present < headers) {
            return PacketStatus.TOO_SHORT;
        }
        if (!UrdmaBth.timestampsValid(opcode, word1, word2)) {
            return PacketStatus.BAD_TIMESTAMPS;
        }
        readTimestamps();
        int rest = length - headers;
        if (piece && !isSoundPiece(rest)) {
            return PacketStatus.BAD_LENGTH;
        }
        // Operations have flags; what follows the headers of the others has no flag of its own.
        boolean noPayload = flags != 0 && !has(Opcode.PAYLOAD);
        if ((length & 3) != 0 || (rest != 0 && noPayload)) {
            return PacketStatus.BAD_LENGTH;
        }
        int most = has(Opcode.PAYLOAD) ? rest : 0;
        return padCount() > most ? PacketStatus.BAD_PAD : PacketStatus.OK;
    }

    private void readTimestamps() {
        int timestamps = UrdmaOpcode.timestampOffset(opcode);
        if (timestamps == UrdmaOpcode.ABSENT) {
            t1 = 0;
            tr = 0;
        } else if (placed) {
            long both = buffer.getLong(offset + tagBytes + timestamps);
            t1 = (int) (both >>> Integer.SIZE);
            tr = (int) both;
        } else {
            t1 = buffer.getInt(offset + tagBytes + timestamps);
            tr = 0;
        }
    }

    private boolean isSoundPiece(int rest) {
        return PieceWord.isSound(buffer, pieceWord(), rest - padCount());
    }

    private int pieceWord() {
        return offset + wholeHeaders;
    }

    /** Tells whether it is a piece of a packet that is sent again. */
    public boolean isPiece() {
        return piece;
    }

    /** Returns where in the whole packet's payload this one's begins, 0 unless it is a piece. */
    public int pieceAt() {
        return piece ? PieceWord.at(buffer, pieceWord()) : 0;
    }

    /** Returns the bytes of payload of the whole packet, which is this one unless it is a piece. */
    public int wholeLength() {
        return piece ? PieceWord.whole(buffer, pieceWord()) : payloadLength();
    }

    /** Tells whether the packet was sent before. */
    public boolean retransmission() {
        return (bthFlags() & Bth.MIG_REQ) != 0;
    }

    /** Returns the verification tag of a packet that has one. */
    public int verificationTag() {
        require(tagBytes != 0);
        return VerificationTag.of(buffer, offset);
    }

    /** Returns the index where the extended headers begin. */
    public int extendedOffset() {
        return offset + Bth.LENGTH + tagBytes;
    }

    /** Returns the bytes after {@link #extendedOffset} to the last pad byte. */
    public int extendedRest() {
        return length - Bth.LENGTH - tagBytes;
    }

    /** Returns the index where payload, entries, coded bytes or fill begin. */
    public int payloadOffset() {
        return offset + headers;
    }

    /** Returns the bytes of payload, entries, coded bytes or fill, pad not counted. */
    public int payloadLength() {
        return length - headers - padCount();
    }

    /** Returns the bytes that FEC codes of a data packet: extended headers, payload and pad. */
    public int codedLength() {
        return UrdmaOpcode.extendedLength(opcode) + length - headers;
    }

    /** Returns when the packet left its sender, in units of {@link Timestamp}. */
    public int t1() {
        require(UrdmaOpcode.timestampOffset(opcode) != UrdmaOpcode.ABSENT);
        return t1;
    }

    /** Returns the one-way delay from receiver to sender as the sender measured it. */
    public int tr() {
        require(placed);
        return tr;
    }

    /**
     * Returns the remote address of a WRITE, READ or atomic request: of this packet's first byte.
     */
    public long virtualAddress() {
        return has(Opcode.ATOMIC)
                ? AtomicEth.virtualAddress(buffer, extendedOffset())
                : Reth.virtualAddress(buffer, reth());
    }

    /** Returns the remote key of a WRITE, READ or atomic request. */
    public int rKey() {
        return has(Opcode.ATOMIC)
                ? AtomicEth.rKey(buffer, extendedOffset())
                : Reth.rKey(buffer, reth());
    }

    /**
     * Returns the bytes of the message from this packet's first one to its end, 0 to 2^32 - 1; of a
     * READ request, those that it asks for.
     */
    public long toEnd() {
        return has(Opcode.RETH)
                ? Reth.dmaLength(buffer, reth())
                : SendPlacement.toEnd(buffer, placement());
    }

    /**
     * Returns where in its message a SEND's or READ response's payload begins, unsigned 32 bits.
     */
    public long messageOffset() {
        return SendPlacement.offset(buffer, placement());
    }

    /** Returns the receive message sequence number of a SEND, or that an ACKNOWLEDGE names. */
    public int rmsn() {
        if (opcode == UrdmaOpcode.ACKNOWLEDGE) {
            return ExtendedAeth.rmsn(buffer, extendedOffset());
        }
        require(has(Opcode.SEND));
        return SendPlacement.rmsn(buffer, extendedOffset());
    }

    /** Returns the number of a READ or atomic request, or of that which is answered. */
    public int requestNumber() {
        return buffer.getInt(at(UrdmaOpcode.requestNumberOffset(opcode)));
    }

    public int immediate() {
        require(has(Opcode.IMMEDIATE));
        return ImmDt.immediate(buffer, at(UrdmaOpcode.immediateOffset(opcode)));
    }

    public int invalidateRkey() {
        require(has(Opcode.IETH));
        return Ieth.rKey(buffer, at(UrdmaOpcode.immediateOffset(opcode)));
    }

    public long swapAdd() {
        require(has(Opcode.ATOMIC));
        return AtomicEth.swapAdd(buffer, extendedOffset());
    }

    public long compare() {
        require(has(Opcode.ATOMIC));
        return AtomicEth.compare(buffer, extendedOffset());
    }

    public long originalData() {
        return AtomicAckEth.originalData(buffer, at(UrdmaOpcode.atomicAckEthOffset(opcode)));
    }

    /** Tells whether the packet has a path word. */
    public boolean hasPathWord() {
        return paths && UrdmaOpcode.pathWordOffset(opcode) != UrdmaOpcode.ABSENT;
    }

    /** Returns {@link PathWord#path}. */
    public int path() {
        return PathWord.path(buffer, pathWord());
    }

    /** Returns {@link PathWord#ppn}. */
    public int ppn() {
        return PathWord.ppn(buffer, pathWord());
    }

    private int pathWord() {
        require(paths);
        return at(UrdmaOpcode.pathWordOffset(opcode));
    }

    /** Tells whether the packet has a FEC word. */
    public boolean hasFecWord() {
        return fec && UrdmaOpcode.fecWordOffset(opcode) != UrdmaOpcode.ABSENT;
    }

    /** Returns {@link FecWord#scheme}, or {@link FecWord#NONE} if there is no FEC word. */
    public int fecScheme() {
        return hasFecWord() ? FecWord.scheme(buffer, fecWord()) : FecWord.NONE;
    }

    /** Returns {@link FecWord#index}. */
    public int fecIndex() {
        return FecWord.index(buffer, fecWord());
    }

    /** Returns {@link FecWord#r}. */
    public int fecR() {
        return FecWord.r(buffer, fecWord());
    }

    private int fecWord() {
        require(fec);
        return at(UrdmaOpcode.fecWordOffset(opcode, paths));
    }

    private int reth() {
        require(has(Opcode.RETH));
        return extendedOffset();
    }

    private int placement() {
        require(has(Opcode.SEND) || (has(Opcode.RESPONSE) && placed));
        return extendedOffset();
    }

    private int at(int headerOffset) {
        require(headerOffset != UrdmaOpcode.ABSENT);
        return offset + tagBytes + headerOffset;
    }

    private void require(boolean present) {
        if (!present) {
            throw new IllegalStateException(UrdmaOpcode.name(opcode) + " has no such field");
        }
    }

    /** Returns the BTH and the lengths in words; for a refused packet, why. */
    @Override
    public String toString() {
        if (status() == PacketStatus.TOO_SHORT) {
            return "length=%d %s".formatted(length, status());
        }
        return "%s %s length=%d %s"
                .formatted(
                        UrdmaOpcode.name(opcode), Bth.toString(buffer, offset), length, status());
    }
}
