package org.urdma4j.measure.capture;

import org.urdma4j.codec.urdma.PathReportReader;
import org.urdma4j.codec.urdma.ReportHeader;
import org.urdma4j.codec.urdma.UrdmaOpcode;

import java.util.Set;

/**
 * What reports by path count as missing, from the first in the capture on. They come to the queue
 * pair that sends on the paths, from whatever address.
 */
final class PathTallies {
    private static final int MOST = 1 << 16;

    private final Recent<Path, Tally> tallies = new Recent<>(MOST);
    private final PathReportReader reader = new PathReportReader();

    private boolean cut;

    private record Path(int qp, int number) {}

    private record Tally(long before, long missing) {}

    /** Takes a packet, whatever it is. */
    void take(CapturedPacket packet) {
        cut |= packet.opcode() == UrdmaOpcode.REPORT_PATHS && !packet.isWhole();
        if (!PathMeaning.isReport(packet, reader)) {
            return;
        }
        while (reader.next()) {
            Path path = new Path(packet.destQp(), reader.path());
            Tally known = tallies.get(path);
            if (known == null) {
                long missing = Integer.toUnsignedLong(reader.missing());
                tallies.put(path, new Tally(missing, missing));
            } else {
                // A late arrival takes one back, so a newer report may count less.
                long missing = ReportHeader.unwrap(known.missing(), reader.missing());
                tallies.put(path, new Tally(known.before(), missing));
            }
        }
    }

    /** Tells whether a report was cut short, so that nobody knows what those to come would say. */
    boolean isCut() {
        return cut;
    }

    /** Returns what a queue pair misses on some of its paths, null if no report tells of any. */
    Long missing(int qp, Set<Integer> paths) {
        Long sum = null;
        for (int number : paths) {
            Tally tally = tallies.get(new Path(qp, number));
            if (tally != null) {
                sum = (sum == null ? 0 : sum) + tally.missing() - tally.before();
            }
        }
        return sum;
    }
}
