package org.urdma4j.tools;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SplittableRandom;

/**
 * What the launcher has the JVM look at while it makes the cache that later runs start from: a file
 * between two devices, then a folder copied, there and back, all over loopback.
 */
public final class Training {
    private static final int SMALL_FILES = 3_000;
    private static final int SMALL_BYTES = 4_096;
    private static final int LARGE_BYTES = 64 << 20;
    private static final int TRIES = 20;
    private static final long PAUSE_MS = 250;

    /** A machine on which it takes longer does without the cache. */
    private static final long LIMIT_MS = 60_000;

    private Training() {}

    /**
     * Runs it.
     *
     * @param args a UDP port; this and the next are taken at 127.0.0.1 and 127.0.0.2
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int port = Integer.parseInt(args[0]);
        Thread.ofPlatform().daemon().start(Training::giveUpLater);
        Path folder = Files.createTempDirectory("urdma-training");
        int status = 1;
        try {
            status = run(folder, port);
        } finally {
            remove(folder);
        }
        System.exit(status);
    }

    private static void giveUpLater() {
        try {
            Thread.sleep(LIMIT_MS);
        } catch (InterruptedException _) {
            // nobody does that
        }
        Runtime.getRuntime().halt(1);
    }

    private static int run(Path folder, int port) throws IOException, InterruptedException {
        int status = call("demo", "--loss", "0", "--size", "32M", "--port", port);
        if (status != 0) {
            return status;
        }
        Path source = Files.createDirectory(folder.resolve("source"));
        fill(source);
        Path served = Files.createDirectory(folder.resolve("served"));
        String server = "127.0.0.1:" + (port + 1);
        Thread.ofPlatform().daemon().start(() -> call("serve", served, "--listen", server));
        status = 1;
        for (int i = 0; i < TRIES && status != 0; i++) { // until it is served
            Thread.sleep(PAUSE_MS);
            status = call("copy", source, server + ":copy");
        }
        return status == 0 ? call("copy", server + ":copy", folder.resolve("back")) : status;
    }

    private static int call(Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        return Urdma.commandLine(texts).execute(texts);
    }

    private static void fill(Path folder) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        byte[] content = new byte[SMALL_BYTES];
        for (int i = 0; i < SMALL_FILES; i++) {
            random.nextBytes(content);
            Files.write(folder.resolve("small" + i), content);
        }
        content = new byte[LARGE_BYTES];
        random.nextBytes(content);
        Files.write(folder.resolve("large"), content);
    }

    private static void remove(Path folder) throws IOException {
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
                    public FileVisitResult postVisitDirectory(Path left, IOException failure)
                            throws IOException {
                        Files.delete(left);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
