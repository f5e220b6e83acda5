package org.urdma4j.lab.coexist;

import java.util.List;

/**
 * What arrived of a flow in the course of a run.
 *
 * @param wire bits on the wire for each bit of payload
 * @param retransmits packets sent again
 * @param spans in the order of time
 */
public record FlowTrace(String name, double wire, long retransmits, List<Span> spans) {
    /**
     * Some time in which payload arrived at a rate.
     *
     * @param fromS seconds of the run
     * @param toS seconds of the run, not before {@code fromS}
     * @param bps payload, bit/s
     */
    public record Span(double fromS, double toS, double bps) {}

    public FlowTrace {
        spans = List.copyOf(spans);
    }

    /** Returns when its first payload arrived, seconds of the run; NaN if none did. */
    public double startS() {
        return spans.stream()
                .filter(span -> span.bps > 0)
                .mapToDouble(Span::fromS)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Returns when it ended, seconds of the run; NaN if it never began. */
    public double endS() {
        return spans.isEmpty() ? Double.NaN : spans.getLast().toS();
    }

    /** Returns what it had of the wire between two times, bit/s. */
    public double wireBps(double fromS, double toS) {
        double bits = 0;
        for (Span span : spans) {
            double seconds = Math.min(toS, span.toS) - Math.max(fromS, span.fromS);
            bits += seconds > 0 ? seconds * span.bps : 0;
        }
        return wire * bits / (toS - fromS);
    }
}
