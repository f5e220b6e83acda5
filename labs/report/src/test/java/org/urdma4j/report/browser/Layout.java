package org.urdma4j.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A page as laid out.
 *
 * @param width of the window, pixels
 * @param wrong what overlaps or sticks out
 * @param errors of scripts
 * @param pictures every SVG of the page
 */
record Layout(int width, List<String> wrong, List<String> errors, List<Picture> pictures) {
    private static final String BEGIN = "<pre id=\"probe\">";

    /**
     * An SVG.
     *
     * @param text height of the smallest line of text, pixels; 0 without text
     * @param hidden whether it is decoration
     * @param label what is said of it
     */
    record Picture(double width, double height, double text, boolean hidden, String label) {}

    /**
     * Lays out a page in a window of this width; the page may have no script of its own. It stands
     * in a frame, as Chromium makes no window narrower than 500 pixels.
     */
    static Layout of(Chromium chromium, String html, int width)
            throws IOException, InterruptedException {
        String policy = "default-src 'none'; ";
        String probed =
                html.replace(policy, "")
                        .replace("</body>", "<script>\n" + probe() + "</script></body>");
        String host =
                "<!DOCTYPE html><body><iframe style='width:%dpx;height:2000px;border:0' srcdoc=\"%s\">"
                        .formatted(width, probed.replace("&", "&amp;").replace("\"", "&quot;"));
        String document = chromium.document(host, 2 * width).out();
        assertThat(document).contains(BEGIN);
        int begin = document.indexOf(BEGIN) + BEGIN.length();
        String json = document.substring(begin, document.indexOf("</pre>", begin));
        return new JsonMapper().readValue(unescaped(json), Layout.class);
    }

    private static String unescaped(String text) {
        return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    }

    private static String probe() throws IOException {
        try (InputStream in = Layout.class.getResourceAsStream("probe.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
