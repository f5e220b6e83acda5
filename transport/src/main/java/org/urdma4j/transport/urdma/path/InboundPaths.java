package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.PathReportWriter;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.retransmit.sack.Arrival;
import org.urdma4j.retransmit.sack.PathReceiver;
import org.urdma4j.retransmit.sack.SackConfig;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What comes on each of the peer's paths, and the reports on it. */
final class InboundPaths {
    /** A peer has no reason to use more; what says that it came on another is dropped. */
    private static final int MOST = 64;

    /** A path of which nothing came for so long says nothing of how far delays are apart. */
    private static final long RECENT_NS = 2_000_000_000L;

    private static final long NEVER = Long.MAX_VALUE;

    private final QpContext qp;
    private final SackConfig config;
    private final int firstPpn;
    private final int capacity;
    private final PathReceiver[] receivers = new PathReceiver[PathWord.MAX_PATHS];
    private final int[] delays = new int[PathWord.MAX_PATHS];
    private final List<Integer> ids = new ArrayList<>();
    private final PathReportWriter writer = new PathReportWriter();
    private long skewNs;

    /**
     * @param firstPpn number of the first packet of each path
     * @param capacity bytes that a report may have after its BTH
     */
    InboundPaths(QpContext qp, SackConfig config, int firstPpn, int capacity) {
        this.qp = qp;
        this.config = config;
        this.firstPpn = firstPpn;
        this.capacity = capacity;
    }

    void start() {
        for (int id : ids) {
            receivers[id] = null;
        }
        ids.clear();
        skewNs = 0;
    }

    /** Returns whether a packet may be what its path word says. */
    boolean expects(UrdmaPacket packet) {
        return receivers[packet.path()] != null || ids.size() < MOST;
    }

    /**
     * A packet of the peer's came that {@link #expects} agreed to.
     *
     * @param sentNs its T1, unwrapped
     */
    void onPacket(UrdmaPacket packet, long sentNs, boolean marked, long nowNs) {
        int id = packet.path();
        PathReceiver receiver = receivers[id];
        if (receiver == null) {
            receiver = new PathReceiver(config);
            receiver.start(firstPpn);
            receivers[id] = receiver;
            ids.add(id);
        }
        long ppn = receiver.unwrap(packet.ppn());
        int bytes = packet.length() + TransmitBatch.ICRC_LENGTH;
        if (receiver.classify(ppn) == Arrival.NEW) {
            receiver.onPacket(nowNs, ppn, sentNs, bytes, marked);
            if (packet.ackRequested()) {
                receiver.reportBy(nowNs);
            }
        }
        int delay = Timestamp.of(nowNs) - packet.t1();
        if (ids.size() > 1 && delay != delays[id]) {
            delays[id] = delay;
            skewNs = skew(nowNs);
        }
        delays[id] = delay;
    }

    private long skew(long nowNs) {
        int reference = 0;
        long least = 0;
        long most = 0;
        boolean first = true;
        for (int i = 0; i < ids.size(); i++) {
            int id = ids.get(i);
            if (nowNs - receivers[id].lastArrivalNs() > RECENT_NS) {
                continue;
            }
            if (first) {
                first = false;
                reference = delays[id];
            }
            long ns = Timestamp.nanos(delays[id] - reference);
            least = Math.min(least, ns);
            most = Math.max(most, ns);
        }
        return most - least;
    }

    /** Returns by how much longer the slowest of the peer's paths takes than the fastest. */
    long skewNs() {
        return skewNs;
    }

    /** Takes an estimate of the round trip. */
    void roundTrip(int path, long ns) {
        if (receivers[path] != null) {
            receivers[path].roundTrip(ns);
        }
    }

    long nextReportNs() {
        long next = NEVER;
        for (int i = 0; i < ids.size(); i++) {
            next = Math.min(next, receivers[ids.get(i)].nextReportNs());
        }
        return next;
    }

    /** Adds a report to an empty batch: of every path of which there is news, as far as it fits. */
    void report(TransmitBatch batch, long nowNs) {
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        UrdmaBth.write(b, at, UrdmaOpcode.REPORT_PATHS, 0, 0, qp.pKey, qp.destQpn, 0);
        int body = at + Bth.LENGTH;
        writer.begin(b, body, capacity, Timestamp.of(nowNs));
        for (int i = 0; i < ids.size(); i++) {
            int id = ids.get(i);
            PathReceiver receiver = receivers[id];
            if ((receiver.hasNews() || receiver.nextReportNs() <= nowNs)
                    && !writePath(id, receiver, nowNs)) {
                break;
            }
        }
        int end = body + writer.end();
        batch.end(end, end - at + TransmitBatch.ICRC_LENGTH);
        batch.close();
        qp.count(Counter.REPORTS_SENT);
    }

    private boolean writePath(int id, PathReceiver receiver, long nowNs) {
        int t1 = Timestamp.of(receiver.newestSentNs());
        boolean fits =
                writer.path(
                        id,
                        receiver.cumulative(),
                        receiver.highest(),
                        t1,
                        Timestamp.of(receiver.newestArrivedNs()) - t1,
                        receiver.packetsReceived(),
                        receiver.bytesReceived(),
                        receiver.missing(),
                        receiver.marked());
        if (!fits) {
            return false;
        }
        receiver.beginReport(nowNs);
        long first = receiver.nextFirst();
        while (first >= 0 && writer.range(first, receiver.nextCount())) {
            first = receiver.nextFirst();
        }
        if (first >= 0) {
            receiver.takeBack();
        }
        receiver.endReport(nowNs);
        return first < 0;
    }
}
