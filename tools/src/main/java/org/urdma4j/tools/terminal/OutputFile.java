package org.urdma4j.tools.terminal;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that a command writes when it is done, with errors that say which file and why. */
public final class OutputFile {
    private OutputFile() {}

    /** Writes the text of a file. */
    @FunctionalInterface
    public interface Text {
        void to(Writer out) throws IOException;
    }

    /**
     * Finds out before a run whether a file could be written after it.
     *
     * @param file null if none is wanted
     * @throws IllegalArgumentException if not
     */
    public static void check(String option, Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null) {
            throw new IllegalArgumentException("%s: %s is a folder".formatted(option, file));
        }
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "%s: no file can be written at %s: there is no folder %s"
                            .formatted(option, file, folder));
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new IllegalArgumentException(
                    "%s: no file can be written at %s: permission denied".formatted(option, file));
        }
    }

    /**
     * Writes a file.
     *
     * @param file null if none is wanted
     * @throws IOException if it can't be written
     */
    public static void write(Path file, Text text) throws IOException {
        if (file == null) {
            return;
        }
        try (Writer out = Files.newBufferedWriter(file)) {
            text.to(out);
        } catch (IOException e) {
            throw new IOException("can't write " + why(file, e), e);
        }
    }

    /** Returns what is wrong with a file, which is named, in words. */
    public static String why(Path file, IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> file + ": there is no such file or folder";
            case AccessDeniedException _ -> file + ": permission denied";
            case CharacterCodingException _ -> file + ": it is no text";
            default -> file + ": " + e.getMessage();
        };
    }
}
