package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.port.pipeline.SendRoute;
import org.urdma4j.verbs.Gid;

import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * The headers of all packets to a peer, but for lengths and identification, which are counted here.
 * Made by any thread, used by the event loop.
 */
public final class FrameRoute implements SendRoute {
    private final Gid destination;
    private final Encapsulation encapsulation;
    private final byte[] header;
    private final ByteBuffer headerView;
    private final long sourceMac;
    private final NextHop hop;
    private final int tag;
    private final int packetBytes;
    private int identification;
    private boolean segmentable;
    private IntPredicate pauses = _ -> false;

    /**
     * Makes a route.
     *
     * @param header from network header to BTH
     * @param tag VLAN tag, or {@link InboundFrame#UNTAGGED}
     * @param packetBytes the most bytes from BTH to ICRC that fit the link
     * @param segmentable whether the link takes super-packets
     * @param firstIdentification of IPv4, that of the first packet
     */
    FrameRoute(
            Gid destination,
            Encapsulation encapsulation,
            ByteBuffer header,
            long sourceMac,
            NextHop hop,
            int tag,
            int packetBytes,
            boolean segmentable,
            int firstIdentification) {
        this.destination = destination;
        this.encapsulation = encapsulation;
        this.header = new byte[NetworkHeaders.length(encapsulation)];
        header.get(0, this.header);
        this.headerView = ByteBuffer.wrap(this.header);
        this.sourceMac = sourceMac;
        this.hop = hop;
        this.tag = tag;
        this.packetBytes = packetBytes;
        this.segmentable = segmentable && encapsulation != Encapsulation.ROCE_V1;
        this.identification = firstIdentification;
    }

    Encapsulation encapsulation() {
        return encapsulation;
    }

    /** Returns the header; not to be changed by others. */
    byte[] header() {
        return header;
    }

    /** Returns the header, from index 0 on; not to be changed. */
    ByteBuffer headerView() {
        return headerView;
    }

    /** Returns what stands before the network header. */
    public int etherType() {
        return encapsulation.etherType();
    }

    /** Makes it ask whether its priority, 0 to 7, is paused; before it is used. */
    public FrameRoute heeding(IntPredicate paused) {
        pauses = paused;
        return this;
    }

    @Override
    public int sourcePort() {
        return switch (encapsulation) {
            case ROCE_V1 -> 0;
            case ROCE_V2_IPV4 -> Udp.sourcePort(headerView, Ipv4.LENGTH);
            case ROCE_V2_IPV6 -> Udp.sourcePort(headerView, Ipv6.LENGTH);
        };
    }

    @Override
    public void allowMarks() {
        NetworkHeaders.allowMarks(headerView, 0, encapsulation);
    }

    @Override
    public boolean isPaused() {
        return pauses.test(priority());
    }

    /** Returns the priority of its frames, 0 to 7. */
    int priority() {
        return tag == InboundFrame.UNTAGGED
                ? Priority.ofHeader(headerView, 0, etherType())
                : Priority.ofTag(tag);
    }

    long sourceMac() {
        return sourceMac;
    }

    NextHop hop() {
        return hop;
    }

    /** Returns whether it leads to this machine, by the loopback interface. */
    public boolean isLocal() {
        return hop.isLocal();
    }

    int tag() {
        return tag;
    }

    /** A frame needs a MAC address, and the kernel checks no MTU of super-packets. */
    @Override
    public boolean takes(int longest, LongSupplier clock) {
        hop.use(clock.getAsLong());
        return hop.mac() != NextHop.UNKNOWN && longest <= packetBytes;
    }

    @Override
    public int takeIdentifications(int n) {
        int first = identification;
        identification = (identification + n) & 0xffff;
        return first;
    }

    @Override
    public boolean isSegmentable() {
        return segmentable;
    }

    @Override
    public void notSegmentable() {
        segmentable = false;
    }

    @Override
    public boolean isFrom(Object source) {
        return source instanceof FrameSource from
                && from.gid().equals(destination)
                && from.isLocal() == isLocal()
                && (from.encapsulation() == Encapsulation.ROCE_V1)
                        == (encapsulation == Encapsulation.ROCE_V1);
    }

    @Override
    public Object peer() {
        return destination;
    }

    @Override
    public String toString() {
        return encapsulation + " " + destination;
    }
}
