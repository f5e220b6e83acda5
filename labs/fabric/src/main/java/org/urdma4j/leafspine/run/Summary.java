package org.urdma4j.leafspine.run;

import org.urdma4j.leafspine.grant.GrantScheduler;
import org.urdma4j.leafspine.gse.GseLeaf;
import org.urdma4j.leafspine.host.HostCounters;
import org.urdma4j.leafspine.net.Port;
import org.urdma4j.leafspine.net.Switch;
import org.urdma4j.leafspine.net.SwitchCounters;
import org.urdma4j.leafspine.topology.LeafSpine;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Sums up what switches and hosts have counted. */
final class Summary {
    private static final double PS_BITS = 8e12;
    private static final double KB = 1000;
    private static final double P99 = 0.99;

    private Summary() {}

    static FabricResult of(
            FabricOptions options,
            LeafSpine fabric,
            QueuePairs pairs,
            List<GseLeaf> gse,
            long[] jctPs,
            double idealPs) {
        List<SwitchCounters> switches =
                Stream.concat(fabric.leaves().stream(), fabric.spines().stream())
                        .map(Switch::counters)
                        .toList();
        HostCounters hosts = pairs.counters();
        List<GrantScheduler> grants =
                Stream.concat(
                                pairs.schedulers().stream(),
                                gse.stream().flatMap(leaf -> leaf.schedulers().stream()))
                        .toList();
        double granted = grants.stream().mapToLong(GrantScheduler::grantedBytes).sum();
        double unused = grants.stream().mapToLong(GrantScheduler::reclaimedBytes).sum();
        long sorted = gse.stream().mapToLong(GseLeaf::mostSortedBytes).max().orElse(0);
        return new FabricResult(
                options,
                Arrays.stream(jctPs).boxed().toList(),
                idealPs,
                mostUsed(fabric),
                variation(fabric),
                fabric.occupancy().shareKb(P99),
                fabric.occupancy().maxKb(),
                switches.stream().mapToLong(it -> it.dropped).sum(),
                switches.stream().mapToLong(it -> it.lost).sum(),
                share((double) hosts.again, (double) hosts.sent),
                switches.stream().mapToLong(it -> it.pauses).sum(),
                share((double) hosts.reordered, (double) hosts.arrived),
                sorted / KB,
                share(unused, granted),
                hosts.timeouts,
                fabric.events().ran());
    }

    private static double share(double of, double all) {
        return all == 0 ? 0 : of / all;
    }

    private static double mostUsed(LeafSpine fabric) {
        double wholeBytes = fabric.shape().uplinkBps() / PS_BITS * fabric.events().nowPs();
        return fabric.cables().values().stream()
                        .flatMap(Arrays::stream)
                        .mapToLong(Port::sentBytes)
                        .max()
                        .orElse(0)
                / wholeBytes;
    }

    private static double variation(LeafSpine fabric) {
        double[] bytes =
                fabric.cables().values().stream().mapToDouble(it -> it[0].sentBytes()).toArray();
        double mean = Arrays.stream(bytes).average().orElse(0);
        double square = Arrays.stream(bytes).map(it -> (it - mean) * (it - mean)).sum();
        return share(Math.sqrt(square / bytes.length), mean);
    }
}
