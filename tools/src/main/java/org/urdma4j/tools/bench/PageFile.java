package org.urdma4j.tools.bench;

import org.urdma4j.report.run.BenchPage;
import org.urdma4j.tools.terminal.OutputFile;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A page in a file, with errors that say which file. */
final class PageFile {
    private static final String TITLE = "urdma4j bench";

    private PageFile() {}

    /** Writes a page; without a title it has that of the first run, or a general one. */
    static void write(Path file, List<JsonNode> runs, String title) throws IOException {
        String heading = title;
        if (heading == null) {
            heading = runs.getFirst().path("start").path("title").asString(TITLE);
        }
        try {
            BenchPage.write(file, runs, heading);
        } catch (IOException e) {
            throw new IOException("can't write " + OutputFile.why(file, e), e);
        }
    }

    static String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IOException("can't read " + OutputFile.why(file, e), e);
        }
    }
}
