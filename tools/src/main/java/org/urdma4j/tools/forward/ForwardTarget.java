package org.urdma4j.tools.forward;

import org.urdma4j.forward.message.OpenRequest;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an exit runs and what it is to connect to, as it is written on the command line.
 *
 * @param exit host of the exit
 * @param request what is asked of it
 */
record ForwardTarget(String exit, OpenRequest request) {
    private static final String HOST = "(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]/]+)";
    private static final Pattern SHAPE = Pattern.compile(HOST + ":(?:" + HOST + ":)?([0-9]{1,5})");

    /** Of the exit's own machine. */
    private static final String LOOPBACK = "127.0.0.1";

    /**
     * Reads {@code HOST:[TARGET:]PORT}, IPv6 in brackets; without a target it is the exit's own
     * machine.
     *
     * @throws IllegalArgumentException if it is none
     */
    static ForwardTarget parse(String text) {
        Matcher match = SHAPE.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException(
                    "the target is HOST:[TARGET:]PORT, such as host-b:127.0.0.1:5432, where `urdma forward --exit` runs at host-b, not '%s'"
                            .formatted(text));
        }
        String target = match.group(2) == null ? LOOPBACK : bare(match.group(2));
        int port = Integer.parseInt(match.group(3));
        return new ForwardTarget(
                bare(match.group(1)), new OpenRequest(OpenRequest.Kind.CONNECT, target, port));
    }

    /**
     * Reads {@code HOST}, IPv6 in brackets or without.
     *
     * @throws IllegalArgumentException if it is none
     */
    static String host(String text) {
        if (!text.matches("\\[[0-9A-Fa-f:.]+]|[0-9A-Fa-f:.]+|[^:\\[\\]/]+")) {
            throw new IllegalArgumentException(
                    "HOST is where `urdma forward --exit` runs, a name or an address, not '%s'"
                            .formatted(text));
        }
        return bare(text);
    }

    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
