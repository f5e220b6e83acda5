package org.urdma4j.tools.copy;

import org.urdma4j.copy.send.Listed;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.tools.terminal.OutputFile;
import org.urdma4j.tools.terminal.PathArgument;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Names of what is copied, each on a line or with a NUL behind. */
final class FilesFrom {
    private FilesFrom() {}

    /**
     * Reads a list.
     *
     * @param file {@code -} for standard input
     * @param nul whether a NUL ends a name, and not the line
     * @return in the order of their bytes, each once
     * @throws IOException if it can't be read, or a name has {@code ..}; with a line for the user
     */
    static List<Listed> read(String file, boolean nul, InputStream standard) throws IOException {
        if (file.equals("-")) {
            return parse("standard input", standard.readAllBytes(), nul);
        }
        Path path = PathArgument.of(file);
        byte[] all;
        try {
            all = Files.readAllBytes(path);
        } catch (IOException e) {
            throw new IOException("--files-from: " + OutputFile.why(path, e), e);
        }
        return parse(file, all, nul);
    }

    static List<Listed> parse(String file, byte[] all, boolean nul) throws IOException {
        for (int i = 0; !nul && i < all.length; i++) {
            if (all[i] == 0) {
                throw new IOException(file + ": a NUL is in a line; with -0 it ends a name");
            }
        }
        List<byte[]> names = new ArrayList<>();
        byte end = (byte) (nul ? 0 : '\n');
        int start = 0;
        for (int i = 0; i <= all.length; i++) {
            if (i == all.length || all[i] == end) {
                if (i > start) {
                    names.add(plain(Arrays.copyOfRange(all, start, i)));
                }
                start = i + 1;
            }
        }
        // NULs for slashes, so that what is in a folder follows it
        names.sort(Arrays::compareUnsigned);
        List<Listed> listed = new ArrayList<>(names.size());
        for (byte[] name : names) {
            boolean whole = name.length > 0 && name[name.length - 1] == 0;
            byte[] path = whole ? Arrays.copyOf(name, name.length - 1) : name;
            for (int i = 0; i < path.length; i++) {
                path[i] = path[i] == 0 ? (byte) '/' : path[i];
            }
            Listed one;
            try {
                one = new Listed(TreePath.of(path), whole);
            } catch (IOException e) {
                throw new IOException("%s: %s".formatted(file, e.getMessage()), e);
            }
            Listed last = listed.isEmpty() ? null : listed.getLast();
            if (last != null && last.path().equals(one.path())) {
                listed.removeLast();
            }
            if (last == null || !last.whole() || !one.path().isWithin(last.path())) {
                listed.add(one);
            }
        }
        if (listed.isEmpty()) {
            throw new IOException(file + " names nothing");
        }
        return listed;
    }

    /** Leaves out slashes and dots that mean nothing; those left become NULs. */
    private static byte[] plain(byte[] name) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(name.length);
        int start = 0;
        boolean open = false;
        for (int i = 0; i <= name.length; i++) {
            if (i < name.length && name[i] != '/') {
                continue;
            }
            boolean dot = i - start == 1 && name[start] == '.';
            if (i > start && !dot) {
                if (open) {
                    plain.write(0);
                }
                plain.write(name, start, i - start);
                open = true;
            }
            start = i + 1;
        }
        if (name[name.length - 1] == '/') {
            plain.write(0);
        }
        return plain.toByteArray();
    }
}
