package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.Route;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/** The {@link InFlightShare} of each peer that queue pairs of this shard are connected to. */
public final class InFlightShares {
    private final Map<Object, InFlightShare> byPeer = new HashMap<>();
    private final IntConsumer wake;

    /**
     * @param wake has the queue pair of a number polled
     */
    public InFlightShares(IntConsumer wake) {
        this.wake = wake;
    }

    /** Returns the share of the host that {@code route} leads to, with one user more. */
    public InFlightShare of(Route route) {
        InFlightShare share =
                byPeer.computeIfAbsent(route.peer(), peer -> new InFlightShare(peer, wake));
        share.users++;
        return share;
    }

    /** Gives up what {@link #of} returned. */
    public void release(InFlightShare share) {
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
