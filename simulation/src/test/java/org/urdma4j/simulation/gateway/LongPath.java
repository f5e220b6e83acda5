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
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts of the standard profile, a long link between them, and a gateway at each of its ends or
 * none. WRITEs go from a to b, each to memory of its own. An oracle watches every completion: b has
 * the bytes by then, or the test fails.
 */
final class LongPath {
    static final int MTU = 1024;
    static final long LOCAL_NS = 20_000;
    static final long LONG_NS = 2_000_000;

    /** 67 ms, more than any recovery of the gateways takes. */
    static final int TIMEOUT = 14;

    static final int PIECE = 40 << 10;
    static final int PIECES = 8;

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
    final Peer a;
    final Peer b;
    final List<Long> doneAtNs = new ArrayList<>();
    private final List<long[]> posted = new ArrayList<>();
    private int pieces;

    LongPath(int firstPsn, GatewayConfig gateways) {
        this(1, firstPsn, gateways, LONG, LONG, LOCAL);
    }

    /**
     * @param gateways of both gateways, null for a path without
     */
    LongPath(
            long seed,
            int firstPsn,
            GatewayConfig gateways,
            LinkConfig longThere,
            LinkConfig longBack,
            LinkConfig local) {
        network = new SimulatedNetwork(seed, PayloadMover.COPYING);
        SimulatedHost hostA = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost hostB = network.host("b", EngineConfig.DEFAULT);
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
        a = new Peer(hostA, PIECE * PIECES);
        b = new Peer(hostB, PIECE * PIECES);
        a.fill(seed);
        Peer.connect(a, b, firstPsn, 77, new QpAttr().pathMtu(Mtu.ofBytes(MTU)).timeout(TIMEOUT));
        hostA.application(this::collect);
    }

    static GatewayConfig.Builder copying() {
        return GatewayConfig.builder(5).bdp(4 << 20).longRttNs(2 * LONG_NS).rateBps(1_000_000_000L);
    }

    private void collect() {
        for (WorkCompletion completion : a.poll()) {
            assertThat(completion.isSuccess()).as("%s", completion).isTrue();
            long[] write = posted.get((int) completion.wrId());
            assertThat(differs(write))
                    .as("byte that b lacks of write %d", completion.wrId())
                    .isNegative();
            assertThat(completion.wrId()).isEqualTo(doneAtNs.size());
            doneAtNs.add(network.time().nowNs());
        }
    }

    private long differs(long[] write) {
        return MemorySegment.mismatch(
                a.memory, write[0], write[0] + write[1], b.memory, write[0], write[0] + write[1]);
    }

    /** Posts a WRITE of so many packets, the last of them short. */
    void write(int packets) {
        int bytes = packets * MTU - 3;
        long offset = (long) pieces++ * PIECE;
        a.post(a.write(b, offset, bytes).wrId(posted.size()));
        posted.add(new long[] {offset, bytes});
    }

    /** Runs until all that was posted has completed, or so long. */
    boolean run(long mostNs) {
        return network.runUntil(() -> doneAtNs.size() == posted.size(), mostNs);
    }

    /** Runs to the end and checks that nothing is left over. */
    void finish() {
        assertThat(run(60_000_000_000L)).as("%d of %d", doneAtNs.size(), posted.size()).isTrue();
        for (long[] write : posted) {
            assertThat(differs(write)).isNegative();
        }
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
        return a.host.counters().get(counter);
    }
}
