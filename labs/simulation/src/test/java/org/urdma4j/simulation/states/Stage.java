package org.urdma4j.simulation.states;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNat;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two connected hosts with a link for each rail, which have exchanged something and are at rest.
 * Where they have one path the host on the left is behind an address translator.
 */
final class Stage {
    static final long MS = 1_000_000;
    static final long SECOND = 1_000_000_000;
    static final long RATE = 1_000_000_000;
    static final long DELAY_NS = 10 * MS;
    static final long ROUND_TRIP_NS = 2 * DELAY_NS;
    static final int MEMORY = 2 << 20;

    /** Where the numbers of receives begin, which share no order with requests. */
    static final int RECEIVES = 100;

    private static final int WARM_UP = 512 << 10;
    private static final long LONGEST_NS = 90 * SECOND;

    final SimulatedNetwork network;
    final List<DuplexLink> links = new ArrayList<>();
    final Peer left;
    final Peer right;
    final SimulatedNat translator;
    private final List<String> atLeft = new ArrayList<>();
    private final List<String> atRight = new ArrayList<>();
    private final List<String> received = new ArrayList<>();
    private final Map<String, Span> reads = new HashMap<>();
    private int wanted;

    private record Span(long offset, long bytes) {}

    Stage(Kind kind, long seed) {
        LinkConfig link = LinkConfig.builder().rate(RATE).delay(DELAY_NS).build();
        network = new SimulatedNetwork(seed, PayloadMover.COPYING);
        SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
        if (kind.several()) {
            translator = null;
            for (int i = 0; i < kind.rails; i++) {
                if (i > 0) {
                    a.addAddress();
                    b.addAddress();
                }
                links.add(network.connect(a, i, b, i, link, link));
            }
        } else {
            SimulatedLink there = network.link("there", link);
            SimulatedLink back = network.link("back", link);
            links.add(new DuplexLink(there, back));
            translator = network.translate(a, b, Long.MAX_VALUE / 2, there, back);
        }
        left = new Peer(a, MEMORY);
        right = new Peer(b, MEMORY);
        connect(kind.attributes());
        warmUp();
    }

    private void connect(QpAttr attributes) {
        attributes.qpAccessFlags(Peer.ALL_ACCESS);
        QpEndpoint own = new QpEndpoint(left.qp.qpNum(), 100, left.host.gid());
        QpEndpoint seen =
                translator == null ? own : new QpEndpoint(left.qp.qpNum(), 100, translator.gid());
        QpEndpoint peer = new QpEndpoint(right.qp.qpNum(), 200, right.host.gid());
        QpAttrs.connect(left.qp, own, peer, attributes);
        QpAttrs.connect(right.qp, peer, seen, attributes);
        left.fill(1);
        right.fill(2);
    }

    private void warmUp() {
        for (int i = 0; i < 2; i++) {
            left.post(left.write(right, 0, WARM_UP));
            right.post(right.write(left, WARM_UP, WARM_UP));
            left.post(read(0, 2 * WARM_UP, WARM_UP));
            network.time().runUntil(network.time().nowNs() + SECOND / 2);
        }
        assertThat(left.poll()).hasSize(4);
        assertThat(right.poll()).hasSize(2);
        right.fill(2);
    }

    private SendWr read(long id, long offset, long bytes) {
        return left.write(right, offset, bytes).wrId(id).opcode(WrOpcode.RDMA_READ);
    }

    SendWr send(long id, int bytes) {
        return new SendWr()
                .wrId(id)
                .opcode(WrOpcode.SEND)
                .sendFlags(SendFlags.SIGNALED)
                .addSge(left.region.sge(0, bytes));
    }

    /** Has the left end ask, which is to complete. */
    void ask(SendWr wr) {
        left.post(wr);
        wanted++;
    }

    /** Has the left end READ from the same offset there, which is to complete. */
    void askToRead(long id, long offset, long bytes) {
        ask(read(id, offset, bytes));
        reads.put(id + " SUCCESS", new Span(offset, bytes));
    }

    /** Has the right end ask, which is to complete. */
    void askBack(SendWr wr) {
        right.post(wr);
        wanted++;
    }

    /** Has the right end receive, which is to complete. */
    void receive(long id, int bytes) {
        right.post(new RecvWr().wrId(id).addSge(right.region.sge(MEMORY - 65536, bytes)));
        wanted++;
    }

    void pass(long ns) {
        network.time().runUntil(network.time().nowNs() + ns);
        look();
    }

    void later(long ns, Runnable what) {
        network.time().schedule(network.time().nowNs() + ns, what);
    }

    private boolean look() {
        note(left, atLeft);
        note(right, atRight);
        return atLeft.size() + atRight.size() + received.size() >= wanted;
    }

    private void note(Peer peer, List<String> all) {
        for (WorkCompletion done : peer.poll()) {
            String what = done.wrId() + " " + done.status();
            (done.wrId() >= RECEIVES ? received : all).add(what);
        }
    }

    /** Runs until everything has completed; returns what, and how long it took. */
    Outcome finish() {
        long beginNs = network.time().nowNs();
        network.runUntil(this::look, LONGEST_NS);
        long ns = network.time().nowNs() - beginNs;
        pass(2 * SECOND); // nothing is to follow
        checkReads();
        return new Outcome(
                List.copyOf(atLeft),
                List.copyOf(atRight),
                List.copyOf(received),
                left.qp.state() + " " + right.qp.state(),
                ns);
    }

    private void checkReads() {
        reads.forEach((completion, span) -> {
            if (atLeft.contains(completion)) {
                MemorySegment here = left.memory.asSlice(span.offset, span.bytes);
                MemorySegment there = right.memory.asSlice(span.offset, span.bytes);
                assertThat(here.mismatch(there)).as(completion).isEqualTo(-1);
            }
        });
    }
}
