package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedGateway;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts of the standard profile, a long link between them, and a gateway at each of its ends or
 * none. Requests go from a to b, from each of some queue pairs.
 */
final class LongPath {
    static final int MTU = 1024;
    static final long LOCAL_NS = 20_000;
    static final long LONG_NS = 2_000_000;

    /** 67 ms, more than any recovery of the gateways takes. */
    static final int TIMEOUT = 14;

    static final LinkConfig LOCAL =
            LinkConfig.builder().rate(10_000_000_000L).delay(LOCAL_NS).build();
    static final LinkConfig LONG = LinkConfig.builder().rate(1_000_000_000L).delay(LONG_NS).build();

    final SimulatedNetwork network;
    final SimulatedLink out;
    final SimulatedLink there;
    final SimulatedLink in;
    final SimulatedLink outBack;
    final SimulatedLink back;
    final SimulatedLink inBack;
    final SimulatedGateway left;
    final SimulatedGateway right;
    final SimulatedHost hostA;
    final SimulatedHost hostB;
    final List<Requests> all = new ArrayList<>();
    private final SoftContext contextA;
    private final SoftContext contextB;

    LongPath(int firstPsn, GatewayConfig gateways) {
        this(1, gateways, LONG, LONG, LOCAL);
        connect(firstPsn);
    }

    /**
     * @param gateways of both gateways, null for a path without
     */
    LongPath(
            long seed,
            GatewayConfig gateways,
            LinkConfig longThere,
            LinkConfig longBack,
            LinkConfig local) {
        network = new SimulatedNetwork(seed, PayloadMover.COPYING);
        hostA = network.host("a", EngineConfig.DEFAULT);
        hostB = network.host("b", EngineConfig.DEFAULT);
        there = network.link("there", longThere);
        back = network.link("back", longBack);
        out = network.link("out", local);
        in = network.link("in", local);
        outBack = network.link("outBack", local);
        inBack = network.link("inBack", local);
        if (gateways == null) {
            left = null;
            right = null;
            network.route(hostA, hostB, out, there, in);
            network.route(hostB, hostA, outBack, back, inBack);
        } else {
            left = network.gateway("left", gateways);
            right = network.gateway("right", gateways);
            network.route(hostA, hostB, out, left.inside(), there, right.outside(), in);
            network.route(hostB, hostA, outBack, right.inside(), back, left.outside(), inBack);
        }
        contextA = hostA.open();
        contextB = hostB.open();
        hostA.application(() -> all.forEach(pair -> pair.collect(network.time().nowNs())));
    }

    /** Adds a queue pair at each host. */
    Requests connect(int firstPsn) {
        return connect(firstPsn, Requests.PIECE, Requests.PIECES);
    }

    /**
     * @param piece most bytes of a request
     * @param pieces most requests
     */
    Requests connect(int firstPsn, int piece, int pieces) {
        Peer a = new Peer(hostA, contextA, piece * pieces);
        Peer b = new Peer(hostB, contextB, piece * pieces);
        connect(a, b, firstPsn);
        Requests requests = new Requests(a, b, all.size() + 1, piece);
        all.add(requests);
        return requests;
    }

    static void connect(Peer a, Peer b, int firstPsn) {
        QpAttr options = new QpAttr().pathMtu(Mtu.ofBytes(MTU)).timeout(TIMEOUT);
        Peer.connect(a, b, firstPsn, 77, options.rnrRetry(7).minRnrTimer(12));
    }

    static GatewayConfig.Builder copying() {
        return GatewayConfig.builder(5).bdp(4 << 20).longRttNs(2 * LONG_NS).rateBps(1_000_000_000L);
    }

    /** Posts a WRITE of so many packets to the first queue pair. */
    void write(int packets) {
        all.getFirst().post(WrOpcode.RDMA_WRITE, packets);
    }

    /** Runs until all that was posted has completed, or so long. */
    boolean run(long mostNs) {
        return network.runUntil(() -> all.stream().allMatch(Requests::areDone), mostNs);
    }

    /** Runs to the end and checks that nothing is left over. */
    void finish() {
        assertThat(run(60_000_000_000L))
                .as("completed: %s", all.stream().map(pair -> pair.doneAtNs.size()).toList())
                .isTrue();
        all.forEach(Requests::finish);
    }

    /** Returns when the last request completed. */
    long tookNs() {
        return all.stream().mapToLong(pair -> pair.doneAtNs.getLast()).max().orElseThrow();
    }

    /** Ends the gateways and checks that every packet has come back. */
    void close() {
        network.run();
        if (left != null) {
            left.close();
            right.close();
        }
        assertThat(network.packetsOutside()).isZero();
    }

    long count(Counter counter) {
        return hostA.counters().get(counter);
    }
}
