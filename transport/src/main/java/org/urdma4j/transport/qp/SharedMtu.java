package org.urdma4j.transport.qp;

/**
 * The path MTU that one of the queue pairs to a peer has found, for all of them: one looks for it,
 * the others wait or take what it was of late (RFC 8899 calls that a cache), and hear of it when it
 * turns out to be another. Sizes are bytes of an IP packet. Confined to the event loop of the
 * shard.
 */
public final class SharedMtu {
    /** After that long somebody has to look again. */
    static final long FRESH_NS = 10_000_000_000L;

    /** Who has found nothing after that long may never do: somebody else looks, too. */
    private static final long PATIENCE_NS = 1_000_000_000L;

    /** A queue pair as far as this is concerned. */
    public static final class Seeker {
        private int heard;
    }

    private Seeker seeker;
    private long seeksSinceNs;
    private int bytes;
    private boolean more;
    private int gidIndex;
    private long foundNs;
    private int findings;

    /**
     * Returns what was found of late, 0 for nothing.
     *
     * @param from index of the own address that packets leave from
     * @param wanted the most that is of use
     */
    public int found(int from, int wanted, long nowNs) {
        boolean enough = !more || bytes >= wanted;
        return enough && from == gidIndex && nowNs - foundNs < FRESH_NS ? bytes : 0;
    }

    /** Returns whether another has found something since {@code who} asked the last time. */
    public boolean isNewsTo(Seeker who) {
        boolean news = who.heard != findings;
        who.heard = findings;
        return news;
    }

    /** Returns whether {@code who} is to look for it, as nobody else does, or does in vain. */
    public boolean seek(Seeker who, long nowNs) {
        if (seeker == null || nowNs - waitUntilNs() >= 0) {
            seeker = who;
            seeksSinceNs = nowNs;
        }
        return seeker == who;
    }

    /** Returns when to ask for it again who isn't to look for it. */
    public long waitUntilNs() {
        return seeksSinceNs + PATIENCE_NS;
    }

    /**
     * It was found, or has turned out to be another.
     *
     * @param mayCarryMore whether nothing longer was looked for
     */
    public void onFound(Seeker who, int from, int mtu, boolean mayCarryMore, long nowNs) {
        leave(who);
        bytes = mtu;
        more = mayCarryMore;
        gidIndex = from;
        foundNs = nowNs;
        who.heard = ++findings;
    }

    /** Who looked for it looks no more. */
    public void leave(Seeker who) {
        if (seeker == who) {
            seeker = null;
        }
    }
}
