package org.urdma4j.peers;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder of a run's own, in memory where that can be: gone afterwards, with all in it. */
public final class Scratch implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "urdma-peers-";

    private final Path folder;

    public Scratch() throws IOException {
        folder =
                Files.isWritable(MEMORY)
                        ? Files.createTempDirectory(MEMORY, PREFIX)
                        : Files.createTempDirectory(PREFIX);
    }

    public Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path visited, IOException failed)
                            throws IOException {
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
