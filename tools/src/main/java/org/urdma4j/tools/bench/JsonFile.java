package org.urdma4j.tools.bench;

import org.urdma4j.tools.terminal.OutputFile;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that is replaced when what goes into it is complete: who reads it meanwhile finds the one
 * before. What is no regular file, such as a pipe or a device, is written to.
 */
final class JsonFile {
    private static final String OPTION = "--json-file";

    private JsonFile() {}

    /**
     * Finds out before a run whether the file could be written after it.
     *
     * @param file null if none is wanted
     * @throws IllegalArgumentException if not
     */
    static void check(Path file) {
        OutputFile.check(OPTION, file);
        if (file == null || isSpecial(file)) {
            return;
        }
        try {
            Path folder = destination(file).getParent();
            if (!Files.isWritable(folder)) {
                throw new IllegalArgumentException(
                        "%s: %s can't be replaced: no file can be written in %s"
                                .formatted(OPTION, file, folder));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(OPTION + ": " + OutputFile.why(file, e), e);
        }
    }

    /**
     * Writes the file.
     *
     * @throws IOException if it can't be; the file is as before then
     */
    static void write(Path file, String json) throws IOException {
        try {
            if (isSpecial(file)) {
                Files.writeString(file, json + System.lineSeparator());
            } else {
                replace(destination(file), json + System.lineSeparator());
            }
        } catch (IOException e) {
            throw new IOException("can't write " + OutputFile.why(file, e), e);
        }
    }

    private static boolean isSpecial(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file);
    }

    /** A link stays one. */
    private static Path destination(Path file) throws IOException {
        return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    }

    private static void replace(Path file, String text) throws IOException {
        Path part = file.resolveSibling(".%s.%s".formatted(file.getFileName(), UUID.randomUUID()));
        try {
            Files.writeString(part, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            move(part, file);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void move(Path part, Path file) throws IOException {
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
