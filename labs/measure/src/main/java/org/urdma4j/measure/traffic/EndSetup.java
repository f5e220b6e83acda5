package org.urdma4j.measure.traffic;

import org.urdma4j.measure.port.ServerPort;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Spread;
import org.urdma4j.protection.association.listener.KeyListener;

import java.net.InetAddress;
import java.util.Optional;

/**
 * Where and for what an end is opened.
 *
 * @param local address of this host, that of the control connection
 * @param remote address of the other host
 * @param port UDP port of RDMA on both hosts, TCP port of the server
 * @param tcp where a server's end lets in whoever comes over TCP; nobody comes to a client
 * @param progress told of what takes long, before it is connected
 */
public record EndSetup(
        RunSpec spec,
        Side side,
        InetAddress local,
        InetAddress remote,
        int port,
        Optional<ServerPort> tcp,
        Progress progress) {
    /** An end to which nobody comes over TCP. */
    public EndSetup(RunSpec spec, Side side, InetAddress local, InetAddress remote, int port) {
        this(spec, side, local, remote, port, Optional.empty(), Progress.NONE);
    }

    /** Returns where this end lets in those who want to agree on keys. */
    public KeyListener keys() {
        return tcp.map(ServerPort::keys).orElse(KeyListener.NONE);
    }

    public EndSetup between(InetAddress own, InetAddress peer) {
        return new EndSetup(spec, side, own, peer, port, tcp, progress);
    }

    public EndSetup over(Spread paths) {
        return new EndSetup(
                spec.withTuning(spec.tuning().withSpread(paths)),
                side,
                local,
                remote,
                port,
                tcp,
                progress);
    }

    /** Returns the same of which somebody else is told. */
    public EndSetup telling(Progress told) {
        return new EndSetup(spec, side, local, remote, port, tcp, told);
    }

    /** Returns whether this end posts work, or sends. */
    public boolean posts() {
        return spec.direction().posts(side);
    }
}
