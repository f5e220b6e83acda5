package org.urdma4j.tools.copy;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Names;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.tools.terminal.OutputFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What became of each file of a copy, for a file of a JSON object a line. Digests are those of this
 * end's files, read once more at the end. Any thread may tell it.
 */
final class Manifest implements PassListener {
    private record Row(TreePath path, boolean copied) {}

    /** A file of this end, by its path at the target. */
    record Here(Root root, TreePath path) {}

    /** Finds files of this end. */
    @FunctionalInterface
    interface Lookup {
        /** Returns what became, or is, a path of the target. */
        Optional<Here> find(TreePath target) throws DiskException;
    }

    private final Path file;
    private final PassListener next;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    /**
     * @param next is told, too
     */
    Manifest(Path file, PassListener next) {
        this.file = file;
        this.next = next;
    }

    @Override
    public void onFound(long bytes) {
        next.onFound(bytes);
    }

    @Override
    public synchronized void onSame(TreePath path, long bytes) {
        rows.add(new Row(path, false));
        next.onSame(path, bytes);
    }

    @Override
    public void onWanted(TreePath path, long bytes, long have) {
        next.onWanted(path, bytes, have);
    }

    @Override
    public void onMoved(long bytes) {
        next.onMoved(bytes);
    }

    @Override
    public synchronized void onDone(TreePath path) {
        rows.add(new Row(path, true));
        next.onDone(path);
    }

    @Override
    public void onAgain(TreePath path) {
        next.onAgain(path);
    }

    @Override
    public void onInUse(TreePath path) {
        next.onInUse(path);
    }

    @Override
    public synchronized void onFailed(Fault fault, String text) {
        failures.add(text);
        next.onFailed(fault, text);
    }

    @Override
    public void onRemoved(TreePath path) {
        next.onRemoved(path);
    }

    /**
     * Writes the file.
     *
     * @param base the target as it was named; paths begin there
     * @throws IOException with a line for the user
     */
    synchronized void write(TreePath base, Lookup here) throws IOException {
        OutputFile.write(
                file,
                out -> {
                    for (Row row : rows) {
                        out.write(Json.text(line(row, base, here)) + "\n");
                    }
                    for (String each : failures) {
                        JsonObject line = new JsonObject().put("state", "failed");
                        out.write(Json.text(line.put("error", each)) + "\n");
                    }
                });
    }

    private static JsonObject line(Row row, TreePath base, Lookup here) {
        TreePath shown = rest(row.path, base);
        byte[] name = shown.isRoot() ? row.path.name() : shown.bytes();
        JsonObject line = new JsonObject().put("path", Names.text(name));
        try {
            Optional<Here> found = here.find(row.path);
            Optional<FileStat> stat =
                    found.isEmpty() ? Optional.empty() : found.get().root.stat(found.get().path);
            if (stat.isEmpty()) {
                throw new DiskException(DiskException.Kind.NOT_FOUND, row.path);
            }
            if (stat.get().type() == FileType.SYMLINK) {
                line.put("link", Names.text(link(found.get())));
            } else {
                line.put("size", stat.get().size()).put("sha256", sha256(found.get()));
            }
        } catch (DiskException e) {
            return line.put("state", "failed").put("error", e.getMessage());
        }
        return line.put("state", row.copied ? "copied" : "same");
    }

    private static byte[] link(Here here) throws DiskException {
        try (DirectoryHandle parent = here.root.openDirectory(here.path.parent())) {
            return parent.readLink(here.path.name());
        }
    }

    /** Returns the digest of a file in hexadecimal. */
    static String sha256(Here here) throws DiskException {
        try (FileHandle opened = here.root.openFile(here.path)) {
            return HexFormat.of().formatHex(Checksums.of(opened));
        }
    }

    /** Returns a path from a folder that it is in on; all of it otherwise. */
    static TreePath rest(TreePath path, TreePath folder) {
        byte[] bytes = path.bytes();
        if (folder.isRoot() || !path.isWithin(folder)) {
            return path;
        }
        int skipped = Math.min(bytes.length, folder.length() + 1);
        try {
            return TreePath.of(Arrays.copyOfRange(bytes, skipped, bytes.length));
        } catch (DiskException e) {
            throw new IllegalStateException("the end of a path is one", e);
        }
    }
}
