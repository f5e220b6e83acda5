package org.urdma4j.tools.forward;

import org.urdma4j.forward.message.OpenRequest;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an exit runs and what is asked of it, as it is written on the command line.
 *
 * @param exit host of the exit
 * @param request what is asked of it
 */
record ForwardTarget(String exit, OpenRequest request) {
    private static final String HOST = "(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]/]+)";
    private static final Pattern SHAPE = Pattern.compile(HOST + ":(.*)");
    private static final Pattern PLACE = Pattern.compile("(?:" + HOST + ":)?([0-9]{1,5})");

    /** Of the machine that is spoken of. */
    private static final String LOOPBACK = "127.0.0.1";

    /**
     * Reads {@code HOST:[TARGET:]PORT}, IPv6 in brackets, or {@code HOST:unix:/PATH}; without a
     * target it is the exit's own machine.
     *
     * @throws IllegalArgumentException if it is none
     */
    static ForwardTarget parse(String text, OpenRequest.Kind kind) {
        Matcher match = SHAPE.matcher(text);
        OpenRequest request = match.matches() ? place(match.group(2), kind) : null;
        if (request == null) {
            throw new IllegalArgumentException(
                    "the target is HOST:[TARGET:]PORT or HOST:unix:/PATH, such as host-b:127.0.0.1:5432, where `urdma forward --exit` runs at host-b, not '%s'"
                            .formatted(text));
        }
        return new ForwardTarget(bare(match.group(1)), request);
    }

    /**
     * Reads {@code [TARGET:]PORT}, IPv6 in brackets, or {@code unix:/PATH}, of this machine.
     *
     * @throws IllegalArgumentException if it is none
     */
    static OpenRequest here(String text) {
        OpenRequest request = place(text, OpenRequest.Kind.CONNECT);
        if (request == null) {
            throw new IllegalArgumentException(
                    "the target of --reverse is [TARGET:]PORT or unix:/PATH, such as 8080 or 192.0.2.9:80, not '%s'"
                            .formatted(text));
        }
        return request;
    }

    private static OpenRequest place(String text, OpenRequest.Kind kind) {
        if (text.startsWith(OpenRequest.UNIX)) {
            return new OpenRequest(kind, OpenRequest.path(text), 0);
        }
        Matcher match = PLACE.matcher(text);
        if (!match.matches()) {
            return null;
        }
        String target = match.group(1) == null ? LOOPBACK : bare(match.group(1));
        return new OpenRequest(kind, target, Integer.parseInt(match.group(2)));
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
