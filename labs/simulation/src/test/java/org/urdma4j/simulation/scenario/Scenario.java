package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A connection from a to b over links of a millisecond each way, whose packets a test names and
 * impairs. Operations go from a to b. {@link #run} lets everything happen; the checks follow.
 */
final class Scenario {
    static final int MTU = 1024;
    static final long DELAY_NS = 1_000_000;
    static final long ROUND_TRIP_NS = 2 * DELAY_NS;

    /** 16.8 ms, more than eight round trips. */
    static final int TIMEOUT = 12;

    static final long TIMEOUT_NS = 4096L << TIMEOUT;

    /** Both links' time for all packets of a scenario together, at a gigabit. */
    static final long SENDING_NS = 500_000;

    static final LinkConfig LINK = LinkConfig.builder().rate(1_000_000_000).delay(DELAY_NS).build();

    private static final int FIRST_PSN_OF_B = 77;
    private static final int MEMORY = Workload.MEMORY_PIECES * Workload.PIECE;

    /** A completion and when it came. */
    record Done(long atNs, WorkCompletion completion) {}

    final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    final DuplexLink links;
    final Peer a;
    final Peer b;
    final PacketLog log;
    final Script<SimulatedPacket> there = new Script<>();
    final Script<SimulatedPacket> back = new Script<>();
    final List<Done> doneAtA = new ArrayList<>();
    final List<Done> doneAtB = new ArrayList<>();
    private final int firstPsn;
    private final Workload workload;
    private long startNs;

    /** Starts from defaults, with the first sequence number at {@code firstPsn}. */
    Scenario(int firstPsn) {
        this(firstPsn, LINK, LINK, EngineConfig.DEFAULT, new QpAttr());
    }

    /** Starts from {@code options} where they say something else. */
    Scenario(int firstPsn, QpAttr options) {
        this(firstPsn, LINK, LINK, EngineConfig.DEFAULT, options);
    }

    Scenario(int firstPsn, LinkConfig there, LinkConfig back, EngineConfig engine, QpAttr options) {
        this.firstPsn = firstPsn;
        links = network.connect(network.host("a", engine), network.host("b", engine), there, back);
        links.there().script(this.there);
        links.back().script(this.back);
        a = new Peer(network.hosts().get(0), MEMORY);
        b = new Peer(network.hosts().get(1), MEMORY);
        QpAttr all = new QpAttr().pathMtu(Mtu.ofBytes(MTU)).timeout(TIMEOUT);
        Peer.connect(a, b, firstPsn, FIRST_PSN_OF_B, all.copyFrom(options, options.mask()));
        log = new PacketLog(firstPsn);
        log.watch(links.there(), true);
        log.watch(links.back(), false);
        workload = new Workload(a, b);
        a.host.application(() -> collect(a, doneAtA));
        b.host.application(() -> collect(b, doneAtB));
    }

    private void collect(Peer peer, List<Done> done) {
        peer.poll().forEach(wc -> done.add(new Done(network.time().nowNs(), wc)));
    }

    /**
     * Posts receives and lets a know of them, so that its messages aren't held back for want of
     * credits: by the acknowledgement of a WRITE of no bytes, which takes the sequence number
     * before the first. What is measured starts after it.
     */
    Scenario introduce(int receives) {
        workload.postReceives(receives);
        a.post(new SendWr().opcode(WrOpcode.RDMA_WRITE).sendFlags(SendFlags.SIGNALED));
        assertThat(network.runUntil(() -> !doneAtA.isEmpty(), 2 * ROUND_TRIP_NS)).isTrue();
        doneAtA.clear();
        log.packets().clear();
        startNs = network.time().nowNs();
        return this;
    }

    /** Names packets by their headers. */
    static Predicate<SimulatedPacket> packet(Predicate<? super TransportPacket> match) {
        return SimulatedPacket.matching(match);
    }

    /** Returns the n-th sequence number of the connection, counted from 0. */
    int psn(int n) {
        return Psn.add(firstPsn, n);
    }

    /** Posts an operation of {@code packets} packets, with the receive that it needs. */
    Scenario post(Kind kind, int packets) {
        workload.post(kind, packets, true);
        return this;
    }

    /** As {@link #post}, but without a receive. */
    Scenario postUnexpected(Kind kind, int packets) {
        workload.post(kind, packets, false);
        return this;
    }

    /** Posts the receives that are missing. */
    void postReceives() {
        workload.postReceives();
    }

    /** Lets everything happen, and checks that every rule of the scripts has acted. */
    Scenario run() {
        network.run();
        assertThat(there.unfired()).as("rules that never acted\n%s", log).isEmpty();
        assertThat(back.unfired()).as("rules that never acted\n%s", log).isEmpty();
        return this;
    }

    /** Checks that everything posted has happened exactly once, in order, in its place. */
    void assertAllDone() {
        assertThat(a.poll()).isEmpty();
        workload.check(
                doneAtA.stream().map(Done::completion).toList(),
                doneAtB.stream().map(Done::completion).toList(),
                log);
        assertThat(count(b, Counter.RDMA_ATOMICS)).isEqualTo(workload.atomics());
    }

    /** Returns when a's last completion came, counted from the start. */
    long finishedNs() {
        return doneAtA.getLast().atNs() - startNs;
    }

    /** Returns a's completions' statuses in order. */
    List<WcStatus> statusesAtA() {
        return doneAtA.stream().map(done -> done.completion().status()).toList();
    }

    List<WcStatus> statusesAtB() {
        return doneAtB.stream().map(done -> done.completion().status()).toList();
    }

    static long count(Peer peer, Counter counter) {
        return peer.host.counters().get(counter);
    }
}
