package org.urdma4j.tools.copy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Something of each kind, and what a tree has. */
final class Kinds {
    /** What may have a name. */
    enum Kind {
        NOTHING,
        FILE,
        EMPTY_FOLDER,
        FOLDER,
        LINK_TO_FILE,
        LINK_TO_FOLDER,
        DANGLING,
        SPECIAL;

        boolean isLink() {
            return this == LINK_TO_FILE || this == LINK_TO_FOLDER || this == DANGLING;
        }

        boolean isFolder() {
            return this == FOLDER || this == EMPTY_FOLDER;
        }
    }

    private Kinds() {}

    /**
     * Makes something of a kind.
     *
     * @param words tells its content from that of others
     * @param fifo on the same file system
     */
    static void plant(Kind kind, Path at, String words, Path fifo) throws IOException {
        Path beside = at.resolveSibling(at.getFileName() + "-" + words);
        switch (kind) {
            case NOTHING -> {}
            case FILE -> Files.writeString(at, words);
            case EMPTY_FOLDER -> Files.createDirectory(at);
            case FOLDER -> plantFolder(at, words);
            case LINK_TO_FILE -> {
                Files.writeString(beside, "beside " + words);
                Files.createSymbolicLink(at, beside.getFileName());
            }
            case LINK_TO_FOLDER -> {
                plantFolder(beside, words);
                Files.createSymbolicLink(at, beside.getFileName());
            }
            case DANGLING -> Files.createSymbolicLink(at, Path.of("nowhere-" + words));
            case SPECIAL -> Files.createLink(at, fifo);
        }
    }

    private static void plantFolder(Path at, String words) throws IOException {
        Files.createDirectories(at.resolve("sub"));
        Files.writeString(at.resolve("in"), words + " in");
        Files.writeString(at.resolve("only-" + words), words);
        Files.writeString(at.resolve("sub/deep"), words + " deep");
    }

    /** Returns what is below a path, and itself under the empty name; nothing if it isn't there. */
    static SortedMap<String, String> image(Path at) throws IOException {
        SortedMap<String, String> image = new TreeMap<>();
        if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            return image;
        }
        try (Stream<Path> all = Files.walk(at)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                image.put(at.relativize(path).toString(), says(path));
            }
        }
        return image;
    }

    private static String says(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "link " + Files.readSymbolicLink(path);
        }
        if (Files.isDirectory(path)) {
            return "folder";
        }
        return Files.isRegularFile(path) ? "file " + Files.readString(path) : "special";
    }

    /**
     * Puts an image into another.
     *
     * @param prefix where, empty for the top
     * @param alone whether folders have nothing else then
     */
    static void overlay(
            SortedMap<String, String> onto,
            String prefix,
            SortedMap<String, String> image,
            boolean alone) {
        boolean merges = "folder".equals(image.get("")) && "folder".equals(onto.get(prefix));
        if (!merges || alone) {
            onto.keySet().removeIf(path -> path.startsWith(prefix + "/"));
        }
        image.forEach((path, says) -> onto.put(join(prefix, path), says));
    }

    private static String join(String prefix, String path) {
        return path.isEmpty() ? prefix : prefix + "/" + path;
    }
}
