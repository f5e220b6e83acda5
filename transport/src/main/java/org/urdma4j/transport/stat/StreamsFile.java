package org.urdma4j.transport.stat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What streams a process carries, beside the counters of its devices: a file of text, replaced as a
 * whole, with a line for each of the first {@value #MOST}: peer, target, bytes sent and received,
 * parted by tabs. One thread.
 */
public final class StreamsFile implements AutoCloseable {
    private static final String SUFFIX = ".streams";
    private static final int MOST = 4096;
    private static final int FIELDS = 4;

    private final Path file;
    private List<Line> written = List.of();

    /**
     * One of them.
     *
     * @param peer printable, of whoever asked for it
     * @param target printable
     */
    public record Line(String peer, String target, long sent, long received) {}

    /**
     * Those of a process.
     *
     * @param pid as the process sees itself
     */
    public record Found(long pid, List<Line> lines) {}

    private StreamsFile(Path file) {
        this.file = file;
    }

    /** Has none yet; nothing is ever written where no files are wanted or can be. */
    public static StreamsFile open() {
        if ("off".equals(System.getProperty(StatPublisher.PROPERTY))) {
            return new StreamsFile(null);
        }
        try {
            ProcessIdentity own = ProcessIdentity.current();
            String name = "%d-%d-%x%s".formatted(own.pid(), own.startMs(), own.namespace(), SUFFIX);
            return new StreamsFile(StatFolder.prepare().resolve(name));
        } catch (IOException _) {
            return new StreamsFile(null);
        }
    }

    /** Replaces what is there, if it is other. A disk that is full is no harm. */
    public void write(List<Line> lines) {
        if (file == null || lines.equals(written)) {
            return;
        }
        written = lines;
        StringBuilder text = new StringBuilder();
        lines.stream()
                .limit(MOST)
                .forEach(each ->
                        text.append(each.peer())
                                .append('\t')
                                .append(each.target())
                                .append('\t')
                                .append(each.sent())
                                .append('\t')
                                .append(each.received())
                                .append('\n'));
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(part, text, StandardCharsets.US_ASCII);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException _) {
            remove(part);
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException _) {
            // who looks next removes it
        }
    }

    @Override
    public void close() {
        if (file != null) {
            remove(file);
            StatFolder.removeIfEmpty();
        }
    }

    /**
     * Returns those of all processes that live, and removes the files of others.
     *
     * @throws IOException if the folder can't be read; one that isn't there is empty
     */
    public static List<Found> read(Path folder) throws IOException {
        List<Found> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX + "*")) {
            for (Path each : files) {
                ProcessIdentity owner = owner(each.getFileName().toString());
                if (owner != null && owner.isDead()) {
                    remove(each);
                } else if (owner != null && each.toString().endsWith(SUFFIX)) {
                    all.add(new Found(owner.pid(), lines(each)));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
        return all;
    }

    private static ProcessIdentity owner(String name) {
        String[] parts = name.substring(0, name.indexOf(SUFFIX)).split("-", -1);
        try {
            return parts.length == 3
                    ? new ProcessIdentity(
                            Long.parseLong(parts[0]),
                            Long.parseLong(parts[1]),
                            Long.parseLong(parts[2], 16))
                    : null;
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private static List<Line> lines(Path file) {
        List<Line> lines = new ArrayList<>();
        try {
            for (String text : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
                String[] parts = text.replaceAll("[^\\x20-\\x7e\t]", "?").split("\t", -1);
                if (parts.length == FIELDS) {
                    lines.add(
                            new Line(
                                    parts[0],
                                    parts[1],
                                    Long.parseLong(parts[2]),
                                    Long.parseLong(parts[3])));
                }
            }
        } catch (IOException | NumberFormatException _) {
            // its process has just ended, or it is no file of ours
        }
        return lines;
    }
}
