package org.urdma4j.tools.copy;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Names;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.tools.terminal.OutputFile;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Compares a folder with what a {@link Manifest} has of it. */
final class ManifestCheck {
    private static final int HEX = 16;

    private final Root root;
    private final PrintWriter err;
    private long files;
    private long bytes;
    private long wrong;

    private ManifestCheck(Root root, PrintWriter err) {
        this.root = root;
        this.err = err;
    }

    /**
     * Checks all, and says what is wrong.
     *
     * @param folder the target as it was named to the copy
     * @return whether all is as it was
     * @throws IOException if the manifest or the folder can't be read, with a line for the user
     */
    static boolean run(Path manifest, byte[] folder, PrintWriter out, PrintWriter err)
            throws IOException {
        try (Root root = Root.open(folder)) {
            ManifestCheck check = new ManifestCheck(root, err);
            check.all(manifest);
            out.println(
                    "checked %d files, %s%s"
                            .formatted(
                                    check.files,
                                    Amounts.bytes(check.bytes),
                                    check.wrong == 0
                                            ? ""
                                            : "; %d aren't as they were".formatted(check.wrong)));
            out.flush();
            return check.wrong == 0;
        }
    }

    private void all(Path manifest) throws IOException {
        int number = 0;
        try (BufferedReader in = Files.newBufferedReader(manifest)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                if (!line.isBlank()) {
                    one(line, "%s line %d".formatted(manifest, number));
                }
            }
        } catch (DiskException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("can't read " + OutputFile.why(manifest, e), e);
        }
    }

    private void one(String line, String where) throws IOException {
        JsonNode row;
        try {
            row = JsonMapper.shared().readTree(line);
        } catch (JacksonException _) {
            throw new DiskException(DiskException.Kind.BAD_NAME, where, "isn't JSON");
        }
        String shown = row.path("path").asString("");
        if (row.path("state").asString("").equals("failed")) {
            tell(
                    "%s: wasn't copied"
                            .formatted(shown.isEmpty() ? row.path("error").asString("") : shown));
            return;
        }
        if (shown.isEmpty() || (!row.has("sha256") && !row.has("link"))) {
            throw new DiskException(
                    DiskException.Kind.BAD_NAME, where, "isn't a line of --manifest");
        }
        files++;
        try {
            String why = compare(row, new Manifest.Here(root, TreePath.of(bytes(shown))));
            if (why != null) {
                tell(shown + ": " + why);
            }
        } catch (DiskException e) {
            tell(e.getMessage());
        }
    }

    private void tell(String text) {
        wrong++;
        err.println("urdma: " + text);
        err.flush();
    }

    /** Returns what is wrong, null if nothing is. */
    private String compare(JsonNode row, Manifest.Here here) throws DiskException {
        Optional<FileStat> stat = root.stat(here.path());
        if (stat.isEmpty()) {
            return "is missing";
        }
        boolean link = row.has("link");
        if (stat.get().type() != (link ? FileType.SYMLINK : FileType.FILE)) {
            return Named.words(stat.get().type()) + " now";
        }
        if (link) {
            try (DirectoryHandle parent = root.openDirectory(here.path().parent())) {
                String now = Names.text(parent.readLink(here.path().name()));
                return now.equals(row.path("link").asString()) ? null : "leads elsewhere";
            }
        }
        long size = row.path("size").asLong(-1);
        if (stat.get().size() != size) {
            return "has %d bytes, not %d".formatted(stat.get().size(), size);
        }
        bytes += size;
        return Manifest.sha256(here).equals(row.path("sha256").asString())
                ? null
                : "has another SHA-256";
    }

    /** Returns what {@link Names#text} made text of. */
    private static byte[] bytes(String shown) throws DiskException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int at = 0;
        while (at < shown.length()) {
            int slash = shown.indexOf('\\', at);
            int end = slash < 0 ? shown.length() : slash;
            bytes.writeBytes(shown.substring(at, end).getBytes(StandardCharsets.UTF_8));
            at = end;
            if (slash < 0) {
                continue;
            }
            try {
                boolean hex = shown.startsWith("\\x", slash);
                bytes.write(
                        hex
                                ? Integer.parseInt(shown.substring(slash + 2, slash + 4), HEX)
                                : shown.charAt(slash + 1));
                at += hex ? 4 : 2;
            } catch (IndexOutOfBoundsException | NumberFormatException _) {
                throw new DiskException(DiskException.Kind.BAD_NAME, shown);
            }
        }
        return bytes.toByteArray();
    }
}
