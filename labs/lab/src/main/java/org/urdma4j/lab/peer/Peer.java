package org.urdma4j.lab.peer;

import org.urdma4j.lab.NamedList;

import java.util.List;
import java.util.Locale;

/** Who carries the bytes. */
public enum Peer {
    /** WRITE of profile URDMA: what the others are compared with. */
    WRITE("urdma WRITE"),
    /** READ of profile URDMA. */
    READ("urdma READ"),
    /** WRITE of plain RoCEv2, go-back-N. */
    STANDARD("standard WRITE"),
    /** The kernel's TCP. */
    CUBIC("iperf3, CUBIC"),
    /** The kernel's TCP. */
    BBR("iperf3, BBR"),
    /** Aeron over UDP. */
    AERON("Aeron"),
    /** QUIC of Netty. */
    QUIC("Netty QUIC");

    private final String label;

    Peer(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Returns its name on the command line and for programs. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether iperf3 carries it. */
    public boolean tcp() {
        return this == CUBIC || this == BBR;
    }

    public boolean ours() {
        return this == WRITE || this == READ || this == STANDARD;
    }

    /**
     * Reads a list such as {@code write,cubic}.
     *
     * @throws IllegalArgumentException if there is no such peer, or one is named twice
     */
    public static List<Peer> parse(String list) {
        return NamedList.parse(list, values(), Peer::key, "\"%s\" is not a peer; there are %s");
    }
}
