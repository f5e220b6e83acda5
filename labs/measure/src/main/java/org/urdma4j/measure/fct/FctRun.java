package org.urdma4j.measure.fct;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.GatewayCounters;
import org.urdma4j.simulation.host.SimulatedGateway;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;

/** Runs once: hosts on both sides of a long link, and flows that arrive at random. */
public final class FctRun {
    private static final long LOCAL_DELAY_NS = 1000;

    /** A host queues what its link can't take; it drops nothing. */
    private static final long LOCAL_QUEUE = 1L << 34;

    /** BTH and the headers of {@link Framing#ROCE_V2_IPV4}. */
    private static final int HEADERS = 12 + Framing.ROCE_V2_IPV4;

    private static final int COLLAPSED = 5;

    /** Arrivals of few flows may be over before the first could complete. */
    private static final long LEAST_NS = 100_000_000;

    private static final int PROGRESS_STEPS = 100;

    private final FctOptions options;
    private final DoubleConsumer progress;
    private final SimulatedNetwork network;
    private final SimulatedLink there;
    private final SimulatedLink back;
    private final SimulatedGateway left;
    private final SimulatedGateway right;
    private final FctPair[] pairs;
    private final long[] sizes;
    private final long[] arrivalsNs;
    private final int[] pairOf;
    private final long[] tookNs;
    private long messageBytes;
    private int over;
    private int next;

    private FctRun(FctOptions options, DoubleConsumer progress) {
        this.options = options;
        this.progress = progress;
        this.network = new SimulatedNetwork(options.seed(), PayloadMover.BY_REFERENCE);
        LinkConfig link =
                LinkConfig.builder()
                        .rate(options.rateBps())
                        .delay(options.delayNs())
                        .queue(options.queueBytes())
                        .build();
        there = network.link("there", link.toBuilder().loss(options.loss()).build(), queueType());
        back = network.link("back", link.toBuilder().loss(options.reverseLoss()).build());
        if (options.scheme().hasGateways()) {
            there.tap(new Messages());
            left = network.gateway("left", gateways(1));
            right = network.gateway("right", gateways(2));
        } else {
            left = null;
            right = null;
        }
        sizes = new long[options.flows()];
        arrivalsNs = new long[options.flows()];
        pairOf = new int[options.flows()];
        tookNs = new long[options.flows()];
        SplittableRandom random = new SplittableRandom(options.seed());
        draw(random);
        pairs = new FctPair[options.pairs()];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = pair(i, random.split());
        }
    }

    private QueueType queueType() {
        return options.isMissingFirst() ? QueueType.PRIORITY : QueueType.DROP_TAIL;
    }

    private GatewayConfig gateways(int bootId) {
        return options.scheme().gateways(options.rateBps(), options.rttNs(), bootId);
    }

    /** The same flows, whatever the scheme. */
    private void draw(SplittableRandom random) {
        double share = (double) options.mtu() / (options.mtu() + HEADERS);
        double meanNs = options.sizes().mean() * 8e9 / (options.load() * options.rateBps() * share);
        double atNs = 0;
        for (int i = 0; i < sizes.length; i++) {
            atNs += -Math.log(1 - random.nextDouble()) * meanNs;
            arrivalsNs[i] = (long) atNs;
            sizes[i] = options.sizes().draw(random);
            pairOf[i] = random.nextInt(options.pairs());
        }
    }

    private FctPair pair(int i, SplittableRandom random) {
        EngineConfig engine =
                EngineConfig.builder().maxInFlightPackets(options.windowPackets()).build();
        SimulatedHost from = network.host("a" + i, engine);
        SimulatedHost to = network.host("b" + i, engine);
        from.sendsAt(options.nicBps());
        LinkConfig local =
                LinkConfig.builder()
                        .rate(options.nicBps())
                        .delay(LOCAL_DELAY_NS)
                        .queue(LOCAL_QUEUE)
                        .build();
        SimulatedLink out = network.link("out" + i, local);
        SimulatedLink in = network.link("in" + i, local);
        SimulatedLink outBack = network.link("outBack" + i, local);
        SimulatedLink inBack = network.link("inBack" + i, local);
        if (left == null) {
            network.route(from, to, out, there, in);
            network.route(to, from, outBack, back, inBack);
        } else {
            network.route(from, to, out, left.inside(), there, right.outside(), in);
            network.route(to, from, outBack, right.inside(), back, left.outside(), inBack);
        }
        return new FctPair(options, from, to, random, this::onOver);
    }

    /** What gateways tell each other on the way there. */
    private final class Messages implements LinkTap<SimulatedPacket> {
        private final TransportPacket view = new TransportPacket();

        @Override
        public void onTransmit(
                SimulatedPacket packet, int bytes, long nowNs, long departNs, long queuedNs) {
            SimulatedPacket.VIEW.wrap(packet, view);
            if (view.opcode() == GatewayMessage.OPCODE) {
                messageBytes += bytes + Framing.ROCE_V2_IPV4;
            }
        }
    }

    /**
     * Runs in virtual time and returns what came of it.
     *
     * @param progress told the share of flows that are over, now and then
     */
    public static FctResult run(FctOptions options, DoubleConsumer progress) {
        return new FctRun(options, progress).run();
    }

    private FctResult run() {
        scheduleNext();
        long last = arrivalsNs[arrivalsNs.length - 1];
        boolean done =
                network.runUntil(() -> over == sizes.length, Math.max(COLLAPSED * last, LEAST_NS));
        boolean collapsed = !done;
        long endNs = network.time().nowNs();
        for (int i = 0; i < sizes.length; i++) {
            if (tookNs[i] == 0) {
                tookNs[i] = Math.min(-1, arrivalsNs[i] - endNs);
            }
        }
        return new FctResult(
                options,
                Arrays.stream(sizes).boxed().toList(),
                Arrays.stream(tookNs).boxed().toList(),
                neededBytes(),
                there.counters().wireBytes(),
                messageBytes,
                timeouts(),
                collapsed,
                left == null ? new GatewayCounters() : left.counters(),
                right == null ? new GatewayCounters() : right.counters());
    }

    private void scheduleNext() {
        if (next < sizes.length) {
            network.time().schedule(arrivalsNs[next], this::arrive);
        }
    }

    private void arrive() {
        pairs[pairOf[next]].start(next, sizes[next]);
        next++;
        scheduleNext();
    }

    private void onOver(int flow, boolean completed) {
        if (completed) {
            tookNs[flow] = network.time().nowNs() - arrivalsNs[flow];
        }
        over++;
        if (over % Math.max(1, sizes.length / PROGRESS_STEPS) == 0) {
            progress.accept((double) over / sizes.length);
        }
    }

    private long neededBytes() {
        long sum = 0;
        for (int i = 0; i < sizes.length; i++) {
            if (tookNs[i] >= 0) {
                long packets = (sizes[i] + options.mtu() - 1) / options.mtu();
                sum += sizes[i] + packets * HEADERS;
            }
        }
        return sum;
    }

    private long timeouts() {
        return network.hosts().stream()
                .mapToLong(host -> host.counters().get(Counter.LOCAL_ACK_TIMEOUT_ERR))
                .sum();
    }
}
