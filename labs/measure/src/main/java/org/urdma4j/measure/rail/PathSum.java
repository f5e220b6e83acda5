package org.urdma4j.measure.rail;

import org.urdma4j.transport.qp.RailStatistics;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Makes one of what several queue pairs know of the same paths. */
public final class PathSum {
    private PathSum() {}

    /**
     * Sums what was counted. Of round trips and losses it is the mean, of states that of the first
     * queue pair.
     */
    public static List<RailStatistics> of(Collection<List<RailStatistics>> queuePairs) {
        Map<List<String>, RailStatistics> sums = new LinkedHashMap<>();
        Map<List<String>, Integer> counts = new LinkedHashMap<>();
        for (List<RailStatistics> paths : queuePairs) {
            for (RailStatistics path : paths) {
                List<String> pair = List.of(path.local(), path.remote());
                int n = counts.merge(pair, 1, Integer::sum);
                sums.merge(pair, path, (sum, more) -> plus(sum, more, n));
            }
        }
        return List.copyOf(sums.values());
    }

    private static RailStatistics plus(RailStatistics sum, RailStatistics more, int n) {
        TreeSet<Integer> ports = new TreeSet<>(sum.sourcePorts());
        ports.addAll(more.sourcePorts());
        return new RailStatistics(
                sum.local(),
                sum.remote(),
                List.copyOf(ports),
                sum.state(),
                sum.rttNs() + (more.rttNs() - sum.rttNs()) / n,
                sum.minRttNs() + (more.minRttNs() - sum.minRttNs()) / n,
                sum.lossShare() + (more.lossShare() - sum.lossShare()) / n,
                sum.deliveredBytes() + more.deliveredBytes(),
                sum.containers() + more.containers(),
                sum.resentElsewhere() + more.resentElsewhere(),
                sum.failovers() + more.failovers());
    }
}
