package org.urdma4j.report.run;

import org.urdma4j.report.chart.Markup;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A page about one run of the bench, or about several in the same pictures, such as the three
 * protocols over one path. The documents are those of {@code urdma bench client --json}.
 */
public final class BenchPage {
    private BenchPage() {}

    /**
     * Writes a page, in place of the file if there is one.
     *
     * @param runs documents in the order of the page, one at least; what is missing in them is
     *     shown as void
     * @param title plain text
     * @throws IOException if the file can't be written
     * @throws IllegalArgumentException if there is no run
     */
    public static void write(Path file, List<JsonNode> runs, String title) throws IOException {
        Files.writeString(file, html(runs, title), StandardCharsets.UTF_8);
    }

    /**
     * Returns the page.
     *
     * @throws IllegalArgumentException if there is no run
     */
    public static String html(List<JsonNode> documents, String title) {
        if (documents.isEmpty()) {
            throw new IllegalArgumentException("a page needs a run at least");
        }
        List<Run> runs = RunReader.read(documents);
        StringBuilder page = new StringBuilder(head(title));
        page.append(Warnings.of(runs));
        for (int i = 0; i < runs.size(); i++) {
            page.append(Headline.of(runs.get(i), runs.size() > 1 ? i : -1));
        }
        page.append(Charts.of(runs)).append(OptionsTable.of(runs));
        runs.forEach(run -> page.append(IntervalTable.of(run)));
        return page.append("</body>\n</html>\n").toString();
    }

    private static String head(String title) {
        return """
        <!DOCTYPE html>
        <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"/>
        <title>%1$s</title>
        <style>
        %2$s</style>
        </head>
        <body>
        <h1>%1$s</h1>
        """
                .formatted(Markup.escape(title), style());
    }

    private static String style() {
        try (InputStream in = BenchPage.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
