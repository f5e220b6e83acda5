package org.urdma4j.measure.sim;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.tcp.TcpControl;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;
import org.urdma4j.transport.memory.PayloadMover;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;

/** Runs once: hosts, a bottleneck that all flows share, and what watches them. */
public final class SimRun {
    /** Shorter round trips are sampled no oftener than this allows. */
    private static final long MIN_STEP_NS = 1000;

    /** Parts that a run over several rails has, if they aren't shorter than its round trip. */
    private static final int INTERVALS = 100;

    /** Progress is reported in steps of this share. */
    private static final double REPORTED_SHARE = 0.001;

    /** Or after so many samples: who listens may want the end of a long run soon. */
    private static final int REPORTED_SAMPLES = 10;

    private final SimOptions options;
    private final DoubleConsumer progress;
    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final RailLinks links;
    private final QueueWatch queue = new QueueWatch();
    private final List<FlowWatch> flows = new ArrayList<>();
    private final List<FlowWatch> beside = new ArrayList<>();
    private final PathWatch paths;
    private final long intervalNs;
    private final OpenHosts hosts = new OpenHosts();
    private SimulatedHost receiver;
    private final Startup startup;
    private final long stepNs;
    private final VirtualTimer sampler;
    private double reported;
    private int unreported;
    private boolean halfwayPassed;
    private long halfwayNs;

    private SimRun(SimOptions options, DoubleConsumer progress) {
        this.options = options;
        this.progress = progress;
        this.network = new SimulatedNetwork(options.seed(), PayloadMover.BY_REFERENCE);
        this.time = network.time();
        this.links = new RailLinks(network, options);
        links.bottlenecks().forEach(bottleneck -> bottleneck.tap(queue));
        this.paths = new PathWatch(links.bottlenecks(), flows);
        this.intervalNs = Math.max(options.rttNs(), options.timeNs() / INTERVALS);
        this.stepNs = Math.max(MIN_STEP_NS, options.rttNs() / Startup.STEPS);
        this.startup = new Startup(options.boundBps(), stepNs * Startup.STEPS);
        this.sampler = time.timer(this::sample);
    }

    /**
     * Runs in virtual time and returns what was measured.
     *
     * @param progress told the share of the run that is done, 0 to 1, every now and then
     */
    public static SimResult run(SimOptions options, DoubleConsumer progress) {
        return run(options, 0, progress);
    }

    /**
     * The same with a trace.
     *
     * @param traceNs between two points of it; 0 for none
     */
    public static SimResult run(SimOptions options, long traceNs, DoubleConsumer progress) {
        return new SimRun(options, progress).run(traceNs);
    }

    private SimResult run(long traceNs) {
        for (int i = 0; i < options.flows(); i++) {
            addFlow(i);
        }
        for (int i = 0; i < options.beside().size(); i++) {
            addBeside(i);
        }
        Tracer tracer = traceNs == 0 ? null : new Tracer(time, links, allFlows(), traceNs);
        sampler.schedule(stepNs);
        time.schedule(options.timeNs() / 2, this::halfway);
        if (!options.rails().isEmpty()) {
            time.schedule(intervalNs, this::endInterval);
        }
        boolean over = time.runUntil(this::isOver, options.timeNs());
        long elapsedNs = over && options.messages() > 0 ? time.nowNs() : options.timeNs();
        return result(elapsedNs, tracer == null ? null : tracer.trace());
    }

    private void addFlow(int index) {
        SimulatedHost from = network.host("a" + index, options.bulk().engine());
        SimulatedHost to = receiver(index);
        links.join(from, to);
        Flow flow =
                options.profile().isTcp()
                        ? tcp(options.profile(), from, to)
                        : new RdmaFlow(options, from, to, time, hosts);
        flows.add(watch(flow, from, fairBound(), index * options.staggerNs()));
    }

    private void addBeside(int index) {
        Beside other = options.beside().get(index);
        SimulatedHost from = network.host("c" + index, options.bulk().engine());
        SimulatedHost to = network.host("d" + index, options.bulk().engine());
        links.join(from, to);
        Flow flow =
                other.tcp() == null
                        ? new ConstantRate(network, from, to, other.rateBps())
                        : tcp(other.tcp(), from, to);
        beside.add(watch(flow, from, Double.NaN, other.startNs()));
    }

    private Flow tcp(Profile profile, SimulatedHost from, SimulatedHost to) {
        TcpControl control = profile.tcp(network.deriveRandom());
        return new TcpStream(new TcpFlow(network, from, to, control));
    }

    private FlowWatch watch(Flow flow, SimulatedHost from, double boundBps, long startNs) {
        time.schedule(startNs, flow::start);
        long rttNs = stepNs * Startup.STEPS;
        return new FlowWatch(flow, queue.watch(from.name()), boundBps, rttNs, startNs);
    }

    private List<Flow> allFlows() {
        return Stream.concat(flows.stream(), beside.stream()).map(FlowWatch::flow).toList();
    }

    /** With grants all flows end at one host, which has the bottleneck for its port. */
    private SimulatedHost receiver(int index) {
        if (receiver == null || !options.cc().grants()) {
            receiver = network.host("b" + index, options.bulk().engine());
        }
        return receiver;
    }

    private double fairBound() {
        return options.boundBps() / options.flows();
    }

    private void sample() {
        long nowNs = time.nowNs();
        long placed = 0;
        long messages = 0;
        for (int i = 0; i < flows.size(); i++) {
            flows.get(i).sample(nowNs);
            placed += flows.get(i).flow().placedBytes();
            messages += flows.get(i).flow().completed();
        }
        startup.sample(placed);
        double done = (double) nowNs / options.timeNs();
        if (options.messages() > 0) {
            done = Math.max(done, messages / ((double) options.messages() * flows.size()));
        }
        if (done >= 0.5) {
            halfway();
        }
        if (done - reported >= REPORTED_SHARE || ++unreported >= REPORTED_SAMPLES) {
            reported = done;
            unreported = 0;
            progress.accept(done);
        }
        sampler.schedule(nowNs + stepNs);
    }

    private void endInterval() {
        paths.end(time.nowNs());
        time.schedule(time.nowNs() + intervalNs, this::endInterval);
    }

    private void halfway() {
        if (!halfwayPassed) {
            halfwayPassed = true;
            halfwayNs = time.nowNs();
            flows.forEach(FlowWatch::halfway);
            beside.forEach(FlowWatch::halfway);
        }
    }

    private boolean isOver() {
        for (int i = 0; i < flows.size(); i++) {
            if (!flows.get(i).flow().isOver()) {
                return false;
            }
        }
        return true;
    }

    private SimResult result(long elapsedNs, SimTrace trace) {
        Summary summary = new Summary(elapsedNs, halfwayNs, stepNs);
        return new SimResult(
                options,
                elapsedNs,
                summary.of(flows, startup, options.boundBps()),
                Summary.jain(flows),
                each(flows, summary, fairBound()),
                links.offered(),
                links.queueDrops(),
                paths.intervals(),
                options.rails().isEmpty() ? List.of() : paths.whole(elapsedNs),
                each(beside, summary, Double.NaN),
                trace);
    }

    private static List<Measures> each(List<FlowWatch> of, Summary summary, double boundBps) {
        return of.stream()
                .map(flow -> summary.of(List.of(flow), flow.startup(), boundBps))
                .toList();
    }
}
