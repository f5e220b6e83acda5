package org.urdma4j.measure.capture;

import org.urdma4j.codec.urdma.ReportHeader;
import org.urdma4j.codec.urdma.ReportReader;

/** What the reports on one sequence space counted while the capture went on. */
final class ReportTally {
    private boolean begun;
    private long missingBefore;
    private long repairedBefore;
    private long missing;
    private long repaired;

    /** Takes a report; the first of a connection has counted nothing before the capture. */
    void take(ReportReader report) {
        if (!begun) {
            begun = true;
            missing = Integer.toUnsignedLong(report.missing());
            repaired = Integer.toUnsignedLong(report.repaired());
            boolean whole = report.number() == 0;
            missingBefore = whole ? 0 : missing;
            repairedBefore = whole ? 0 : repaired;
            return;
        }
        // Late reports count less than newer ones.
        missing = Math.max(missing, ReportHeader.unwrap(missing, report.missing()));
        repaired = Math.max(repaired, ReportHeader.unwrap(repaired, report.repaired()));
    }

    long missing() {
        return missing - missingBefore;
    }

    long repaired() {
        return repaired - repairedBefore;
    }
}
