package org.urdma4j.transport.stat;

import org.urdma4j.transport.counter.CounterValues;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.QpStatistics;

import java.util.ArrayList;
import java.util.List;

/** Snapshots for applications; on the event loop of the device, so that they are of one moment. */
public final class Statistics {
    private Statistics() {}

    /**
     * Returns those of a device.
     *
     * @param most queue pairs to list, 0 or more
     */
    public static DeviceStatistics of(String device, Shard shard, int most) {
        List<QpStatistics> pairs = new ArrayList<>(Math.min(most, shard.qpCount()));
        if (most > 0) {
            shard.forEachQp(qp -> {
                if (pairs.size() < most) {
                    pairs.add(of(qp));
                }
            });
        }
        return new DeviceStatistics(
                device, new CounterValues(shard.counters()), shard.qpCount(), pairs);
    }

    /** Returns those of a queue pair. */
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
