package org.urdma4j.tunnel.address;

/**
 * Whether the other end is heard. Who has sent it something and heard nothing since for a while
 * asks once a second, and is to send nothing else after {@link #DEAF_NS}, until it is heard. Not
 * thread-safe.
 */
public final class PeerLiveness {
    /** The stream stops when nothing has come for so long after it went out. */
    public static final long DEAF_NS = 15_000_000_000L;

    private static final long PATIENCE_NS = 5_000_000_000L;
    private static final long BETWEEN_NS = 1_000_000_000;

    private boolean waiting;
    private long waitingSinceNs;
    private long askedNs;

    /** A genuine cell has come. */
    public void heard() {
        waiting = false;
    }

    public void sent(long nowNs) {
        if (!waiting) {
            waiting = true;
            waitingSinceNs = nowNs;
            askedNs = nowNs + PATIENCE_NS - BETWEEN_NS;
        }
    }

    public boolean isDeaf(long nowNs) {
        return waiting && nowNs - waitingSinceNs >= DEAF_NS;
    }

    public boolean asks(long nowNs) {
        return waiting && nowNs - askedNs >= BETWEEN_NS;
    }

    public void ask(long nowNs) {
        askedNs = nowNs;
    }
}
