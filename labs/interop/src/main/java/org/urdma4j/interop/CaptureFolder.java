package org.urdma4j.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where captures go: a folder of the user's, or one that is removed in the end.
 *
 * @param temporary whether it is
 */
public record CaptureFolder(Path path, boolean temporary) implements AutoCloseable {
    /**
     * Makes the folder if it isn't there.
     *
     * @param chosen by the user, or null
     */
    public static CaptureFolder open(Path chosen) throws IOException {
        return chosen == null
                ? new CaptureFolder(Files.createTempDirectory("urdma-interop"), true)
                : new CaptureFolder(Files.createDirectories(chosen).toAbsolutePath(), false);
    }

    @Override
    public void close() throws IOException {
        if (temporary) {
            List<Path> files;
            try (Stream<Path> all = Files.list(path)) {
                files = all.toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(path);
        }
    }
}
