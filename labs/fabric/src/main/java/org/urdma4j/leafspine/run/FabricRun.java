package org.urdma4j.leafspine.run;

import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.grant.GrantConfig;
import org.urdma4j.leafspine.gse.GseLeaf;
import org.urdma4j.leafspine.gse.GseSpine;
import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Switch;
import org.urdma4j.leafspine.net.SwitchConfig;
import org.urdma4j.leafspine.net.SwitchCounters;
import org.urdma4j.leafspine.pattern.Traffic;
import org.urdma4j.leafspine.topology.LeafSpine;
import org.urdma4j.leafspine.topology.Shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;

/** Runs the jobs of a fabric side by side, from the first packet to the last. */
public final class FabricRun {
    private static final int COLLAPSED = 50;
    private static final long LEAST_PS = 100_000_000_000L;
    private static final int PROGRESS_STEPS = 200;

    private final FabricOptions options;
    private final EventQueue events = new EventQueue();
    private final LeafSpine fabric;
    private final QueuePairs pairs;
    private final List<Traffic> jobs;
    private final long[] jctPs;
    private final double idealPs;
    private final long endPs;
    private final List<GseLeaf> gse = new ArrayList<>();
    private int over;

    private FabricRun(FabricOptions options) {
        this.options = options;
        Shape shape = options.shape();
        Scheme scheme = options.scheme();
        Noise seeds = new Noise(options.seed());
        pairs = new QueuePairs(scheme, this::onReceived, seeds.nextLong());
        fabric =
                new LeafSpine(
                        shape,
                        events,
                        SwitchConfig.of(shape.linkBps(), shape.delayPs(), scheme.pfc()),
                        scheme.balance(),
                        seeds.nextLong(),
                        pairs);
        jobs =
                options.pattern()
                        .jobs(
                                shape.servers(),
                                shape.nics(),
                                options.bytes(),
                                new Noise(seeds.nextLong()));
        jctPs = new long[jobs.size()];
        Arrays.fill(jctPs, -1);
        idealPs = Ideal.ps(options);
        endPs = (long) Math.max(COLLAPSED * idealPs, LEAST_PS);
        GrantConfig grants = Ideal.grants(options);
        pairs.fabric(fabric, grants);
        startSwitches(grants);
        if (options.fail() != null) {
            fabric.fail(options.fail(), options.failPs());
        }
    }

    private void startSwitches(GrantConfig grants) {
        LoadBalance balance = options.scheme().balance();
        long rttPs = Ideal.rttPs(options.shape());
        boolean weighted = balance == LoadBalance.GSE_WEIGHTS;
        if (weighted) {
            for (int i = 0; i < options.shape().spines(); i++) {
                new GseSpine(fabric, i, rttPs).start();
            }
        } else {
            fabric.startSpines();
        }
        if (!balance.isOfLeaves()) {
            fabric.startLeaves();
            return;
        }
        int packets = options.scheme().containerPackets();
        int bytes = FabricOptions.MTU + Profile.STANDARD.overheadBytes();
        for (int i = 0; i < options.shape().servers(); i++) {
            GseLeaf leaf =
                    new GseLeaf(
                            fabric, i, grants, packets, (long) packets * bytes, rttPs, weighted);
            leaf.start();
            gse.add(leaf);
        }
    }

    public static FabricResult run(FabricOptions options) {
        return run(options, _ -> {});
    }

    /**
     * Runs.
     *
     * @param progress told the share that has arrived, 0 to 1, now and then
     */
    public static FabricResult run(FabricOptions options, DoubleConsumer progress) {
        return new FabricRun(options).run(progress);
    }

    /**
     * What has become of all bytes, once nothing is under way any more.
     *
     * @param unaccountedBytes of each switch: those that came, less those that left, were lost, or
     *     had come before
     * @param usedBytes of memory of each switch
     * @param payloadBytes that arrived, each once
     * @param wantedBytes that were to
     * @param livePackets that are neither under way nor given back
     * @param duplicates that leaves have recognised
     */
    record Books(
            List<Long> unaccountedBytes,
            List<Long> usedBytes,
            long payloadBytes,
            long wantedBytes,
            long livePackets,
            long duplicates) {}

    /** Runs until nothing is under way, and looks where all bytes are. */
    static Books books(FabricOptions options) {
        FabricRun run = new FabricRun(options);
        var _ = run.run(_ -> {});
        while (run.events.runNext()) {
            if (run.events.nowPs() > run.endPs) {
                throw new IllegalStateException("it never ends");
            }
        }
        List<Switch> switches =
                Stream.concat(run.fabric.leaves().stream(), run.fabric.spines().stream()).toList();
        return new Books(
                switches.stream().map(FabricRun::unaccounted).toList(),
                switches.stream().map(Switch::usedBytes).toList(),
                run.pairs.counters().payloadBytes,
                run.jobs.stream().mapToLong(Traffic::bytes).sum(),
                run.fabric.pool().live(),
                switches.stream().mapToLong(it -> it.counters().duplicates).sum());
    }

    private static long unaccounted(Switch of) {
        SwitchCounters counters = of.counters();
        return counters.receivedBytes
                - counters.sentBytes
                - counters.droppedBytes
                - counters.lostBytes
                - counters.duplicateBytes;
    }

    private FabricResult run(DoubleConsumer progress) {
        jobs.forEach(job -> job.start((from, to, bytes) -> pairs.send(job, from, to, bytes)));
        long wanted = jobs.stream().mapToLong(Traffic::bytes).sum();
        long step = Math.max(1, wanted / PROGRESS_STEPS);
        long next = step;
        while (over < jobs.size() && events.nowPs() < endPs && events.runNext()) {
            if (pairs.counters().payloadBytes >= next) {
                progress.accept((double) pairs.counters().payloadBytes / wanted);
                next += step;
            }
        }
        return Summary.of(options, fabric, pairs, gse, jctPs, idealPs);
    }

    private void onReceived(Traffic job, int from, int to) {
        job.onReceived((a, b, bytes) -> pairs.send(job, a, b, bytes), from, to);
        if (job.isOver()) {
            jctPs[jobs.indexOf(job)] = events.nowPs();
            over++;
        }
    }
}
