package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.Route;

import java.util.HashMap;
import java.util.Map;

/** The {@link InFlightShare} of each peer that queue pairs of this shard are connected to. */
public final class InFlightShares {
    private final Map<Object, InFlightShare> byPeer = new HashMap<>();

    /** Returns the share of the host that {@code route} leads to, with one user more. */
    public InFlightShare of(Route route) {
        InFlightShare share = byPeer.computeIfAbsent(route.peer(), InFlightShare::new);
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
