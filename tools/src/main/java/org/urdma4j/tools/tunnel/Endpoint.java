package org.urdma4j.tools.tunnel;

import org.urdma4j.protection.association.ProtectionConfig;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address and a port: {@code 192.0.2.1}, {@code host:4792}, {@code [2001:db8::1]:4792}, {@code
 * 2001:db8::1}.
 *
 * @param host as it was written
 * @param address looked up
 * @param port 1 to 65535
 */
record Endpoint(String host, InetAddress address, int port) {
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:\\[([^]]+)]|([^:\\[\\]]+))(?::(\\d{1,5}))?|((?=.*:.*:)[:.\\w]+(?:%[^\\s/\\]]+)?)");
    private static final int MOST_PORT = 0xffff;

    /** Of an address that nobody has written. */
    Endpoint(InetAddress address, int port) {
        this(address.getHostAddress(), address, port);
    }

    /**
     * Reads it, and looks a name up.
     *
     * @param option for messages
     * @throws IllegalArgumentException if it can't be read, or there is no such host
     */
    static Endpoint parse(String option, String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "%s takes ADDR or ADDR:PORT, for IPv6 [ADDR]:PORT, not '%s'"
                            .formatted(option, text));
        }
        String host = parts.group(1);
        host = host == null ? parts.group(2) : host;
        host = host == null ? parts.group(4) : host;
        int port =
                parts.group(3) == null
                        ? ProtectionConfig.KEY_PORT
                        : Integer.parseInt(parts.group(3));
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException(
                    "%s: a port is 1 to 65535, not %d".formatted(option, port));
        }
        try {
            return new Endpoint(host, InetAddress.getByName(host), port);
        } catch (UnknownHostException _) {
            throw new IllegalArgumentException("%s: there is no host '%s'".formatted(option, host));
        }
    }

    /** Returns the address of this machine from which the way to this one leads. */
    InetAddress local() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(address, port));
            return socket.getLocalAddress();
        } catch (SocketException e) {
            throw new IllegalArgumentException(
                    "--to: there is no way to %s: %s"
                            .formatted(address.getHostAddress(), e.getMessage()),
                    e);
        }
    }

    @Override
    public String toString() {
        String shown = address.getHostAddress();
        return (shown.indexOf(':') < 0 ? shown : "[" + shown + "]") + ":" + port;
    }
}
