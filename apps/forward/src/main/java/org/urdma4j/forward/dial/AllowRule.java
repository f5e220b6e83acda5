package org.urdma4j.forward.dial;

import java.net.InetAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses and ports that are allowed. A network doesn't cover the addresses of the exit's own
 * host and link (loopback, link-local, the unspecified one) and multicast ones unless it lies
 * within them: who allows {@code 0.0.0.0/0} means other hosts.
 *
 * @param network its first address
 * @param bits of the prefix
 * @param firstPort 1 to 65,535
 * @param lastPort not below the first
 */
record AllowRule(InetAddress network, int bits, int firstPort, int lastPort) {
    private static final Pattern SHAPE =
            Pattern.compile(
                    "(?:\\[([0-9A-Fa-f:.]+)(?:/(\\d{1,3}))?]|([0-9.]+)(?:/(\\d{1,3}))?)"
                            + ":(\\d{1,5})(?:-(\\d{1,5}))?");

    private static final int MOST_PORT = 0xffff;

    /**
     * Reads {@code ADDR[/BITS]:PORT[-PORT]}, IPv6 in brackets.
     *
     * @param option for the error
     * @throws IllegalArgumentException if it is none
     */
    static AllowRule parse(String option, String text) {
        Matcher match = SHAPE.matcher(text);
        if (!match.matches()) {
            throw wrong(option, text, "");
        }
        boolean ipv6 = match.group(1) != null;
        InetAddress address;
        try {
            address = InetAddress.ofLiteral(ipv6 ? match.group(1) : match.group(3));
        } catch (IllegalArgumentException _) {
            throw wrong(option, text, ": that is no address");
        }
        int all = address.getAddress().length * Byte.SIZE;
        String prefix = match.group(ipv6 ? 2 : 4);
        int bits = prefix == null ? all : Integer.parseInt(prefix);
        int first = Integer.parseInt(match.group(5));
        int last = match.group(6) == null ? first : Integer.parseInt(match.group(6));
        if (bits > all) {
            throw wrong(option, text, ": the prefix has %d bits at most".formatted(all));
        } else if (first < 1 || last < first || last > MOST_PORT) {
            throw wrong(option, text, ": ports are 1 to 65535, the lower first");
        } else if (!zeroAfter(address.getAddress(), bits)) {
            throw wrong(option, text, ": the address has bits beyond the prefix");
        }
        return new AllowRule(address, bits, first, last);
    }

    private static IllegalArgumentException wrong(String option, String text, String why) {
        return new IllegalArgumentException(
                "%s takes ADDR[/BITS]:PORT[-PORT], such as 127.0.0.1:5432, 10.0.0.0/8:80-443 or [2001:db8::/32]:443, or unix:/PATH, not '%s'%s"
                        .formatted(option, text, why));
    }

    private static boolean zeroAfter(byte[] address, int bits) {
        for (int bit = bits; bit < address.length * Byte.SIZE; bit++) {
            if (bit(address, bit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean bit(byte[] address, int bit) {
        return (address[bit / Byte.SIZE] & (0x80 >> bit % Byte.SIZE)) != 0;
    }

    /** Returns whether it covers an address and port. */
    boolean covers(InetAddress address, int port) {
        return port >= firstPort
                && port <= lastPort
                && isWithin(address)
                && isNear(address) == isNear();
    }

    /** Whether it lies within what is near; a network that begins with all zeros doesn't. */
    private boolean isNear() {
        boolean single = bits == network.getAddress().length * Byte.SIZE;
        return isNear(network) && (single || !network.isAnyLocalAddress());
    }

    private boolean isWithin(InetAddress address) {
        byte[] mine = network.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            if (bit(mine, bit) != bit(other, bit)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is of this host or link, or no single host's. */
    private static boolean isNear(InetAddress address) {
        return address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress();
    }
}
