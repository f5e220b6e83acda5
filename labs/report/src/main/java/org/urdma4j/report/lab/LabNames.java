package org.urdma4j.report.lab;

import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.Spread;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How cells and figures are called, the same on the screen, in files and on the page. */
public final class LabNames {
    private LabNames() {}

    /** Returns such as {@code 20 ms, 0.1 %}. */
    public static String path(LabCell cell) {
        return rtt(cell) + ", " + loss(cell);
    }

    /** Returns such as {@code 1 Gbit/s, MTU 1500}. */
    public static String link(LabCell cell) {
        return Numbers.plain(cell.rateBps() / 1e9) + " Gbit/s, MTU " + cell.mtu();
    }

    /** Returns the whole cell. */
    public static String cell(LabCell cell) {
        return cell.rails().isEmpty()
                ? path(cell) + ", " + link(cell)
                : rails(cell) + ", MTU " + cell.mtu();
    }

    /** Returns such as {@code 0.5 Gbit/s 20 ms 0 % + 0.5 Gbit/s 80 ms 0.1 %}. */
    private static String rails(LabCell cell) {
        return IntStream.range(0, cell.rails().rails().size())
                .mapToObj(cell::rail)
                .map(rail ->
                        "%s Gbit/s %s %s"
                                .formatted(
                                        Numbers.plain(rail.rateBps() / 1e9), rtt(rail), loss(rail)))
                .collect(Collectors.joining(" + "));
    }

    /** Returns such as {@code 20 ms}. */
    public static String rtt(LabCell cell) {
        return Numbers.plain(cell.rttNs() / 1e6) + " ms";
    }

    /** Returns such as {@code 0.1 %}, or the model. */
    public static String loss(LabCell cell) {
        return LossSpec.namesModel(cell.loss().text())
                ? cell.loss().text()
                : Numbers.plain(100 * cell.loss().meanLoss()) + " %";
    }

    /** Returns Gbit/s with three digits after the point, a dash for none. */
    public static String gigabits(double bps) {
        return Numbers.fixed(bps / 1e9, 3);
    }

    /** Returns such as {@code 0.938 (0.931-0.941)} in Gbit/s. */
    public static String gigabits(Spread bps) {
        return bps.count() < 2
                ? gigabits(bps.median())
                : "%s (%s-%s)"
                        .formatted(
                                gigabits(bps.median()),
                                gigabits(bps.least()),
                                gigabits(bps.most()));
    }
}
