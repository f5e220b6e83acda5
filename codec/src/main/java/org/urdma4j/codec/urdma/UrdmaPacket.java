package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.BthView;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;

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

    /** Has address and key in its first words. */
    private static final int REMOTE = Opcode.RETH | Opcode.ATOMIC;

    /** Has number, offset and rest of a message there. */
    private static final int IN_MESSAGE = Opcode.SEND | Opcode.RESPONSE;

    private static final long WORD_MASK = 0xffff_ffffL;
    private static final HeaderLayout NONE = UrdmaOpcode.layout(0);

    private HeaderLayout layout = NONE;
    private boolean fec;
    private boolean paths;
    private boolean piece;
    private int payloadLength;

    /** Of the packet that this is a piece of, or of this one. */
    private int wholeLength;

    private int pieceAt;

    /** Bytes between the BTH and the extended headers: those of the verification tag, or none. */
    private int tagBytes;

    /** Bytes of all headers but a piece's word, and with it. */
    private int wholeHeaders;

    private int headers;

    /** The timestamps, 0 where there is none. */
    private int t1;

    private int tr;

    /** The first two words of a placed packet, and the two behind them. */
    private long placement;

    private long placementEnd;

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
        HeaderLayout of = UrdmaOpcode.layout(opcode);
        layout = of;
        flags = of.flags;
        piece = of.splits && UrdmaBth.isPiece(word2);
        wholeHeaders = 0;
        headers = 0;
        if (!isOfVersion()) {
            return PacketStatus.BAD_VERSION;
        }
        if (!of.known) {
            return PacketStatus.UNKNOWN_OPCODE;
        }
        wholeHeaders = of.header(fec, paths) + tagBytes;
        headers = wholeHeaders + (piece ? PieceWord.LENGTH : 0);
        if (present < headers) {
            return PacketStatus.TOO_SHORT;
        }
        if (!UrdmaBth.timestampsValid(of, word1, word2)) {
            return PacketStatus.BAD_TIMESTAMPS;
        }
        int timestamps = offset + tagBytes + of.timestamp;
        if (of.placed) {
            long both = buffer.getLong(timestamps);
            t1 = (int) (both >>> Integer.SIZE);
            tr = (int) both;
            placement = buffer.getLong(offset + tagBytes + Bth.LENGTH);
            placementEnd = buffer.getLong(offset + tagBytes + Bth.LENGTH + Long.BYTES);
        } else if (of.timestamp != UrdmaOpcode.ABSENT) {
            t1 = buffer.getInt(timestamps);
        }
        int rest = length - headers;
        int pad = padCount();
        payloadLength = rest - pad;
        if (piece && !isSoundPiece()) {
            return PacketStatus.BAD_LENGTH;
        }
        boolean payload = (flags & Opcode.PAYLOAD) != 0;
        // Operations have flags; what follows the headers of the others has no flag of its own.
        boolean noPayload = flags != 0 && !payload;
        if ((length & 3) != 0 || (rest != 0 && noPayload)) {
            return PacketStatus.BAD_LENGTH;
        }
        pieceAt = 0;
        wholeLength = payloadLength;
        if (piece) {
            pieceAt = PieceWord.at(buffer, pieceWord());
            wholeLength = PieceWord.whole(buffer, pieceWord());
        }
        return pad > (payload ? rest : 0) ? PacketStatus.BAD_PAD : PacketStatus.OK;
    }

    private boolean isSoundPiece() {
        return PieceWord.isSound(buffer, pieceWord(), payloadLength);
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
        return pieceAt;
    }

    /** Returns the bytes of payload of the whole packet, which is this one unless it is a piece. */
    public int wholeLength() {
        return wholeLength;
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
        return payloadLength;
    }

    /** Returns the bytes that FEC codes of a data packet: extended headers, payload and pad. */
    public int codedLength() {
        return layout.extended + length - headers;
    }

    /** Returns when the packet left its sender, in units of {@link Timestamp}. */
    public int t1() {
        if (layout.timestamp == UrdmaOpcode.ABSENT) {
            throw absent();
        }
        return t1;
    }

    /** Returns the one-way delay from receiver to sender as the sender measured it. */
    public int tr() {
        if (!layout.placed) {
            throw absent();
        }
        return tr;
    }

    /**
     * Returns the remote address of a WRITE, READ or atomic request: of this packet's first byte.
     */
    public long virtualAddress() {
        if ((flags & REMOTE) == 0) {
            throw absent();
        }
        return placement;
    }

    /** Returns the remote key of a WRITE, READ or atomic request. */
    public int rKey() {
        if ((flags & REMOTE) == 0) {
            throw absent();
        }
        return (int) (placementEnd >>> Integer.SIZE);
    }

    /**
     * Returns the bytes of the message from this packet's first one to its end, 0 to 2^32 - 1; of a
     * READ request, those that it asks for.
     */
    public long toEnd() {
        if ((flags & Opcode.RETH) != 0) {
            return placementEnd & WORD_MASK;
        }
        if ((flags & IN_MESSAGE) == 0 || !layout.placed) {
            throw absent();
        }
        return placementEnd >>> Integer.SIZE;
    }

    /**
     * Returns where in its message a SEND's or READ response's payload begins, unsigned 32 bits.
     */
    public long messageOffset() {
        if ((flags & IN_MESSAGE) == 0 || !layout.placed) {
            throw absent();
        }
        return placement & WORD_MASK;
    }

    /** Returns the receive message sequence number of a SEND, or that an ACKNOWLEDGE names. */
    public int rmsn() {
        if (opcode == UrdmaOpcode.ACKNOWLEDGE) {
            return ExtendedAeth.rmsn(buffer, extendedOffset());
        }
        if ((flags & Opcode.SEND) == 0) {
            throw absent();
        }
        return (int) (placement >>> Integer.SIZE);
    }

    /** Returns the number of a READ or atomic request, or of that which is answered. */
    public int requestNumber() {
        return buffer.getInt(at(layout.requestNumber));
    }

    public int immediate() {
        require((flags & Opcode.IMMEDIATE) != 0);
        return ImmDt.immediate(buffer, at(UrdmaOpcode.immediateOffset(opcode)));
    }

    public int invalidateRkey() {
        require((flags & Opcode.IETH) != 0);
        return Ieth.rKey(buffer, at(UrdmaOpcode.immediateOffset(opcode)));
    }

    public long swapAdd() {
        require((flags & Opcode.ATOMIC) != 0);
        return AtomicEth.swapAdd(buffer, extendedOffset());
    }

    public long compare() {
        require((flags & Opcode.ATOMIC) != 0);
        return AtomicEth.compare(buffer, extendedOffset());
    }

    public long originalData() {
        return AtomicAckEth.originalData(buffer, at(UrdmaOpcode.atomicAckEthOffset(opcode)));
    }

    /** Tells whether the packet has a path word. */
    public boolean hasPathWord() {
        return paths && layout.pathWord != UrdmaOpcode.ABSENT;
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
        return at(layout.pathWord);
    }

    /** Tells whether the packet has a FEC word. */
    public boolean hasFecWord() {
        return fec && layout.fecWord != UrdmaOpcode.ABSENT;
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
        return at(layout.fecWord(paths));
    }

    private int at(int headerOffset) {
        require(headerOffset != UrdmaOpcode.ABSENT);
        return offset + tagBytes + headerOffset;
    }

    private void require(boolean present) {
        if (!present) {
            throw absent();
        }
    }

    private IllegalStateException absent() {
        return new IllegalStateException(layout.name + " has no such field");
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
