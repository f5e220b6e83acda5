package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.Route;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The {@link PeerShare} of each peer that queue pairs of this shard are connected to. Those that
 * nobody uses any more are kept for the next connection, as far as they aren't too many: it begins
 * with what is known of the path, for as long as that is worth anything.
 */
public final class PeerShares {
    /** Kept without users. */
    static final int MOST_RESTING = 64;

    private final Map<Object, PeerShare> byPeer = new HashMap<>();
    private final LinkedHashSet<PeerShare> resting = new LinkedHashSet<>();
    private final IntConsumer wake;

    /**
     * @param wake has the queue pair of a number polled
     */
    public PeerShares(IntConsumer wake) {
        this.wake = wake;
    }

    /** Returns the share of the host that {@code route} leads to, with one user more. */
    public PeerShare of(Route route) {
        PeerShare share = byPeer.computeIfAbsent(route.peer(), peer -> new PeerShare(peer, wake));
        if (share.users == 0) {
            resting.remove(share);
        }
        share.users++;
        return share;
    }

    /** Gives up what {@link #of} returned. */
    public void release(PeerShare share) {
        share.users--;
        if (share.users == 0 && byPeer.get(share.peer) == share) {
            resting.add(share);
            if (resting.size() > MOST_RESTING) {
                byPeer.remove(resting.removeFirst().peer);
            }
        }
    }

    /** Returns how many peers there are, and have been. */
    public int size() {
        return byPeer.size();
    }
}
