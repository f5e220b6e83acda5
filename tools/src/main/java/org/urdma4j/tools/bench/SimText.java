package org.urdma4j.tools.bench;

import static java.util.Locale.ROOT;

import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.measure.rail.Rail;
import org.urdma4j.measure.sim.Beside;
import org.urdma4j.measure.sim.Measures;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.transport.qp.RailStatistics;

import java.io.PrintWriter;

/** A run for people. */
final class SimText {
    private final PrintWriter out;

    private SimText(PrintWriter out) {
        this.out = out;
    }

    static void print(SimResult result, PrintWriter out) {
        new SimText(out).print(result);
        out.flush();
    }

    private void print(SimResult result) {
        Measures all = result.all();
        out.println(heading(result));
        out.println();
        line(
                "goodput",
                bps(all.goodputWholeBps()) + " whole, " + steady(all) + " steady (last half)");
        line("bound", bps(all.boundBps()) + ", of which " + percent(result.shareOfBound()));
        line(
                "sent again",
                percent(all.retransmittedShare())
                        + " of what was sent; spurious "
                        + percent(all.spuriousShare())
                        + ", repair "
                        + percent(all.repairShare()));
        line("duplicates", percent(all.duplicateShare()) + " of what was received");
        line("queueing delay", queue(result));
        line("start-up", Double.isNaN(all.startupNs()) ? "never" : ms(all.startupNs()));
        if (result.options().oneAtATime()) {
            line("messages", messages(all));
        }
        for (int i = 0; i < result.options().rails().rails().size(); i++) {
            line("rail " + i, rail(result, i));
        }
        for (PathReading path : result.paths()) {
            line("path", path(path));
        }
        if (result.flows().size() > 1) {
            line("Jain's index", String.format(ROOT, "%.4f", result.jain()));
            for (int i = 0; i < result.flows().size(); i++) {
                line("flow " + (i + 1), flow(result.flows().get(i)));
            }
        }
        for (int i = 0; i < result.beside().size(); i++) {
            String what = name(result.options().beside().get(i));
            line("beside " + (i + 1), what + ": " + flow(result.beside().get(i)));
        }
    }

    private static String name(Beside other) {
        return other.tcp() == null
                ? other.name() + " at " + bps((double) other.rateBps())
                : other.name();
    }

    private static String heading(SimResult result) {
        SimOptions options = result.options();
        return String.format(
                ROOT,
                "%s, %s, RTT %s, loss %s, MTU %d, %.3f s, seed %d",
                TrafficArguments.lower(options.profile()),
                bps((double) options.rateBps()),
                ms((double) options.rttNs()),
                percent(options.loss().meanLoss()),
                options.payloadBytes(),
                result.elapsedNs() / 1e9,
                options.seed());
    }

    private static String rail(SimResult result, int i) {
        Rail rail = result.options().rails().rails().get(i);
        long bytes = result.intervals().stream().mapToLong(part -> part.linkBytes().get(i)).sum();
        return String.format(
                ROOT,
                "%s, RTT %s, loss %s; carried %s",
                bps((double) rail.rateBps()),
                ms((double) rail.rttNs()),
                percent(rail.loss().meanLoss()),
                bps(8e9 * bytes / result.elapsedNs()));
    }

    private static String path(PathReading reading) {
        RailStatistics path = reading.statistics();
        return String.format(
                ROOT,
                "%s to %s, %s: %s, RTT %s, loss %s, %d containers, %d packets sent again elsewhere",
                reading.local(),
                reading.remote(),
                path.state(),
                bps(reading.goodputBps()),
                ms((double) path.rttNs()),
                percent(path.lossShare()),
                path.containers(),
                path.resentElsewhere());
    }

    private static String queue(SimResult result) {
        Measures all = result.all();
        return String.format(
                ROOT,
                "p50 %s, p95 %s; %d packets found no room",
                ms(all.queueDelayP50Ns()),
                ms(all.queueDelayP95Ns()),
                result.queueDrops());
    }

    private static String messages(Measures all) {
        return all.messages() == 0
                ? "none"
                : String.format(
                        ROOT,
                        "%d, p50 %s, p99 %s",
                        all.messages(),
                        ms(all.messageP50Ns()),
                        ms(all.messageP99Ns()));
    }

    private static String flow(Measures flow) {
        return String.format(
                ROOT,
                "%s whole, %s steady, sent again %s, queueing delay p95 %s%s",
                bps(flow.goodputWholeBps()),
                steady(flow),
                percent(flow.retransmittedShare()),
                ms(flow.queueDelayP95Ns()),
                flow.failure().isEmpty() ? "" : ", " + flow.failure());
    }

    private static String steady(Measures measures) {
        return bps(measures.goodputSteadyBps());
    }

    private void line(String name, String text) {
        out.println(String.format(ROOT, "%-16s %s", name, text));
    }

    private static String bps(double value) {
        return value >= 1e9
                ? String.format(ROOT, "%.3f Gbit/s", value / 1e9)
                : String.format(ROOT, "%.3f Mbit/s", value / 1e6);
    }

    private static String ms(double ns) {
        return String.format(ROOT, "%.3f ms", ns / 1e6);
    }

    private static String percent(double share) {
        return String.format(ROOT, "%.4g %%", 100 * share);
    }
}
