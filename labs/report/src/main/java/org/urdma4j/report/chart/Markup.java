package org.urdma4j.report.chart;

import org.urdma4j.verbs.text.ForeignText;

/** Text made safe to stand in HTML, SVG and XML, between tags and in quoted attributes. */
public final class Markup {
    private static final char UNKNOWN = '\ufffd';

    private Markup() {}

    /**
     * Returns {@code words} with the five characters of XML's syntax as entities. What XML can't
     * hold in any form (control characters, halves of surrogate pairs), and what would turn the
     * text around it round, becomes U+FFFD.
     */
    public static String escape(String words) {
        StringBuilder safe = new StringBuilder(words.length());
        words.codePoints().forEach(c -> append(safe, c));
        return safe.toString();
    }

    private static void append(StringBuilder safe, int c) {
        switch (c) {
            case '&' -> safe.append("&amp;");
            case '<' -> safe.append("&lt;");
            case '>' -> safe.append("&gt;");
            case '"' -> safe.append("&quot;");
            case '\'' -> safe.append("&#39;");
            default -> safe.appendCodePoint(allowed(c) ? c : UNKNOWN);
        }
    }

    /** Of XML 1.0, production 2 (Char), what may be shown of others' text, too. */
    private static boolean allowed(int c) {
        return c == '\t' || c == '\n' || c == '\r' || ForeignText.isQuiet(c);
    }
}
