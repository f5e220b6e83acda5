package org.urdma4j.transport.handler;

import io.netty.buffer.ByteBuf;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.transport.handler.ExtendedHeader.Word;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Reads messages of the URDMA profile further: requests and answers get all their headers, and
 * their payload as content; of reports, probes, repair packets and the like the verification tag is
 * taken out, and the rest is the content, for the readers of {@code org.urdma4j.codec.urdma}. Other
 * messages, and those that aren't of the layout, go on as they came.
 *
 * <p>Behind a {@link RoceFrameDecoder}; one for a pipeline, not sharable; used by its event loop.
 */
public final class UrdmaFrameDecoder extends MessageReader {
    /** More than all headers of a packet have together. */
    private static final int MOST_HEADERS = 128;

    private final Function<RoceMessage, UrdmaLayout> layouts;
    private final ByteBuffer bytes = ByteBuffer.allocate(MOST_HEADERS);
    private final UrdmaPacket packet = new UrdmaPacket();

    public UrdmaFrameDecoder(UrdmaLayout layout) {
        this(_ -> layout);
        Objects.requireNonNull(layout, "layout");
    }

    /**
     * Creates one.
     *
     * @param layouts says which layout a message has, by its addresses and queue pair; null if that
     *     isn't known
     */
    public UrdmaFrameDecoder(Function<RoceMessage, UrdmaLayout> layouts) {
        this.layouts = Objects.requireNonNull(layouts, "layouts");
    }

    @Override
    RoceMessage read(Object message) {
        return message instanceof RoceMessage in ? read(in) : null;
    }

    private RoceMessage read(RoceMessage in) {
        boolean urdma = UrdmaOpcode.isUrdma(in.bth().opcode()) && in.headers().isEmpty();
        UrdmaLayout layout = urdma ? layouts.apply(in) : null;
        return layout == null ? null : read(in, layout);
    }

    private RoceMessage read(RoceMessage in, UrdmaLayout layout) {
        ByteBuf content = in.content();
        int length = content.readableBytes();
        BaseTransportHeader bth = in.bth();
        bytes.clear();
        bytes.putInt(bth.word0()).putInt(bth.word1()).putInt(bth.word2());
        bytes.limit(Math.min(MOST_HEADERS, Bth.LENGTH + length));
        content.getBytes(content.readerIndex(), bytes);
        int all = Bth.LENGTH + length;
        PacketStatus status =
                layout.tagged()
                        ? packet.wrapTagged(bytes, 0, all, layout.fec(), layout.paths())
                        : packet.wrap(bytes, 0, all, layout.fec(), layout.paths());
        if (status != PacketStatus.OK) {
            return null;
        }
        List<ExtendedHeader> headers = new ArrayList<>(6);
        int at = Bth.LENGTH;
        if (layout.tagged()) {
            headers.add(new ExtendedHeader.VerificationTag(VerificationTag.of(bytes, 0)));
            at += VerificationTag.LENGTH;
        }
        boolean placed = UrdmaOpcode.isPlaced(packet.opcode());
        if (placed) {
            addPlacement(headers, at);
            headers.add(new ExtendedHeader.Timestamps(packet.t1(), packet.tr()));
            addWords(headers, layout);
        }
        int from = placed ? packet.payloadOffset() - Bth.LENGTH : at - Bth.LENGTH;
        int bytesOfPayload = placed ? packet.payloadLength() : length - from;
        byte[] pad = new byte[length - from - bytesOfPayload];
        content.getBytes(content.readerIndex() + from + bytesOfPayload, pad);
        ByteBuf payload = content.retainedSlice(content.readerIndex() + from, bytesOfPayload);
        return in.parsed(headers, payload, pad, placed);
    }

    private void addPlacement(List<ExtendedHeader> headers, int at) {
        if (packet.has(Opcode.ATOMIC)) {
            headers.add(
                    new ExtendedHeader.AtomicEth(
                            packet.virtualAddress(),
                            packet.rKey(),
                            packet.swapAdd(),
                            packet.compare()));
        } else if (packet.has(Opcode.RETH)) {
            headers.add(
                    new ExtendedHeader.Reth(
                            packet.virtualAddress(), packet.rKey(), packet.toEnd()));
        } else {
            headers.add(
                    new ExtendedHeader.Placement(
                            bytes.getInt(at),
                            packet.messageOffset(),
                            packet.toEnd(),
                            bytes.getInt(at + 3 * Integer.BYTES)));
        }
        if (packet.has(Opcode.READ) || packet.has(Opcode.ATOMIC)) {
            headers.add(new ExtendedHeader.RequestNumber(packet.requestNumber()));
        }
        if (packet.opcode() == UrdmaOpcode.ATOMIC_ACKNOWLEDGE) {
            headers.add(new ExtendedHeader.AtomicAckEth(packet.originalData()));
        }
        if (packet.has(Opcode.IMMEDIATE)) {
            headers.add(new ExtendedHeader.ImmDt(packet.immediate()));
        }
        if (packet.has(Opcode.IETH)) {
            headers.add(new ExtendedHeader.Ieth(packet.invalidateRkey()));
        }
    }

    /** Adds what stands between the timestamps and the payload. */
    private void addWords(List<ExtendedHeader> headers, UrdmaLayout layout) {
        int tag = layout.tagged() ? VerificationTag.LENGTH : 0;
        int at = tag + UrdmaOpcode.timestampOffset(packet.opcode()) + 2 * Integer.BYTES;
        int end = packet.payloadOffset() - (packet.isPiece() ? Integer.BYTES : 0);
        if (packet.hasPathWord()) {
            at = addWord(headers, Word.Kind.PATH, at);
        }
        if (packet.hasFecWord()) {
            at = addWord(headers, Word.Kind.FEC, at);
        }
        while (at < end) {
            at = addWord(headers, Word.Kind.FILLER, at);
        }
        if (packet.isPiece()) {
            addWord(headers, Word.Kind.PIECE, at);
        }
    }

    private int addWord(List<ExtendedHeader> headers, Word.Kind kind, int at) {
        headers.add(new Word(kind, bytes.getInt(at)));
        return at + Integer.BYTES;
    }
}
