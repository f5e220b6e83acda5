package org.urdma4j.measure.sim;

import org.urdma4j.simulation.host.ForeignPort;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.queue.Ecn;
import org.urdma4j.simulation.time.VirtualTime;

/** Full Ethernet frames at a constant rate, lost or not, as a network tester sends them. */
final class ConstantRate implements Flow {
    /** What carries payload in a frame of 1500 bytes by IPv4 and UDP. */
    private static final int PAYLOAD = 1472;

    /** Such a frame on the wire. */
    private static final int WIRE = 1538;

    private final VirtualTime time;
    private final ForeignPort port;
    private final SimulatedHost sink;
    private final double gapNs;
    private long startNs;
    private long sent;
    private long arrived;

    ConstantRate(SimulatedNetwork network, SimulatedHost source, SimulatedHost sink, long rateBps) {
        this.time = network.time();
        this.sink = sink;
        this.gapNs = WIRE * 8e9 / rateBps;
        this.port = new ForeignPort(network, source, (_, _) -> {});
        var _ = new ForeignPort(network, sink, (_, _) -> arrived++);
    }

    @Override
    public void start() {
        startNs = time.nowNs();
        send();
    }

    private void send() {
        port.send(sink, WIRE - Framing.ROCE_V2_IPV4, sent++, Ecn.NOT_ECT, 0);
        time.schedule(startNs + (long) (sent * gapNs), this::send);
    }

    @Override
    public long placedBytes() {
        return arrived * PAYLOAD;
    }

    @Override
    public String state() {
        return sent == 0 ? "" : "constant";
    }

    @Override
    public long sent(EngineCount count) {
        return count == EngineCount.SENT_PKTS ? sent : 0;
    }

    @Override
    public long received(EngineCount count) {
        return count == EngineCount.RCVD_PKTS ? arrived : 0;
    }
}
