package org.urdma4j.transport.port.udp;

import io.netty.channel.Channel;

import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.transport.port.pipeline.SendRoute;
import org.urdma4j.transport.wire.Route;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The way to a peer through one of a port's UDP sockets. Made by any thread, used by the event
 * loop. A peer may send from any source port (IBTA annex A17 leaves it to the sender), so only
 * addresses are compared.
 *
 * <p>In the standard both ends have the same UDP port. Where they haven't, an address translator
 * may stand between them, and the peer knows more than the standard: packets have an ICRC that
 * covers no address.
 */
final class UdpRoute implements SendRoute {
    private final Channel channel;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final InetAddress address;
    private final IcrcFlow flow;
    private boolean segmentable;
    private boolean allowsMarks;

    /** What was asked about last that was the peer's: mostly it is that again. */
    private Object from;

    /** Made when it is first needed. */
    private MemorySegment socketAddress;

    /**
     * Makes a route.
     *
     * @param channel what packets leave by
     * @param local where they leave from
     * @param devicePort the UDP port that the device listens on
     * @param segmentable whether the socket takes segmentation-offload batches
     */
    UdpRoute(
            Channel channel,
            InetSocketAddress local,
            int devicePort,
            InetSocketAddress remote,
            boolean segmentable) {
        this.channel = channel;
        this.local = local;
        this.segmentable = segmentable;
        this.remote = remote;
        this.address = remote.getAddress();
        this.from = remote;
        this.flow = devicePort == remote.getPort() ? flow(local, remote) : null;
    }

    private static IcrcFlow flow(InetSocketAddress local, InetSocketAddress remote) {
        return new IcrcFlow(
                local.getAddress().getAddress(),
                remote.getAddress().getAddress(),
                local.getPort(),
                remote.getPort());
    }

    InetSocketAddress remote() {
        return remote;
    }

    /** Returns where packets go, as the kernel has it; where the C library may be called. */
    MemorySegment socketAddress() {
        if (socketAddress == null) {
            socketAddress = UdpSocket.address(address, remote.getPort());
        }
        return socketAddress;
    }

    /** Returns the ICRC's view of the packets that are sent; null if it covers no address. */
    IcrcFlow flow() {
        return flow;
    }

    @Override
    public Channel channel(Channel first) {
        return channel;
    }

    @Override
    public boolean isSameWay(Route other) {
        return equals(other)
                || (other instanceof UdpRoute route
                        && channel.equals(route.channel)
                        && remote.equals(route.remote)
                        && (flow == null) == (route.flow == null)
                        && allowsMarks == route.allowsMarks);
    }

    @Override
    public void allowMarks() {
        allowsMarks = true;
    }

    /** Returns whether packets are ECN-capable. */
    boolean allowsMarks() {
        return allowsMarks;
    }

    @Override
    public int sourcePort() {
        return local.getPort();
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
    @SuppressWarnings("ReferenceEquality") // a short cut: others are compared
    public boolean isFrom(Object source) {
        if (source == from) {
            return true;
        }
        boolean same =
                source instanceof InetSocketAddress other && address.equals(other.getAddress());
        if (same) {
            from = source;
        }
        return same;
    }

    @Override
    public boolean isExactlyFrom(Object source) {
        return remote.equals(source);
    }

    @Override
    public Object peer() {
        return address;
    }

    @Override
    public String toString() {
        return "udp %s from %s".formatted(remote, local);
    }
}
