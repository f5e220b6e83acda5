package org.urdma4j.tools.peer;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * An address of this machine and a UDP port, as they are written on the command line.
 *
 * @param host name or address
 */
public record ListenAddress(String host, int port) {
    private static final int MAX_PORT = 0xffff;

    /**
     * Reads {@code ADDR[:PORT]}; an IPv6 address with a port stands in brackets.
     *
     * @param usual the port if none is given
     * @throws IllegalArgumentException if it is none
     */
    public static ListenAddress parse(String text, int usual) {
        int colon = text.lastIndexOf(':');
        boolean bare = colon < 0 || (text.indexOf(':') != colon && !text.startsWith("["));
        boolean closed = text.endsWith("]");
        if (bare || closed) {
            return new ListenAddress(unwrap(text), usual);
        }
        String port = text.substring(colon + 1);
        String host = unwrap(text.substring(0, colon));
        if (host.isEmpty() || !port.matches("[0-9]{1,5}")) {
            throw wrong(text);
        }
        int number = Integer.parseInt(port);
        if (number < 1 || number > MAX_PORT) {
            throw wrong(text);
        }
        return new ListenAddress(host, number);
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "--listen takes ADDR or ADDR:PORT, such as 192.0.2.1:4791, not '%s'"
                        .formatted(text));
    }

    private static String unwrap(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }

    /**
     * Reads {@code [ADDR:]PORT}, at 127.0.0.1 unless another is given.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ListenAddress parseMetrics(String text) {
        boolean bare = text.matches("[0-9]{1,5}");
        if (bare || text.matches("([^:]+|\\[.*]):[0-9]{1,5}")) {
            try {
                return parse((bare ? "127.0.0.1:" : "") + text, 0);
            } catch (IllegalArgumentException _) {
                // a port that there isn't
            }
        }
        throw new IllegalArgumentException(
                "--metrics takes PORT or ADDR:PORT, such as 9464, not '%s'".formatted(text));
    }

    /**
     * Returns the address.
     *
     * @throws IOException if this machine hasn't it
     */
    public InetAddress resolve() throws IOException {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("no address is known for \"%s\"".formatted(host), e);
        }
        if (address.isAnyLocalAddress()) {
            throw new IOException(
                    "%s is every address, and one of this machine is needed; `urdma devices` lists them"
                            .formatted(host));
        }
        OwnAddress.require(address);
        return address;
    }

    public String shown(InetAddress address) {
        String text = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + text + "]" : text) + ":" + port;
    }
}
