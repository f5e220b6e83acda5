package org.urdma4j.verbs;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A global identifier: 128 bits that read as an IPv6 address (IBTA 4.1.1). On RoCEv2 an IPv4
 * address a.b.c.d is the GID ::ffff:a.b.c.d. Immutable.
 *
 * @param subnetPrefix the first eight bytes, as a big-endian number
 * @param interfaceId the last eight bytes, as a big-endian number
 */
public record Gid(long subnetPrefix, long interfaceId) {
    /** The GID of all zeros, which addresses nobody. */
    public static final Gid ZERO = new Gid(0, 0);

    private static final long IPV4_MAPPED = 0xffffL;
    private static final long IPV4_MULTICAST = 0xe;
    private static final long IPV6_MULTICAST = 0xff;
    private static final long LINK_LOCAL = 0xfe80L << 48;
    private static final long LINK_LOCAL_MASK = 0xffc0L << 48;

    /** Returns the GID of an address; the scope of a link-local IPv6 address is left behind. */
    public static Gid of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            int ipv4 = ByteBuffer.wrap(bytes).getInt();
            return new Gid(0, IPV4_MAPPED << 32 | Integer.toUnsignedLong(ipv4));
        }
        return of(bytes);
    }

    /**
     * Returns the GID of these bytes in network order.
     *
     * @throws IllegalArgumentException unless there are 16 bytes
     */
    public static Gid of(byte[] bytes) {
        if (bytes.length != 16) {
            throw new IllegalArgumentException("a GID has 16 bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Gid(buffer.getLong(), buffer.getLong());
    }

    /**
     * Reads an IPv6 literal, an IPv4 literal in dotted form, or 32 hexadecimal digits as programs
     * of libibverbs exchange them. Names are not looked up.
     *
     * @throws IllegalArgumentException if {@code text} is none of these
     */
    public static Gid parse(String text) {
        if (text.length() == 32 && text.indexOf(':') < 0) {
            return of(HexFormat.of().parseHex(text));
        }
        boolean dottedQuad = text.chars().filter(c -> c == '.').count() == 3;
        if (text.indexOf(':') < 0 && !dottedQuad) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no GID: write an IPv6 or IPv4 address");
        }
        return of(InetAddress.ofLiteral(text));
    }

    /** Returns whether this is an IPv4 address: ::ffff:a.b.c.d. */
    public boolean isIpv4Mapped() {
        return subnetPrefix == 0 && interfaceId >>> 32 == IPV4_MAPPED;
    }

    /**
     * Returns whether this is an address of fe80::/10, which counts on one link only (RFC 4291).
     */
    public boolean isLinkLocal() {
        return (subnetPrefix & LINK_LOCAL_MASK) == LINK_LOCAL;
    }

    /**
     * Returns whether this is a multicast group: an IPv4 address of 224.0.0.0/4 or an IPv6 address
     * of ff00::/8.
     */
    public boolean isMulticast() {
        return isIpv4Mapped()
                ? (interfaceId >>> 28 & 0xf) == IPV4_MULTICAST
                : subnetPrefix >>> 56 == IPV6_MULTICAST;
    }

    /** Returns the address; an {@link java.net.Inet4Address} if {@link #isIpv4Mapped()}. */
    public InetAddress toInetAddress() {
        try {
            return InetAddress.getByAddress(bytes());
        } catch (UnknownHostException e) {
            throw new AssertionError("16 bytes are always an address", e);
        }
    }

    /** Returns a new array with the 16 bytes in network order. */
    public byte[] bytes() {
        return ByteBuffer.allocate(16).putLong(subnetPrefix).putLong(interfaceId).array();
    }

    /** Returns 32 hexadecimal digits, the form in which programs of libibverbs exchange GIDs. */
    public String toHexString() {
        return HexFormat.of().formatHex(bytes());
    }

    /** Returns the address as RFC 5952 writes it. */
    @Override
    public String toString() {
        return isIpv4Mapped()
                ? "::ffff:" + toInetAddress().getHostAddress()
                : Ipv6Text.format(subnetPrefix, interfaceId);
    }
}
