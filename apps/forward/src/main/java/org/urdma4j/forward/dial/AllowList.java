package org.urdma4j.forward.dial;

import org.urdma4j.forward.message.OpenRequest;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where streams may go: addresses with ports, and UNIX sockets. Immutable. */
public final class AllowList {
    /** Allows nothing. */
    public static final AllowList NOTHING = new AllowList(false, List.of(), Set.of());

    /** Allows everything. */
    public static final AllowList EVERYTHING = new AllowList(true, List.of(), Set.of());

    private final boolean everything;
    private final List<AllowRule> rules;
    private final Set<String> paths;

    private AllowList(boolean everything, List<AllowRule> rules, Set<String> paths) {
        this.everything = everything;
        this.rules = rules;
        this.paths = paths;
    }

    /**
     * Reads {@code ADDR[/BITS]:PORT[-PORT]}, IPv6 in brackets, and {@code unix:/PATH}.
     *
     * @param option for the error
     * @throws IllegalArgumentException if one is neither
     */
    public static AllowList parse(String option, List<String> texts) {
        List<AllowRule> rules = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        for (String text : texts) {
            if (text.startsWith(OpenRequest.UNIX)) {
                paths.add(path(option, text));
            } else {
                rules.add(AllowRule.parse(option, text));
            }
        }
        return new AllowList(false, List.copyOf(rules), Set.copyOf(paths));
    }

    private static String path(String option, String text) {
        try {
            return OpenRequest.path(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    boolean covers(InetAddress address, int port) {
        return everything || rules.stream().anyMatch(rule -> rule.covers(address, port));
    }

    /** Letter by letter; links are followed by the system. */
    boolean covers(String path) {
        return everything || paths.contains(path);
    }
}
