package org.urdma4j.report.chart;

/**
 * How a page of figures and tables begins, up to its body: one look for all of them, which needs
 * nothing from elsewhere and is readable in dark and in print.
 */
public final class PageHead {
    private static final String BEFORE_TITLE =
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\
            """;

    private static final String STYLE =
            """
            </title>
            <style>
            :root { --page: #fff; --text: #222; --line: #ddd; --axis: #333; --edge: #08306b;
              --bound: #c22; }
            @media screen and (prefers-color-scheme: dark) {
              :root { --page: #16181d; --text: #e8eaee; --line: #3a3f49; --axis: #a9afba;
                --edge: #9ec9ea; --bound: #ff7b72; }
            }
            body { font: 16px/1.45 system-ui, sans-serif; color: var(--text);
              background: var(--page); max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
            svg { width: 100%; height: auto; }
            svg text { font-size: 14px; fill: var(--text); }
            .axis { stroke: var(--axis); } .grid { stroke: var(--line); }
            .bound { stroke: var(--bound); stroke-width: 2; }
            table { border-collapse: collapse; font-size: 14px; }
            th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap;
              border-bottom: 1px solid var(--line); }
            th { white-space: normal; vertical-align: bottom; }
            .wide { overflow-x: auto; }
            @media print {
              body { max-width: none; } .wide { overflow: visible; }
              table { font-size: 7pt; } th, td { padding: .1rem .2rem; }
              svg, tr { break-inside: avoid; }
            }
            """;

    private static final String END =
            """
            </style>
            </head>
            <body>
            """;

    private PageHead() {}

    /**
     * Returns it.
     *
     * @param title of the window
     * @param rules more CSS, whole lines; the variables {@code --text}, {@code --line}, {@code
     *     --edge} and {@code --bound} are colours of the scheme that the reader prefers
     */
    public static String of(String title, String rules) {
        return BEFORE_TITLE + Markup.escape(title) + STYLE + rules + END;
    }
}
