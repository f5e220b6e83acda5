package org.urdma4j.tools.forward;

import org.urdma4j.forward.message.OpenRequest;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where programs of this machine connect to, as it is written on the command line. */
final class ListenPlace {
    private static final Pattern SHAPE =
            Pattern.compile("(?:(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+):)?([0-9]{1,5})");

    private static final int MOST_PORT = 0xffff;

    private ListenPlace() {}

    /**
     * Reads {@code [ADDR:]PORT}, IPv6 in brackets, 127.0.0.1 if no address is given; the port may
     * be 0. Or {@code unix:/PATH}.
     *
     * @param option for the error
     * @throws IllegalArgumentException if it is none
     */
    static SocketAddress parse(String option, String text) {
        if (text.startsWith(OpenRequest.UNIX)) {
            return UnixDomainSocketAddress.of(OpenRequest.path(text));
        }
        Matcher match = SHAPE.matcher(text);
        int port = match.matches() ? Integer.parseInt(match.group(2)) : -1;
        if (port < 0 || port > MOST_PORT) {
            throw new IllegalArgumentException(
                    "%s is [ADDR:]PORT or unix:/PATH, such as 5432 or 127.0.0.1:5432, not '%s'"
                            .formatted(option, text));
        }
        String host = match.group(1) == null ? "127.0.0.1" : match.group(1);
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "%s: no address is known for \"%s\"".formatted(option, host), e);
        }
    }
}
