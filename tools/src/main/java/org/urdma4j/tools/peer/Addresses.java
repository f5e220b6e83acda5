package org.urdma4j.tools.peer;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** Which addresses of a host are tried. */
public final class Addresses {
    /** IPv4 and IPv6. */
    public static final Addresses ALL = new Addresses();

    @Option(names = "-4", description = "IPv4 only.")
    private boolean ipv4;

    @Option(names = "-6", description = "IPv6 only.")
    private boolean ipv6;

    /**
     * Checks what can be checked without a network.
     *
     * @throws IllegalArgumentException if both are asked for
     */
    public void check() {
        if (ipv4 && ipv6) {
            throw new IllegalArgumentException("give -4 or -6, not both");
        }
    }

    /**
     * Returns the addresses of a host, at least one, in the order in which they are to be tried.
     *
     * @throws IOException if there is none, with a line for the user
     */
    public List<InetAddress> of(String host) throws IOException {
        List<InetAddress> found;
        try {
            found = Stream.of(InetAddress.getAllByName(host)).filter(this::fits).toList();
        } catch (UnknownHostException e) {
            throw new IOException("no address is known for \"%s\"".formatted(host), e);
        }
        if (found.isEmpty()) {
            throw new IOException("\"%s\" has no address of IPv%d".formatted(host, ipv4 ? 4 : 6));
        }
        return found;
    }

    private boolean fits(InetAddress address) {
        return ipv4 ? address instanceof Inet4Address : !ipv6 || address instanceof Inet6Address;
    }
}
