package org.urdma4j.report.chart;

import java.util.Locale;

/** Writes the few shapes that a figure is made of. Lengths are in units of the picture. */
public final class Svg {
    private final StringBuilder text = new StringBuilder();

    /** Begins a picture; {@code title} is what one is told who can't see it. */
    public void open(int width, int height, String title) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                        width,
                        height,
                        Markup.escape(title)));
    }

    /**
     * Begins a picture that is a file of its own.
     *
     * @param style its style sheet
     */
    public void openFile(int width, int height, String title, String style) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\""
                                + " viewBox=\"0 0 %1$d %2$d\" role=\"img\" aria-label=\"%3$s\">%n"
                                + "<style>%4$s</style>%n",
                        width,
                        height,
                        Markup.escape(title),
                        style));
    }

    /** Ends the picture. */
    public void close() {
        text.append("</svg>\n");
    }

    /** A rectangle that shows {@code tip} under the pointer. */
    public void bar(double x, double y, double width, double height, String style, String tip) {
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
                        Markup.escape(tip)));
    }

    public void line(double x1, double y1, double x2, double y2, String style) {
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
    public void label(double x, double y, String anchor, String words) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                        x,
                        y,
                        anchor,
                        Markup.escape(words)));
    }

    /** A figure of straight lines and curves; {@code path} as SVG has it. */
    public void path(String path, String style) {
        text.append("<path d=\"%s\" class=\"%s\"/>%n".formatted(path, style));
    }

    /** The same with {@code tip} under the pointer. */
    public void path(String path, String style, String tip) {
        text.append(
                "<path d=\"%s\" class=\"%s\"><title>%s</title></path>%n"
                        .formatted(path, style, Markup.escape(tip)));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
