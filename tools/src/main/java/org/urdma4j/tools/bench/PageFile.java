package org.urdma4j.tools.bench;

import org.urdma4j.bench.page.BenchPage;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
            throw new IOException("can't write " + why(file, e), e);
        }
    }

    /**
     * Finds out before a run whether a page could be written after it.
     *
     * @throws IllegalArgumentException if not
     */
    static void check(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
            throw new IllegalArgumentException("--report: no file can be written at " + file);
        }
    }

    static String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IOException("can't read " + why(file, e), e);
        }
    }

    private static String why(Path file, IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> file + ": there is no such file or folder";
            case AccessDeniedException _ -> file + ": permission denied";
            case CharacterCodingException _ -> file + ": it is no text";
            default -> file + ": " + e.getMessage();
        };
    }
}
