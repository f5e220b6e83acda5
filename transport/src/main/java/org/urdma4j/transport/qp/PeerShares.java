package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.Route;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/** The {@link PeerShare} of each peer that queue pairs of this shard are connected to. */
public final class PeerShares {
    private final Map<Object, PeerShare> byPeer = new HashMap<>();
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
        share.users++;
        return share;
    }

    /** Gives up what {@link #of} returned. */
    public void release(PeerShare share) {
        share.users--;
        if (share.users == 0) {
            byPeer.remove(share.peer, share);
        }
    }

    /** Returns how many peers there are. */
    public int size() {
        return byPeer.size();
    }
}
