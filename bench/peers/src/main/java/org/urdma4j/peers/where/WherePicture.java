package org.urdma4j.peers.where;

import static java.util.Locale.ROOT;

import org.urdma4j.report.chart.Svg;

import java.util.List;
import java.util.stream.DoubleStream;

/** Draws a bar for each end of each point, as long as a megabyte takes, parted by what it takes. */
final class WherePicture {
    private static final int WIDTH = 960;
    private static final int LEFT = 90;
    private static final int RIGHT = 70;
    private static final int TOP = 30;
    private static final int BAR = 30;
    private static final int GAP = 8;
    private static final int GROUP = 2 * (BAR + GAP) + 34;
    private static final int LEGEND_LINE = 20;
    private static final int LEGEND_COLUMNS = 2;

    /** A number stands in what is at least so long. */
    private static final int FITS = 30;

    private static final String STYLE = "text{font:12px sans-serif;fill:#222}.ground{fill:#fff}";

    private final Svg svg = new Svg();
    private final double scale;
    private double y = TOP;

    private WherePicture(List<WhereResult> results) {
        double longest =
                results.stream()
                        .flatMapToDouble(it ->
                                DoubleStream.of(
                                        it.usPerMb(it.sender().total()),
                                        it.usPerMb(it.receiver().total())))
                        .max()
                        .orElse(1);
        scale = (WIDTH - LEFT - RIGHT) / longest;
    }

    static String draw(List<WhereResult> results) {
        return new WherePicture(results).all(results);
    }

    private String all(List<WhereResult> results) {
        int lines = (Part.values().length + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
        int height = TOP + results.size() * GROUP + lines * LEGEND_LINE + 10;
        StringBuilder colours = new StringBuilder(STYLE);
        for (Part part : Part.values()) {
            colours.append(".%s{fill:%s}".formatted(part.style(), part.colour()));
        }
        svg.openFile(WIDTH, height, "Where processor time goes", colours.toString());
        svg.bar(0, 0, WIDTH, height, "ground", "");
        svg.label(LEFT, y - 10, "start", "Processor time for each MB carried, µs");
        results.forEach(this::group);
        legend();
        svg.close();
        return svg.toString();
    }

    private void group(WhereResult result) {
        y += 16;
        svg.label(
                LEFT,
                y,
                "start",
                String.format(
                        ROOT,
                        "%s: %.2f Gbit/s",
                        result.point().label(),
                        result.goodputBps() / 1e9));
        y += GAP;
        bar("sender", result, result.sender());
        bar("receiver", result, result.receiver());
        y += 10;
    }

    private void bar(String name, WhereResult result, Samples samples) {
        double middle = y + BAR / 2.0 + 4;
        svg.label(LEFT - GAP, middle, "end", name);
        double x = LEFT;
        for (Part part : Part.values()) {
            double us = result.usPerMb(samples.of(part));
            double width = us * scale;
            String figure = String.format(ROOT, "%.0f", us);
            svg.bar(x, y, width, BAR, part.style(), part.label() + ": " + figure);
            if (width >= FITS) {
                svg.label(x + width / 2, middle, "middle", figure);
            }
            x += width;
        }
        svg.label(
                x + GAP,
                middle,
                "start",
                String.format(ROOT, "%.0f", result.usPerMb(samples.total())));
        y += BAR + GAP;
    }

    private void legend() {
        int place = 0;
        for (Part part : Part.values()) {
            int line = place / LEGEND_COLUMNS;
            int column = place % LEGEND_COLUMNS;
            double x = 20 + column * (double) WIDTH / LEGEND_COLUMNS;
            double top = y + line * (double) LEGEND_LINE;
            svg.bar(x, top, 12, 12, part.style(), part.label());
            svg.label(x + 20, top + 10, "start", part.label());
            place++;
        }
    }
}
