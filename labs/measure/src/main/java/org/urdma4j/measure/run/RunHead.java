package org.urdma4j.measure.run;

import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.EndFacts;

import java.net.InetSocketAddress;
import java.time.Instant;

/**
 * What is known of a run when its traffic begins.
 *
 * @param side which this end is
 * @param local our address and port of the control connection
 * @param remote the other side's
 * @param own what our traffic end knows of itself
 * @param peer what the other's does; on a server the same as {@code own}
 * @param peerSoftware the other side's version
 * @param time when it began
 */
public record RunHead(
        RunSpec spec,
        Side side,
        InetSocketAddress local,
        InetSocketAddress remote,
        EndFacts own,
        EndFacts peer,
        String peerSoftware,
        Instant time) {
    /** Returns whether both ends date packets by the same clock; a server doesn't know. */
    boolean oneClock() {
        return side == Side.CLIENT && !own.clock().isEmpty() && own.clock().equals(peer.clock());
    }
}
