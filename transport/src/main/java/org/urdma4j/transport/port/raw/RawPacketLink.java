package org.urdma4j.transport.port.raw;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.transport.port.RawPackets;
import org.urdma4j.transport.port.frame.LinkPauses;
import org.urdma4j.transport.port.frame.Priority;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameMatch;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.UdpBatches;
import org.urdma4j.transport.qp.FramePort;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;
import java.util.List;

/** What RAW_PACKET queue pairs have of a raw port's link. Confined to the event loop. */
final class RawPacketLink implements RawPackets, FramePort {
    private final Link link;
    private final int socketBufferBytes;
    private final OpenFailure failure;
    private final LinkPauses pauses;
    private final PortLoop loop;
    private final FlowTable flows;
    private final LinkRoute route = new LinkRoute();

    /**
     * Creates it without flows.
     *
     * @param failure says why a socket can't be opened
     * @param toOtherQueuePairs what the port itself takes
     */
    RawPacketLink(
            Link link,
            int socketBufferBytes,
            OpenFailure failure,
            LinkPauses pauses,
            PortLoop loop,
            List<FrameMatch> toOtherQueuePairs) {
        this.link = link;
        this.socketBufferBytes = socketBufferBytes;
        this.failure = failure;
        this.pauses = pauses;
        this.loop = loop;
        this.flows = new FlowTable(toOtherQueuePairs);
    }

    @Override
    public FramePort port() {
        return this;
    }

    @Override
    public Steering steerTo(Qp qp) {
        return new SteeredFrames(qp, flows, loop, this::openSocket);
    }

    private PacketSocket openSocket() {
        try {
            return new PacketSocket(link.index(), FrameFilter.NOTHING, socketBufferBytes);
        } catch (KernelRefusal e) {
            throw failure.explain(e);
        }
    }

    @Override
    public Route route() {
        return route;
    }

    @Override
    public int shortest() {
        return Ethernet.LENGTH;
    }

    @Override
    public int longest() {
        return fitting(link.mtu() + Ethernet.LENGTH + Vlan.LENGTH);
    }

    @Override
    public int longest(ByteBuffer frame, int at) {
        boolean tagged = Ethernet.etherType(frame, at) == EtherType.VLAN;
        return tagged ? longest() : fitting(link.mtu() + Ethernet.LENGTH);
    }

    /** The loopback interface carries more than a batch holds. */
    private static int fitting(int bytes) {
        return Math.min(bytes, UdpBatches.MAX_BYTES - TransmitBatch.ICRC_LENGTH);
    }

    @Override
    public boolean isPaused(ByteBuffer frame, int at, int bytes) {
        return pauses.isPaused(Priority.ofFrame(frame, at, bytes));
    }
}
