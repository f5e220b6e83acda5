package org.urdma4j.tools.stat;

import org.urdma4j.transport.stat.DeviceStat;
import org.urdma4j.transport.stat.QpStat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How fast the counters of a device grew from one snapshot to the next. */
final class Rates {
    static final String SENT = "sent_bytes";
    static final String RECEIVED = "rcvd_bytes";
    static final String AGAIN = "retransmitted_pkts";
    private static final int BITS = 8;

    private final DeviceStat now;
    private final DeviceStat before;
    private final Map<Integer, QpStat> pairsBefore = new HashMap<>();

    Rates(DeviceStat now, Snapshot before) {
        this.now = now;
        this.before = Optional.ofNullable(before).flatMap(all -> all.same(now)).orElse(null);
        if (this.before != null) {
            this.before.queuePairs().forEach(pair -> pairsBefore.put(pair.qpn(), pair));
        }
    }

    /** A counter of the device, per second; NaN unknown. */
    double of(String counter) {
        return before == null
                ? Double.NaN
                : Snapshot.rate(now, before, now.counter(counter) - before.counter(counter));
    }

    /** A counter of a queue pair, per second; NaN unknown. */
    double of(QpStat pair, String counter) {
        QpStat earlier = pairsBefore.get(pair.qpn());
        return earlier == null
                ? Double.NaN
                : Snapshot.rate(now, before, pair.counter(counter) - earlier.counter(counter));
    }

    double sentBits() {
        return BITS * of(SENT);
    }

    double receivedBits() {
        return BITS * of(RECEIVED);
    }

    double sentBits(QpStat pair) {
        return BITS * of(pair, SENT);
    }

    double receivedBits(QpStat pair) {
        return BITS * of(pair, RECEIVED);
    }
}
