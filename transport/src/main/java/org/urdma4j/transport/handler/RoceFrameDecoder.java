package org.urdma4j.transport.handler;

import io.netty.buffer.ByteBuf;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Makes a {@link RoceMessage} of each frame that has a whole RoCEv1 or RoCEv2 packet. What is none,
 * is cut, a fragment or malformed goes on as it came, a {@link ByteBuf}. The ICRC isn't checked.
 *
 * <p>One for a pipeline, not sharable; used by its event loop.
 */
public final class RoceFrameDecoder extends MessageReader {
    private final LinkLayer link;
    private final RoceFrame frame = new RoceFrame();
    private final TransportPacket packet = new TransportPacket();

    /** Creates one of Ethernet frames, with VLAN tags or without. */
    public RoceFrameDecoder() {
        this(LinkLayer.ETHERNET);
    }

    /**
     * Creates one.
     *
     * @param link what frames begin with
     */
    public RoceFrameDecoder(LinkLayer link) {
        this.link = Objects.requireNonNull(link, "link");
    }

    @Override
    RoceMessage read(Object message) {
        return message instanceof ByteBuf in ? read(in) : null;
    }

    private RoceMessage read(ByteBuf in) {
        ByteBuffer b = in.nioBuffer();
        if (frame.wrap(b, 0, b.limit(), link) != FrameStatus.OK) {
            return null;
        }
        int at = frame.transportOffset();
        PacketStatus status = packet.wrap(b, at, frame.transportLength());
        boolean known = status == PacketStatus.OK;
        if (!known && status != PacketStatus.UNKNOWN_OPCODE) {
            return null;
        }
        int from = known ? packet.payloadOffset() : at + Bth.LENGTH;
        int to = known ? from + packet.payloadLength() : frame.icrcOffset();
        byte[] before = new byte[at];
        b.get(0, before);
        byte[] behind = new byte[b.limit() - to];
        b.get(to, behind);
        var around =
                new RoceMessage.Around(
                        frame.encapsulation(),
                        before,
                        frame.networkOffset(),
                        frame.udpOffset(),
                        frame.vlanId(),
                        b.limit());
        return new RoceMessage(
                around,
                BaseTransportHeader.read(b, at),
                known ? headers(packet) : List.of(),
                in.retainedSlice(in.readerIndex() + from, to - from),
                behind,
                known,
                false);
    }

    private static List<ExtendedHeader> headers(TransportPacket packet) {
        List<ExtendedHeader> headers = new ArrayList<>(2);
        ByteBuffer b = packet.buffer();
        int opcode = packet.opcode();
        if (packet.has(Opcode.CONGESTION)) {
            int at = packet.offset() + Opcode.cnpOffset(opcode);
            headers.add(new ExtendedHeader.CnpReserved(b.getLong(at), b.getLong(at + Long.BYTES)));
        }
        if (packet.has(Opcode.FETH)) {
            int at = packet.offset() + Opcode.fethOffset(opcode);
            headers.add(new ExtendedHeader.Feth(b.getInt(at)));
        }
        if (packet.has(Opcode.DETH)) {
            int reserved = b.get(packet.offset() + Opcode.dethOffset(opcode) + Integer.BYTES);
            headers.add(new ExtendedHeader.Deth(packet.qKey(), reserved & 0xff, packet.srcQp()));
        }
        if (packet.has(Opcode.RETH)) {
            headers.add(
                    new ExtendedHeader.Reth(
                            packet.virtualAddress(), packet.rKey(), packet.dmaLength()));
        }
        if (packet.has(Opcode.ATOMIC_ETH)) {
            headers.add(
                    new ExtendedHeader.AtomicEth(
                            packet.virtualAddress(),
                            packet.rKey(),
                            packet.swapAdd(),
                            packet.compare()));
        }
        if (packet.has(Opcode.AETH)) {
            headers.add(new ExtendedHeader.Aeth(packet.syndrome(), packet.msn()));
        }
        if (packet.has(Opcode.ATOMIC_ACK_ETH)) {
            headers.add(new ExtendedHeader.AtomicAckEth(packet.originalData()));
        }
        if (packet.has(Opcode.IMMEDIATE)) {
            headers.add(new ExtendedHeader.ImmDt(packet.immediate()));
        }
        if (packet.has(Opcode.IETH)) {
            headers.add(new ExtendedHeader.Ieth(packet.invalidateRkey()));
        }
        return headers;
    }
}
