package org.urdma4j.report.figures;

import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimTrace;
import org.urdma4j.report.chart.Numbers;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is read off a run to stand beside a value of the paper. */
public enum Reading {
    /** Steady goodput in Gbit/s. */
    GOODPUT,
    /** Packets sent again of all that were sent, in percent. */
    SENT_AGAIN,
    /** What congestion control does one after another, each state once. */
    PHASES,
    /** From one probe for bandwidth to the next, in round trips, the shortest and the longest. */
    CYCLE;

    private static final Set<String> CYCLING = Set.of("steady", "probe-up", "probe-down");

    /** Returns it as text; of phases and cycles the run needs a trace. */
    public String of(SimResult result) {
        return switch (this) {
            case GOODPUT -> Numbers.fixed(result.all().goodputSteadyBps() / 1e9, 3);
            case SENT_AGAIN -> Numbers.fixed(100 * result.all().retransmittedShare(), 2);
            case PHASES -> String.join(", ", phases(result.trace()));
            case CYCLE -> cycle(result);
        };
    }

    private static List<String> phases(SimTrace trace) {
        return trace.points().stream()
                .map(it -> it.flows().getFirst().state())
                .filter(it -> !it.isEmpty())
                .distinct()
                .toList();
    }

    private static String cycle(SimResult result) {
        List<Double> cycles = new ArrayList<>();
        String before = "";
        long beganNs = 0;
        for (SimTrace.Point point : result.trace().points()) {
            String state = point.flows().getFirst().state();
            boolean probes = state.equals("probe-up") && before.equals("steady");
            if (probes && beganNs > 0) {
                cycles.add((double) (point.atNs() - beganNs) / (double) result.options().rttNs());
            }
            if (probes) {
                beganNs = point.atNs();
            } else if (!CYCLING.contains(state)) {
                beganNs = 0; // what interrupts a cycle isn't one
            }
            before = state;
        }
        var all = cycles.stream().mapToDouble(it -> it).summaryStatistics();
        return all.getCount() == 0
                ? "-"
                : Numbers.fixed(all.getMin(), 1) + " to " + Numbers.fixed(all.getMax(), 1);
    }
}
