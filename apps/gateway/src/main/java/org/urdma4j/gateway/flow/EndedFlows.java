package org.urdma4j.gateway.flow;

import java.util.ArrayDeque;
import java.util.Collection;

/** The newest flows that are over, as they were at their end. */
final class EndedFlows {
    /** More are forgotten, the oldest first. */
    private static final int MOST = 1 << 12;

    private final ArrayDeque<FlowReport> reports = new ArrayDeque<>();

    void add(FlowReport report) {
        if (report.packets() == 0) {
            return;
        }
        if (reports.size() == MOST) {
            reports.removeFirst();
        }
        reports.addLast(report);
    }

    Collection<FlowReport> all() {
        return reports;
    }
}
