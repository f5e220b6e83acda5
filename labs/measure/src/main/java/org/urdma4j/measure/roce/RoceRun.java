package org.urdma4j.measure.roce;

import org.urdma4j.simulation.congestion.Bulk;
import org.urdma4j.simulation.fabric.Fabric;
import org.urdma4j.simulation.fabric.FabricPort;
import org.urdma4j.simulation.fabric.FabricSwitch;
import org.urdma4j.simulation.fabric.PortCounters;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleConsumer;
import java.util.function.ToLongFunction;

/** Runs a scenario once. */
public final class RoceRun {
    private static final int POINTS = 200;

    private record Pair(SimulatedHost from, SimulatedHost to, int priority, Bulk bulk) {}

    private final RoceOptions options;
    private final EngineConfig engine;
    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final Fabric fabric;
    private final List<FabricSwitch> switches = new ArrayList<>();
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final Map<SimulatedHost, SoftContext> devices = new HashMap<>();
    private final List<Pair> pairs = new ArrayList<>();
    private final List<RoceResult.Point> points = new ArrayList<>();
    private long[] placed;
    private long[] halfway;
    private long progressNs;

    private RoceRun(RoceOptions options) {
        this.options = options;
        engine = EngineConfig.builder().maxInFlightBytes(options.windowBytes()).build();
        network = new SimulatedNetwork(options.seed(), PayloadMover.BY_REFERENCE);
        time = network.time();
        fabric = new Fabric(network);
    }

    /**
     * Runs.
     *
     * @param progress told the share of the time that has passed; may throw {@link
     *     CancellationException}
     * @throws IllegalArgumentException if a switch's buffer has no room for the headroom of all
     *     ports
     */
    public static RoceResult run(RoceOptions options, DoubleConsumer progress) {
        return new RoceRun(options).run(progress);
    }

    private RoceResult run(DoubleConsumer progress) {
        build();
        placed = new long[pairs.size()];
        String failure = "";
        try {
            for (int i = 1; i <= POINTS; i++) {
                time.runUntil(options.timeNs() * i / POINTS);
                point();
                if (i == POINTS / 2) {
                    halfway = placed.clone();
                }
                progress.accept((double) i / POINTS);
            }
        } catch (CancellationException e) {
            throw e; // nothing broke
        } catch (IllegalStateException e) {
            failure = String.valueOf(e.getMessage());
        }
        return result(failure);
    }

    private void build() {
        switch (options.scenario()) {
            case INCAST -> incast();
            case VICTIM -> victim();
            case STORM -> storm();
            case DEADLOCK -> deadlock();
        }
    }

    private void incast() {
        FabricSwitch at = addSwitch("switch");
        SimulatedHost receiver = host("receiver", at);
        for (int i = 1; i <= options.senders(); i++) {
            write(host("s" + i, at), receiver, options.priority());
        }
    }

    private void victim() {
        FabricSwitch near = addSwitch("near");
        FabricSwitch far = addSwitch("far");
        fabric.connect(near, far, options.cable());
        SimulatedHost busy = host("busy", far);
        write(host("culprit", near), busy, options.priority());
        for (int i = 2; i <= options.senders(); i++) {
            write(host("s" + i, far), busy, options.priority());
        }
        write(host("victim", near), host("idle", far), options.victimPriority());
    }

    private void storm() {
        FabricSwitch near = addSwitch("near");
        FabricSwitch far = addSwitch("far");
        fabric.connect(near, far, options.cable());
        SimulatedHost broken = host("broken", far);
        for (int i = 1; i <= options.senders(); i++) {
            write(host("s" + i, near), broken, options.priority());
        }
        write(host("victim", near), host("sound", far), options.victimPriority());
        time.schedule(options.timeNs() / 4, () -> fabric.port(broken).stop(options.priority()));
    }

    private void deadlock() {
        int size = RoceScenario.RING;
        for (int i = 0; i < options.senders(); i++) {
            FabricSwitch at = i < size ? addSwitch("switch" + (i + 1)) : switches.get(i % size);
            host("h" + (i + 1), at);
        }
        List<FabricPort> ring = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            FabricSwitch next = switches.get((i + 1) % size);
            ring.add(fabric.connect(switches.get(i), next, options.cable()));
        }
        for (int i = 0; i < options.senders(); i++) {
            SimulatedHost from = hosts.get(i);
            SimulatedHost to = hosts.get(i / size * size + (i + 2) % size);
            List<FabricPort> over = List.of(ring.get(i % size), ring.get((i + 1) % size));
            fabric.route(from, to, options.encapsulation(), options.priority(), over);
            connect(from, to, options.priority());
        }
    }

    private FabricSwitch addSwitch(String name) {
        FabricSwitch added = fabric.addSwitch(name, options.switches());
        switches.add(added);
        return added;
    }

    private SimulatedHost host(String name, FabricSwitch at) {
        SimulatedHost host = network.host(name, engine);
        host.sendsAt(options.cable().bitsPerSecond());
        fabric.connect(host, at, options.cable());
        hosts.add(host);
        return host;
    }

    private void write(SimulatedHost from, SimulatedHost to, int priority) {
        fabric.route(from, to, options.encapsulation(), priority);
        connect(from, to, priority);
    }

    private void connect(SimulatedHost from, SimulatedHost to, int priority) {
        SoftContext device = devices.computeIfAbsent(to, SimulatedHost::open);
        SoftContext own = devices.computeIfAbsent(from, SimulatedHost::open);
        Bulk bulk = new Bulk(from, own, to, device, attributes());
        pairs.add(new Pair(from, to, priority, bulk.forward(WrOpcode.RDMA_WRITE)));
    }

    private QpAttr attributes() {
        UrdmaTuning.Builder tuning = UrdmaTuning.builder().congestionControl(options.control());
        if (options.control() != CongestionControlType.FIXED) {
            tuning.referenceRate(options.cable().bitsPerSecond(), false);
        }
        return Bulk.standard(tuning.build(), Mtu.MTU_4096).timeout(options.timeout());
    }

    private void point() {
        long nowNs = time.nowNs();
        double seconds = options.timeNs() / 1e9 / POINTS;
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < placed.length; i++) {
            long bytes = pairs.get(i).bulk().placedBytes();
            rates.add(8 * (bytes - placed[i]) / seconds);
            if (bytes > placed[i]) {
                progressNs = nowNs;
            }
            placed[i] = bytes;
        }
        long queued = 0;
        int stopped = 0;
        for (FabricSwitch each : switches) {
            for (FabricPort port : each.ports()) {
                queued += port.queueBytes(options.priority());
                stopped += stopped(port, nowNs);
            }
        }
        for (SimulatedHost host : hosts) {
            stopped += stopped(fabric.port(host), nowNs);
        }
        points.add(new RoceResult.Point(nowNs, rates, queued, stopped));
    }

    private int stopped(FabricPort port, long nowNs) {
        return port.pauses().isPaused(options.priority(), nowNs) ? 1 : 0;
    }

    private RoceResult result(String failure) {
        long nowNs = time.nowNs();
        double seconds = options.timeNs() / 2e9;
        List<RoceResult.Flow> flows = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            long before = halfway == null ? placed[i] : halfway[i];
            flows.add(
                    new RoceResult.Flow(
                            pair.from().name(),
                            pair.to().name(),
                            pair.priority(),
                            8 * (placed[i] - before) / seconds,
                            placed[i]));
        }
        double paused = 0;
        for (SimulatedHost host : hosts) {
            paused += fabric.port(host).pauses().pausedNs(options.priority(), nowNs);
        }
        return new RoceResult(
                options,
                nowNs,
                flows,
                totals(),
                paused / nowNs / hosts.size(),
                nowNs - progressNs,
                points,
                failure);
    }

    private RoceResult.Totals totals() {
        return new RoceResult.Totals(
                sum(PortCounters::pauseFramesSent),
                sum(PortCounters::marked),
                sum(PortCounters::droppedByThreshold),
                sum(PortCounters::droppedByHeadroom),
                sum(PortCounters::droppedByWatchdog),
                sum(PortCounters::storms));
    }

    private long sum(ToLongFunction<PortCounters> count) {
        return switches.stream()
                .flatMap(each -> each.ports().stream())
                .mapToLong(port -> count.applyAsLong(port.counters()))
                .sum();
    }
}
