package org.urdma4j.measure.json;

import org.urdma4j.measure.run.FlowInterval;

/** What iperf3 has no word for, of one flow: key {@code urdma}. */
record UrdmaJson(
        double wireBitsPerSecond,
        long packets,
        long retransmitted,
        long spurious,
        long repaired,
        long repairPackets,
        double fecShare,
        long reports,
        long rnr,
        long lost,
        long duplicates,
        long operations,
        double rttMs,
        double minRttMs,
        long inFlightBytes,
        double pacingBitsPerSecond,
        double queueMs,
        int payloadBytes,
        long socketDrops,
        long pausesSent,
        long pausesReceived,
        double cpuLocalPercent,
        double cpuRemotePercent,
        double spuriousShare,
        double duplicateShare,
        double cpuSecondsPerGigabyteLocal,
        double cpuSecondsPerGigabyteRemote,
        Long socketBufferBytes) {
    private static final double NS_PER_MS = 1e6;

    /**
     * Takes it from an interval.
     *
     * @param socketBufferBytes the lesser of both ends' receive buffers, or null to leave it out
     */
    static UrdmaJson of(FlowInterval flow, Long socketBufferBytes) {
        return new UrdmaJson(
                flow.wireBps(),
                flow.sender().packets(),
                flow.sender().retransmitted(),
                flow.sender().spurious(),
                flow.receiver().repaired(),
                flow.sender().repairPackets(),
                flow.fecShare(),
                flow.receiver().reports(),
                flow.receiver().rnr(),
                flow.lost(),
                flow.receiver().duplicates(),
                flow.operations(),
                flow.path().rttNs() / NS_PER_MS,
                flow.path().minRttNs() / NS_PER_MS,
                flow.path().inFlightBytes(),
                flow.path().pacingBps(),
                flow.path().queueNs() / NS_PER_MS,
                flow.path().payloadBytes(),
                flow.receiver().socketDrops(),
                flow.receiver().pausesSent(),
                flow.sender().pausesReceived(),
                flow.cpuLocal().totalPercent(flow.seconds()),
                flow.cpuRemote().totalPercent(flow.remoteSeconds()),
                FlowInterval.share(flow.sender().spurious(), flow.sender().packets()),
                FlowInterval.share(flow.receiver().duplicates(), flow.receiver().received()),
                flow.cpuLocal().secondsPerGigabyte(flow.receivedBytes()),
                flow.cpuRemote().secondsPerGigabyte(flow.receivedBytes()),
                socketBufferBytes);
    }
}
