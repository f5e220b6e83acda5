package org.urdma4j.peers.where;

import java.util.Locale;

/** Kinds of work that processor time goes to, in the order of a picture. */
enum Part {
    ENGINE("engine: verbs, transport, RRCC, SACK", "#3b6fb6"),
    PORT("port and event loop (Netty)", "#7ba7d9"),
    APPLICATION("application (bench)", "#b9d2ee"),
    ICRC("ICRC", "#d9822b"),
    COPY("copies between memory and packets", "#f0b878"),
    KERNEL_COPY("kernel: copies", "#4f8f4f"),
    KERNEL_SEND("kernel: sending", "#86bb86"),
    KERNEL_DELIVER("kernel: from the device to the peer's socket", "#b5d8b5"),
    KERNEL_RECEIVE("kernel: receiving", "#d7ead7"),
    WAIT("waiting and waking", "#a98bc4"),
    JVM("compilers, GC, the rest of the JVM", "#bdbdbd"),
    OTHER("anything else", "#e0e0e0");

    private final String label;
    private final String colour;

    Part(String label, String colour) {
        this.label = label;
        this.colour = colour;
    }

    String label() {
        return label;
    }

    String style() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String colour() {
        return colour;
    }
}
