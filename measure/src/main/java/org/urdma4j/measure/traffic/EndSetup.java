package org.urdma4j.measure.traffic;

import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Spread;

import java.net.InetAddress;

/**
 * Where and for what an end is opened.
 *
 * @param local address of this host, that of the control connection
 * @param remote address of the other host
 * @param port UDP port of RDMA on both hosts; TCP ends listen on a port of their own and offer it
 */
public record EndSetup(RunSpec spec, Side side, InetAddress local, InetAddress remote, int port) {
    /** Returns the same between other addresses. */
    public EndSetup between(InetAddress own, InetAddress peer) {
        return new EndSetup(spec, side, own, peer, port);
    }

    /** Returns the same over other paths. */
    public EndSetup over(Spread paths) {
        return new EndSetup(
                spec.withTuning(spec.tuning().withSpread(paths)), side, local, remote, port);
    }

    /** Returns whether this end posts work, or sends. */
    public boolean posts() {
        return spec.direction().posts(side);
    }
}
