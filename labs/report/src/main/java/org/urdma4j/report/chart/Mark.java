package org.urdma4j.report.chart;

import java.util.Locale;

/** Shapes that tell curves apart where colours don't. */
final class Mark {
    private static final int SHAPES = 4;

    private Mark() {}

    /** Returns a shape around a point as an SVG path: circle, square, triangle or diamond. */
    static String path(int style, double x, double y) {
        String shape =
                switch (style % SHAPES) {
                    case 0 -> "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z";
                    case 1 -> "m-3 -3h6v6h-6z";
                    case 2 -> "m0 -4l4 7h-8z";
                    default -> "m0 -4.5l4 4.5l-4 4.5l-4 -4.5z";
                };
        return String.format(Locale.ROOT, "M%.1f %.1f%s", x, y, shape);
    }
}
