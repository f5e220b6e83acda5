package org.urdma4j.report.chart;

import java.util.List;

/** Names of curves, each beside a piece of it. Text of HTML, which wraps where a picture can't. */
public final class Legend {
    private static final int WIDTH = 34;
    private static final int HEIGHT = 12;

    private Legend() {}

    static String of(List<Curve> curves) {
        StringBuilder list = new StringBuilder("<span class=\"legend\">");
        for (Curve curve : curves) {
            list.append("<span>")
                    .append(swatch(curve.style()))
                    .append(Markup.escape(curve.name()))
                    .append("</span>");
        }
        return list.append("</span>").toString();
    }

    /** Returns a piece of a curve, which a reader of the screen passes over. */
    public static String swatch(int style) {
        int curve = style % Curve.STYLES;
        double middle = HEIGHT / 2.0;
        return ("<svg class=\"swatch\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\">"
                        + "<path d=\"M0 6H%d\" class=\"curve c%d\"/><path d=\"%s\" class=\"mark c%d\"/>"
                        + "</svg>")
                .formatted(
                        WIDTH, HEIGHT, WIDTH, curve, Mark.path(curve, WIDTH / 2.0, middle), curve);
    }
}
