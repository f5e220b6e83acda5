package org.urdma4j.transport.stat;

import org.urdma4j.transport.counter.CounterValues;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.QpStatistics;

import java.util.ArrayList;
import java.util.List;

/**
 * Snapshots for applications. What one event loop has is of one moment, since it is taken there.
 */
public final class Statistics {
    private Statistics() {}

    /**
     * Returns those of a device; waits for its event loops.
     *
     * @param counters of all loops
     * @param most queue pairs to list, 0 or more
     */
    public static DeviceStatistics of(
            String device, List<NetworkPort> loops, Counters counters, int most) {
        List<QpStatistics> pairs = new ArrayList<>();
        int count = 0;
        for (NetworkPort loop : loops.subList(0, loops.size() - 1)) {
            count += loop.call(() -> list(loop.shard(), most, pairs));
        }
        int before = count;
        NetworkPort last = loops.getLast();
        return last.call(() -> {
            int all = before + list(last.shard(), most, pairs);
            return new DeviceStatistics(device, new CounterValues(counters), all, pairs);
        });
    }

    /** Adds queue pairs up to {@code most}; returns how many the shard has. */
    private static int list(Shard shard, int most, List<QpStatistics> pairs) {
        if (pairs.size() < most) {
            shard.forEachQp(qp -> {
                if (pairs.size() < most) {
                    pairs.add(of(qp));
                }
            });
        }
        return shard.qpCount();
    }

    /** Returns those of a queue pair; on its event loop. */
    public static QpStatistics of(Qp qp) {
        PathStatistics path = qp.path();
        return new QpStatistics(
                qp.qpn(),
                qp.destQpn(),
                qp.type(),
                qp.state(),
                qp.route() == null ? "" : qp.route().peerText(),
                path.profile(),
                path.state(),
                path.rttNs(),
                path.minRttNs(),
                path.inFlightBytes(),
                path.windowBytes(),
                path.pacingBitsPerSecond(),
                path.deliveryBitsPerSecond(),
                path.queueDelayNs(),
                path.payloadBytes(),
                new CounterValues(qp.counters()));
    }
}
