package org.urdma4j.copy.rdma;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Trees of files for tests. */
final class Trees {
    private Trees() {}

    static Path file(Path path, int bytes, long seed) throws IOException {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        Files.createDirectories(path.getParent());
        return Files.write(path, content);
    }

    /** Makes a tree with something of each kind. */
    static void plant(Path root) throws IOException {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            file(root.resolve("many/" + i % 7 + "/f" + i), random.nextInt(9000), i);
        }
        file(root.resolve("empty"), 0, 1);
        file(root.resolve("chunk"), 1 << 20, 2);
        file(root.resolve("chunk+1"), (1 << 20) + 1, 3);
        file(root.resolve("large"), 20_000_003, 4);
        file(root.resolve("names/ä \n'\"\\ *"), 10, 5);
        Files.createDirectories(root.resolve("a/b/c/nothing"));
        Files.createSymbolicLink(root.resolve("a/link"), Path.of("../large"));
        Files.createSymbolicLink(root.resolve("a/broken"), Path.of("/nowhere"));
        Files.setPosixFilePermissions(
                root.resolve("chunk"), PosixFilePermissions.fromString("r-xr-----"));
        Files.setPosixFilePermissions(
                root.resolve("a/b"), PosixFilePermissions.fromString("r-xr-x--x"));
        FileTime old = FileTime.from(1_000_000_000_123_456_789L, TimeUnit.NANOSECONDS);
        Files.setLastModifiedTime(root.resolve("large"), old);
        Files.setLastModifiedTime(root.resolve("many"), old);
    }

    /** Returns what a copy keeps of everything in a tree, by path. */
    static Map<String, String> facts(Path root) throws IOException {
        Map<String, String> facts = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                facts.put(root.relativize(path).toString(), fact(path));
            }
        }
        facts.remove("");
        return facts;
    }

    private static String fact(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "-> " + Files.readSymbolicLink(path);
        }
        String mode =
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        FileTime time = Files.getLastModifiedTime(path);
        String content = Files.isDirectory(path) ? "folder" : digest(path);
        return mode + " " + time.to(TimeUnit.NANOSECONDS) + " " + content;
    }

    private static String digest(Path path) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(path)));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
