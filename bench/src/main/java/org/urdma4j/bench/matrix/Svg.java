package org.urdma4j.bench.matrix;

import java.util.Locale;

/** Writes the few shapes that a figure is made of. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    void open(int width, int height, String title) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                        width,
                        height,
                        escape(title)));
    }

    void close() {
        text.append("</svg>\n");
    }

    /** A rectangle that shows {@code tip} under the pointer. */
    void bar(double x, double y, double width, double height, String style, String tip) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\">"
                                + "<title>%s</title></rect>%n",
                        x,
                        y,
                        width,
                        height,
                        style,
                        escape(tip)));
    }

    void line(double x1, double y1, double x2, double y2, String style) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>%n",
                        x1,
                        y1,
                        x2,
                        y2,
                        style));
    }

    /**
     * A word or two.
     *
     * @param anchor start, middle or end
     */
    void label(double x, double y, String anchor, String words) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                        x,
                        y,
                        anchor,
                        escape(words)));
    }

    static String escape(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
