package org.urdma4j.report.chart;

/** Text made safe to stand in HTML, SVG and XML, between tags and in quoted attributes. */
public final class Markup {
    private static final char UNKNOWN = '\ufffd';
    private static final int FIRST_PRINTABLE = 0x20;

    private Markup() {}

    /**
     * Returns {@code words} with the five characters of XML's syntax as entities. What XML can't
     * hold in any form (control characters, halves of surrogate pairs) becomes U+FFFD.
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

    /** XML 1.0, production 2 (Char), without the discouraged controls. */
    private static boolean allowed(int c) {
        boolean control = c < FIRST_PRINTABLE && c != '\t' && c != '\n' && c != '\r';
        boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return !control && !surrogate && c != 0xfffe && c != 0xffff && !(c >= 0x7f && c <= 0x9f);
    }
}
