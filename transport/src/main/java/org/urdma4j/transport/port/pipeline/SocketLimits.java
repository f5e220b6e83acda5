package org.urdma4j.transport.port.pipeline;

import org.urdma4j.transport.qp.EngineConfig;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a socket's buffer and address mean for the engine and for routes. */
public final class SocketLimits {
    /**
     * Share of the receive buffer that a peer with a buffer like ours may fill with what the engine
     * counts ({@link EngineConfig#PACKET_COST} included): two sevenths.
     *
     * <p>The kernel charges a packet with the memory that it occupies. Packets that stay together
     * in a batch cost less than the engine counts. One that comes singly lies in a block whose size
     * is a power of two, with its bookkeeping: measured, 1.9 times what the engine counts at an MTU
     * of 4096 and 2.5 times at 256. Besides, up to a quarter of the buffer stays charged while the
     * reader empties it (Linux returns the memory in portions). So 3/4 over 2.5, and a little less,
     * fits whatever way packets come, and no rate has to be set lest a peer's socket overflow.
     * Several senders to one socket share it, and have to be limited to their part.
     */
    private static final int SHARE = 2;

    private static final int OF = 7;

    /** What IPv6 has more than the IPv4 header that {@link EngineConfig#DEFAULT} counts. */
    private static final int IPV6_EXTRA_FRAMING = 20;

    private SocketLimits() {}

    /** Returns limits under which the buffer of a peer like us doesn't overflow. */
    public static EngineConfig engineFor(int receiveCharge, boolean ipv4) {
        return engineFor(receiveCharge, ipv4, 1);
    }

    /**
     * As the other one, for one of several event loops that send on their own: the peer may have
     * one buffer for what all of them send.
     */
    public static EngineConfig engineFor(int receiveCharge, boolean ipv4, int loops) {
        EngineConfig base = EngineConfig.DEFAULT;
        return new EngineConfig(
                base.maxInFlightPackets(),
                Math.max(1, inFlightBytes(receiveCharge) / loops),
                base.ackInterval(),
                base.framingBytes() + (ipv4 ? 0 : IPV6_EXTRA_FRAMING));
    }

    /** Returns what may be in flight towards a buffer of this size. */
    public static long inFlightBytes(long bufferBytes) {
        return Math.max(1, bufferBytes / OF * SHARE);
    }

    /** Returns {@code remote}; if it is link-local, on the link of {@code local}. */
    public static InetAddress scoped(InetAddress remote, InetAddress local) {
        if (!remote.isLinkLocalAddress()
                || !(local instanceof Inet6Address on && remote instanceof Inet6Address)) {
            return remote;
        }
        try {
            return Inet6Address.getByAddress(null, remote.getAddress(), on.getScopeId());
        } catch (UnknownHostException e) {
            throw new AssertionError("an IPv6 address has 16 bytes", e);
        }
    }
}
