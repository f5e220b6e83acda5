package org.urdma4j.measure.tcp;

import org.urdma4j.measure.traffic.PathGauge;
import org.urdma4j.measure.traffic.WireTally;

/** What the kernel tells of several streams, put together. */
final class WireSum {
    private static final long NS_PER_US = 1_000;

    private long streams;
    private long bytes;
    private long packets;
    private long retransmitted;
    private long spurious;
    private long rttUs;
    private long minRttUs;
    private long inFlight;
    private long pacingBps;

    void add(TcpInfo info) {
        streams++;
        bytes += info.bytesSent() + info.packets() * TcpInfo.HEADER_BYTES;
        packets += info.packets();
        retransmitted += info.retransmitted();
        spurious += info.spurious();
        rttUs += info.rttUs();
        minRttUs += info.minRttUs();
        inFlight += info.inFlightBytes();
        pacingBps += info.pacingBps();
    }

    /** Returns the counts; what TCP doesn't tell is 0. What was sent again in vain wasn't lost. */
    WireTally tally() {
        long lost = Math.max(0, retransmitted - spurious);
        return new WireTally(
                bytes, packets, retransmitted, spurious, 0, 0, 0, 0, lost, 0, 0, 0, 0, 0);
    }

    /** Returns what the sender thinks of the path; times are means over the streams. */
    PathGauge path() {
        if (streams == 0) {
            return PathGauge.NONE;
        }
        long rttNs = rttUs * NS_PER_US / streams;
        long minRttNs = minRttUs * NS_PER_US / streams;
        long queueNs = Math.max(0, rttNs - minRttNs);
        return new PathGauge(rttNs, minRttNs, inFlight, pacingBps, queueNs, 0);
    }
}
