package org.urdma4j.tools.tunnel;

import org.urdma4j.tunnel.site.TunnelReport;

/**
 * What a tunnel has done, and how fast in some time.
 *
 * @param total since the beginning
 * @param outBps of cells sent, BTH to ICRC
 * @param inBps of genuine cells received
 * @param goodputOutBps of frames that got into the tunnel, without FCS
 * @param goodputInBps of frames that came out
 */
record Progress(
        TunnelReport total,
        double outBps,
        double inBps,
        double goodputOutBps,
        double goodputInBps) {
    /**
     * Compares two reports.
     *
     * @param before null at the beginning
     * @param seconds between them
     */
    static Progress between(TunnelReport before, TunnelReport now, double seconds, int cellBytes) {
        double perSecond = seconds > 0 ? Byte.SIZE / seconds : 0;
        boolean first = before == null;
        return new Progress(
                now,
                (now.cellsSent() - (first ? 0 : before.cellsSent())) * perSecond * cellBytes,
                (now.cellsReceived() - (first ? 0 : before.cellsReceived()))
                        * perSecond
                        * cellBytes,
                (now.bytesIn() - (first ? 0 : before.bytesIn())) * perSecond,
                (now.bytesOut() - (first ? 0 : before.bytesOut())) * perSecond);
    }
}
