package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.tcp.Bbr;
import org.urdma4j.simulation.tcp.Bbr3;
import org.urdma4j.simulation.tcp.Cubic;
import org.urdma4j.simulation.tcp.Reno;
import org.urdma4j.simulation.tcp.TcpControl;
import org.urdma4j.simulation.tcp.TcpFlow;

import java.util.random.RandomGenerator;

/** Who shares a bottleneck with flows of ours. */
public enum Rival {
    /** RFC 9438, with HyStart, data without end. */
    CUBIC,
    /** The same as QUIC paces it (RFC 9002). */
    QUIC,
    /** RFC 5681, data without end. */
    RENO,
    /** BBR version 1, data without end. */
    BBR,
    /** BBR version 3, data without end. */
    BBR3;

    private TcpControl control(RandomGenerator random) {
        return switch (this) {
            case CUBIC -> new Cubic(true);
            case QUIC -> Cubic.quic();
            case RENO -> new Reno();
            case BBR -> new Bbr(random);
            case BBR3 -> new Bbr3(random);
        };
    }

    /**
     * Begins to send.
     *
     * @param source has a route to the sink, and the sink to it; neither does anything else
     * @param segment bytes of data in a packet
     */
    TcpFlow start(
            SimulatedNetwork network,
            SimulatedHost source,
            SimulatedHost sink,
            int segment,
            RandomGenerator random) {
        return new TcpFlow(network, source, sink, control(random), segment).start();
    }
}
