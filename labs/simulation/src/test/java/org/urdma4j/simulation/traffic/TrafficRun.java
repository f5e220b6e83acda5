package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.protection.shape.Shape;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedAssociation;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Two hosts that send each other everything there is, over links that do everything to it. */
final class TrafficRun {
    /** Far longer than any run takes that gets on at all. */
    private static final long PATIENCE_NS = 3_600_000_000_000L;

    final SimulatedNetwork network;
    final DuplexLink links;
    final List<DuplexLink> rails = new ArrayList<>();
    private final TrafficConfig config;
    private final RandomGenerator random;
    final SimulatedAssociation association;
    private final SoftContext left;
    private final SoftContext right;
    private final List<TrafficEnd> lefts = new ArrayList<>();
    private final List<TrafficEnd> rights = new ArrayList<>();

    TrafficRun(TrafficConfig config) {
        this(config, null);
    }

    /** All packets are sealed, if there is a rotation. */
    TrafficRun(TrafficConfig config, Rotation rotation) {
        this(config, rotation, Shape.NONE, Shape.NONE);
    }

    /** All packets are sealed and have their shapes, if there is a rotation. */
    TrafficRun(TrafficConfig config, Rotation rotation, Shape there, Shape back) {
        this(config, rotation, there, back, 1, 1);
    }

    /** All packets are sealed, between hosts with so many event loops. */
    TrafficRun(TrafficConfig config, Rotation rotation, int loopsOfLeft, int loopsOfRight) {
        this(config, rotation, Shape.NONE, Shape.NONE, loopsOfLeft, loopsOfRight);
    }

    /** Its hosts have so many event loops. */
    TrafficRun(TrafficConfig config, int loopsOfLeft, int loopsOfRight) {
        this(config, null, Shape.NONE, Shape.NONE, loopsOfLeft, loopsOfRight);
    }

    private TrafficRun(
            TrafficConfig config,
            Rotation rotation,
            Shape there,
            Shape back,
            int loopsOfLeft,
            int loopsOfRight) {
        this.config = config;
        random = new SplittableRandom(config.seed());
        network = new SimulatedNetwork(config.seed(), PayloadMover.COPYING);
        SimulatedHost a = network.host("left", config.engine());
        SimulatedHost b = network.host("right", config.engine());
        a.eventLoops(loopsOfLeft);
        b.eventLoops(loopsOfRight);
        links = network.connect(a, b, config.there(), config.back());
        rails.add(links);
        addRails(a, b);
        association = rotation == null ? null : network.protect(a, b, rotation, there, back);
        left = a.open();
        right = b.open();
        if (association != null) {
            association.establish();
        }
        for (int i = 0; i < config.connections(); i++) {
            lefts.add(end("left " + i, left));
            rights.add(end("right " + i, right));
            connect(a, lefts.get(i), b, rights.get(i));
        }
        a.application(() -> lefts.forEach(TrafficEnd::onTurn));
        b.application(() -> rights.forEach(TrafficEnd::onTurn));
    }

    private void addRails(SimulatedHost a, SimulatedHost b) {
        RandomGenerator own = new SplittableRandom(config.seed() ^ 0x5a5a);
        for (int i = 1; i < config.rails(); i++) {
            a.addAddress();
            b.addAddress();
            LinkConfig there = config.another(config.there(), own);
            LinkConfig back = config.another(config.back(), own);
            rails.add(network.connect(a, i, b, i, there, back));
        }
        for (int i = 0; i < 6 && config.rails() > 1; i++) {
            DuplexLink link = rails.get(own.nextInt(rails.size()));
            int ways = own.nextInt(3);
            long atNs = own.nextLong(300_000_000);
            long lengthNs = 1_000_000L << own.nextInt(12);
            if (ways != 1) {
                failing(link.there(), atNs, lengthNs);
            }
            if (ways != 2) {
                failing(link.back(), atNs, lengthNs);
            }
        }
    }

    private void failing(SimulatedLink link, long atNs, long lengthNs) {
        network.time().timer(link::kill).schedule(atNs);
        network.time().timer(link::revive).schedule(atNs + lengthNs);
    }

    private TrafficEnd end(String name, SoftContext context) {
        RandomGenerator own = new SplittableRandom(random.nextLong());
        return new TrafficEnd(name, context, config, network.time(), own);
    }

    private void connect(SimulatedHost a, TrafficEnd atA, SimulatedHost b, TrafficEnd atB) {
        QpEndpoint endOfA = new QpEndpoint(atA.qp.qpNum(), config.firstPsn(random), a.gid());
        QpEndpoint endOfB = new QpEndpoint(atB.qp.qpNum(), config.firstPsn(random), b.gid());
        if (association != null) {
            association.seal(atA.qp, atB.qp);
        }
        QpAttr options = config.attributes().qpAccessFlags(Peer.ALL_ACCESS);
        QpAttrs.connect(atA.qp, endOfA, endOfB, options);
        QpAttrs.connect(atB.qp, endOfB, endOfA, options);
    }

    List<TrafficEnd> ends() {
        return Stream.concat(lefts.stream(), rights.stream()).toList();
    }

    /** Captures both directions, as each receiver sees them. */
    void capture(PcapWriter writer) {
        for (DuplexLink rail : rails) {
            rail.there().captureAtSender(writer);
            rail.back().captureAtSender(writer);
        }
    }

    /** Runs to the end and checks everything. */
    void run() {
        WrapWatch ofLeft = new WrapWatch(links.there(), links.back());
        WrapWatch ofRight = new WrapWatch(links.back(), links.there());
        for (int i = 0; i < lefts.size(); i++) {
            lefts.get(i).start(rights.get(i));
            rights.get(i).start(lefts.get(i));
        }
        boolean done = network.runUntil(this::done, PATIENCE_NS);
        assertThat(done).as("all is done: %s %s", lefts, rights).isTrue();
        // what is still on its way must not do anything any more
        network.run();
        lefts.forEach(end -> end.memory.checkAll("left"));
        rights.forEach(end -> end.memory.checkAll("right"));
        check(left, rights);
        check(right, lefts);
        assertThat(packets()).isGreaterThanOrEqualTo(2L * config.packetsEachWay() - 200);
        if (association == null && config.rails() == 1) {
            assertThat(ofLeft.wrapped()).isEqualTo(config.crossesWrap());
            assertThat(ofRight.wrapped()).isEqualTo(config.crossesWrap());
        }
    }

    private boolean done() {
        return lefts.stream().allMatch(TrafficEnd::done)
                && rights.stream().allMatch(TrafficEnd::done);
    }

    /** Checks a device that {@code peers} have sent to. */
    private void check(SoftContext device, List<TrafficEnd> peers) {
        assertThat(device.pollAsyncEvent()).isNull();
        Counters counters = device.counters();
        assertThat(counters.get(Counter.RDMA_ATOMICS))
                .as("atomic operations executed")
                .isEqualTo(peers.stream().mapToLong(peer -> peer.atomics).sum());
        for (Counter never :
                List.of(
                        Counter.FATAL_NAKS_SENT,
                        Counter.RETRY_EXCEEDED_ERR,
                        Counter.DROPPED_UNKNOWN_QP,
                        Counter.DROPPED_QP_STATE,
                        Counter.DROPPED_PKEY,
                        Counter.DROPPED_NOT_PROTECTED,
                        Counter.DROPPED_AUTH,
                        Counter.DROPPED_UNKNOWN_OPCODE)) {
            assertThat(counters.get(never)).as(never.label()).isZero();
        }
        // A challenge may come from an address before the list in which the address is.
        assertThat(counters.get(Counter.DROPPED_WRONG_PEER))
                .as("wrong peer")
                .isLessThanOrEqualTo(40L * (config.rails() - 1));
        // The ICRC does not cover the byte of the BTH that says where T1 stands.
        assertThat(counters.get(Counter.DROPPED_MALFORMED))
                .as("malformed")
                .isLessThanOrEqualTo(config.offer() == null ? 0 : 9);
    }

    /** Returns how many packets were offered to the links. */
    long packets() {
        return rails.stream()
                .mapToLong(rail ->
                        rail.there().counters().offered() + rail.back().counters().offered())
                .sum();
    }
}
