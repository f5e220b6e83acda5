package org.urdma4j.measure.capture;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An address as a GID, so that hosts are the same over RoCEv1 and RoCEv2: an IPv4 address is {@code
 * ::ffff:a.b.c.d}.
 *
 * @param high first eight bytes
 * @param low last eight bytes
 */
public record HostAddress(long high, long low) implements Comparable<HostAddress> {
    private static final long MAPPED = 0xffff_0000_0000L;

    public static HostAddress of(InetAddress address) {
        Gid gid = Gid.of(address);
        return new HostAddress(gid.subnetPrefix(), gid.interfaceId());
    }

    static HostAddress source(RoceFrame frame) {
        return source(frame.buffer(), frame.networkOffset(), isIpv4(frame));
    }

    static HostAddress destination(RoceFrame frame) {
        return destination(frame.buffer(), frame.networkOffset(), isIpv4(frame));
    }

    private static boolean isIpv4(RoceFrame frame) {
        return frame.encapsulation() == Encapsulation.ROCE_V2_IPV4;
    }

    /** Returns the sender by the network header at {@code at}; a GRH is laid out as IPv6. */
    static HostAddress source(ByteBuffer b, int at, boolean v4) {
        return v4
                ? ipv4(Ipv4.source(b, at))
                : new HostAddress(Ipv6.sourceHigh(b, at), Ipv6.sourceLow(b, at));
    }

    /** Returns the receiver by the network header at {@code at}. */
    static HostAddress destination(ByteBuffer b, int at, boolean v4) {
        return v4
                ? ipv4(Ipv4.destination(b, at))
                : new HostAddress(Ipv6.destinationHigh(b, at), Ipv6.destinationLow(b, at));
    }

    private static HostAddress ipv4(int address) {
        return new HostAddress(0, MAPPED | Integer.toUnsignedLong(address));
    }

    @Override
    public int compareTo(HostAddress other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    /** Returns it as it is written: mapped addresses as IPv4. */
    @Override
    public String toString() {
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new AssertionError("sixteen bytes are an address", e);
        }
    }
}
