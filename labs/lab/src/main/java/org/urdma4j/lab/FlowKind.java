package org.urdma4j.lab;

import java.util.regex.Pattern;

/**
 * What carries a flow.
 *
 * @param name {@code urdma}, {@code urdma-paper} with all mechanisms as in its paper, {@code
 *     standard}, or {@code tcp-} and the name of a congestion control
 */
public record FlowKind(String name) {
    private static final String STANDARD = "standard";
    private static final String PAPER = "urdma-paper";
    private static final String TCP = "tcp-";
    private static final Pattern ALGORITHM = Pattern.compile("tcp-[a-z0-9_]{1,15}");

    /** The peer to beat. */
    public static final FlowKind TCP_BBR = new FlowKind("tcp-bbr");

    public static final FlowKind URDMA = new FlowKind("urdma");

    public FlowKind {
        boolean rdma = name.equals("urdma") || name.equals(PAPER) || name.equals(STANDARD);
        if (!rdma && !ALGORITHM.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    ("\"%s\" is not a protocol; there are urdma, urdma-paper, standard, tcp-bbr, tcp-cubic and"
                                    + " others of the kernel's TCP")
                            .formatted(name));
        }
    }

    public boolean tcp() {
        return name.startsWith(TCP);
    }

    /** Returns whether it is RDMA with go-back-N. */
    public boolean standard() {
        return name.equals(STANDARD);
    }

    /** Returns whether it is URDMA with all mechanisms as in its paper. */
    public boolean paper() {
        return name.equals(PAPER);
    }

    public String congestion() {
        return name.substring(TCP.length());
    }
}
