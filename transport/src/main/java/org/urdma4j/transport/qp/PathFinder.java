package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;

import java.util.List;

/** What a queue pair with several paths asks of the network port. On the event loop. */
public interface PathFinder {
    /** Knows of no address: there is one path. */
    PathFinder NONE =
            new PathFinder() {
                @Override
                public List<Gid> own() {
                    return List.of();
                }

                @Override
                public Route way(int ownIndex, Gid remote, int entropy) {
                    return null;
                }

                @Override
                public Gid gidOf(Object source) {
                    return null;
                }
            };

    /** Returns the addresses of the port that ways may begin at. */
    List<Gid> own();

    /**
     * Returns a way to an address, null if there is none.
     *
     * @param ownIndex index in {@link #own}
     * @param entropy tells ways between the same addresses apart, from 0
     */
    Route way(int ownIndex, Gid remote, int entropy);

    /**
     * Returns the way back to where packets come from, null if that isn't known.
     *
     * @param ownIndex index in {@link #own} of where they come to
     * @param source what came with a packet
     */
    default Route back(int ownIndex, Object source) {
        return null;
    }

    /** Returns whose a packet is, null if that isn't known. */
    Gid gidOf(Object source);
}
