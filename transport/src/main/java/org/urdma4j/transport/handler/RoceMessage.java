package org.urdma4j.transport.handler;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One RoCE packet with all around it: its {@link #content} is the payload, without pad. Holds a
 * reference to the frame's bytes, so it is to be released. The rest doesn't change; not for several
 * threads at once, as buffers aren't.
 *
 * <p>Of a packet whose opcode isn't known, or is of URDMA and hasn't been through a {@link
 * UrdmaFrameDecoder}, the content is all behind the BTH, pad included, and there are no headers.
 */
public final class RoceMessage extends DefaultByteBufHolder {
    /** What stands around the packet, as it came. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Around(
            Encapsulation encapsulation,
            byte[] before,
            int networkAt,
            int udpAt,
            int vlanId,
            int frameBytes) {}

    private final Around around;
    private final BaseTransportHeader bth;
    private final List<ExtendedHeader> headers;

    /** Pad, unless the content has it, then ICRC and whatever follows that in the frame. */
    private final byte[] behind;

    private final boolean padded;
    private final boolean changed;
    private final int payloadBytes;

    RoceMessage(
            Around around,
            BaseTransportHeader bth,
            List<ExtendedHeader> headers,
            ByteBuf payload,
            byte[] behind,
            boolean padded,
            boolean changed) {
        super(payload);
        this.around = around;
        this.bth = bth;
        this.headers = List.copyOf(headers);
        this.behind = behind;
        this.padded = padded;
        this.changed = changed;
        payloadBytes = payload.readableBytes();
    }

    Around around() {
        return around;
    }

    byte[] behind() {
        return behind;
    }

    /** Returns whether pad follows the content, which hasn't got it itself. */
    boolean isPadded() {
        return padded;
    }

    boolean isChanged() {
        return changed;
    }

    public Encapsulation encapsulation() {
        return around.encapsulation;
    }

    public Gid source() {
        ByteBuffer b = ByteBuffer.wrap(around.before);
        int at = around.networkAt;
        return switch (around.encapsulation) {
            case ROCE_V1 -> new Gid(Grh.sourceHigh(b, at), Grh.sourceLow(b, at));
            case ROCE_V2_IPV4 -> gid(Ipv4.source(b, at));
            case ROCE_V2_IPV6 -> new Gid(Ipv6.sourceHigh(b, at), Ipv6.sourceLow(b, at));
        };
    }

    public Gid destination() {
        ByteBuffer b = ByteBuffer.wrap(around.before);
        int at = around.networkAt;
        return switch (around.encapsulation) {
            case ROCE_V1 -> new Gid(Grh.destinationHigh(b, at), Grh.destinationLow(b, at));
            case ROCE_V2_IPV4 -> gid(Ipv4.destination(b, at));
            case ROCE_V2_IPV6 -> new Gid(Ipv6.destinationHigh(b, at), Ipv6.destinationLow(b, at));
        };
    }

    private static Gid gid(int ipv4) {
        try {
            byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(ipv4).array();
            return Gid.of(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }

    /** Returns the two bits of explicit congestion notification (RFC 3168), 3 for a mark. */
    public int ecn() {
        ByteBuffer b = ByteBuffer.wrap(around.before);
        int at = around.networkAt;
        int trafficClass =
                switch (around.encapsulation) {
                    case ROCE_V1 -> Grh.trafficClass(b, at);
                    case ROCE_V2_IPV4 -> Ipv4.tos(b, at);
                    case ROCE_V2_IPV6 -> Ipv6.trafficClass(b, at);
                };
        return trafficClass & 3;
    }

    /** Returns the UDP port that it comes from, -1 for RoCEv1. */
    public int udpSourcePort() {
        return around.udpAt < 0 ? -1 : Udp.sourcePort(ByteBuffer.wrap(around.before), around.udpAt);
    }

    /** Returns the number of the innermost VLAN, or -1. */
    public int vlanId() {
        return around.vlanId;
    }

    public int frameBytes() {
        return around.frameBytes;
    }

    public BaseTransportHeader bth() {
        return bth;
    }

    /** Returns the headers between BTH and payload, in their order. */
    public List<ExtendedHeader> headers() {
        return headers;
    }

    /** Returns the header of a type, nothing if there is none. */
    public <T extends ExtendedHeader> Optional<T> header(Class<T> type) {
        return headers.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /** Returns the ICRC that it came with, or is to be replaced if it was changed. */
    public int icrc() {
        int pad = padded ? bth.padCount() : 0;
        return Icrc.get(ByteBuffer.wrap(behind), pad);
    }

    /**
     * Returns the same with another BTH; the encoder gives it an ICRC that fits. Takes this one.
     */
    public RoceMessage withBth(BaseTransportHeader other) {
        Objects.requireNonNull(other, "bth");
        return new RoceMessage(around, other, headers, content(), behind, padded, true);
    }

    /** Returns the same with other headers; the encoder makes lengths and ICRC fit. Takes this. */
    public RoceMessage withHeaders(List<ExtendedHeader> others) {
        return new RoceMessage(around, bth, others, content(), behind, padded, true);
    }

    /** Returns the same with another payload; the encoder makes lengths, pad and ICRC fit. */
    @Override
    public RoceMessage replace(ByteBuf payload) {
        return new RoceMessage(around, bth, headers, payload, behind, padded, true);
    }

    @Override
    public RoceMessage copy() {
        return with(content().copy());
    }

    @Override
    public RoceMessage duplicate() {
        return with(content().duplicate());
    }

    @Override
    public RoceMessage retainedDuplicate() {
        return with(content().retainedDuplicate());
    }

    private RoceMessage with(ByteBuf sameBytes) {
        return new RoceMessage(around, bth, headers, sameBytes, behind, padded, changed);
    }

    /** Returns the same with URDMA's headers taken out of the content. */
    RoceMessage parsed(
            List<ExtendedHeader> found, ByteBuf payload, byte[] pad, boolean padIsBehind) {
        byte[] all = new byte[pad.length + behind.length];
        System.arraycopy(pad, 0, all, 0, pad.length);
        System.arraycopy(behind, 0, all, pad.length, behind.length);
        return new RoceMessage(around, bth, found, payload, all, padIsBehind, changed);
    }

    /** Returns the bytes of the packet from BTH to ICRC as it would be sent. */
    int transportLength() {
        int length = Bth.LENGTH + content().readableBytes() + RoceFrame.ICRC_LENGTH;
        for (ExtendedHeader header : headers) {
            length += header.length();
        }
        return length + (padded ? Bth.padFor(content().readableBytes()) : 0);
    }

    /** Returns addresses, operation, queue pair, sequence number and bytes in one line. */
    @Override
    public String toString() {
        return "%s > %s %s qp 0x%06x psn %d, %d bytes"
                .formatted(
                        source(),
                        destination(),
                        UrdmaOpcode.name(bth.opcode()),
                        bth.destQp(),
                        bth.psn(),
                        payloadBytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RoceMessage that
                && bth.equals(that.bth)
                && headers.equals(that.headers)
                && super.equals(other);
    }

    @Override
    public int hashCode() {
        return Objects.hash(bth, headers);
    }
}
