package org.urdma4j.tools.copy;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Names;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.tools.terminal.RawArguments;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where files are, as it is written on the command line: a path here, or {@code HOST[:PORT]:PATH}.
 *
 * @param host null for here
 * @param port 0 if none is written
 * @param text the path, as {@link RawArguments} has it
 */
record Location(String host, int port, String text) {
    private static final Pattern REMOTE =
            Pattern.compile(
                    "(\\[[0-9A-Fa-f:.]+(?:%[^/\\[\\]]+)?]|[^/:\\[\\]]+):(?:([0-9]{1,5}):)?(.*)",
                    Pattern.DOTALL);

    private static final int MAX_PORT = 0xffff;

    /**
     * Reads one. What has a slash before its first colon is a path here.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Location parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a path is empty; \".\" is the folder at work");
        }
        Matcher remote = REMOTE.matcher(text);
        if (!remote.matches()) {
            return new Location(null, 0, text);
        }
        String host = remote.group(1);
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = remote.group(2) == null ? 0 : Integer.parseInt(remote.group(2));
        if (remote.group(2) != null && (port < 1 || port > MAX_PORT)) {
            throw new IllegalArgumentException(
                    "the port is %d, must be 1 to 65535".formatted(port));
        }
        return new Location(host, port, remote.group(3));
    }

    boolean isRemote() {
        return host != null;
    }

    private byte[] bytes() {
        return RawArguments.bytes(text);
    }

    /** Returns whether what is in it is meant, not itself: it ends with a slash, or in a dot. */
    boolean isContent() {
        return text.isEmpty()
                || text.endsWith("/")
                || text.equals(".")
                || text.equals("..")
                || text.endsWith("/.")
                || text.endsWith("/..");
    }

    /** Returns the path for a server, whose folder is where all paths begin. */
    TreePath served() throws DiskException {
        byte[] bytes = bytes();
        StringBuilder names = new StringBuilder();
        for (String name : new String(bytes, StandardCharsets.ISO_8859_1).split("/+", -1)) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.append(names.isEmpty() ? "" : "/").append(name);
            }
        }
        return TreePath.of(names.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the path here without slashes at its end. */
    byte[] path() {
        byte[] bytes = bytes();
        int end = bytes.length;
        while (end > 1 && bytes[end - 1] == '/') {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }

    byte[] parent() {
        byte[] path = path();
        int slash = lastSlash(path);
        return slash < 0 ? new byte[] {'.'} : Arrays.copyOf(path, Math.max(1, slash));
    }

    /** Returns its name in that folder; empty if it is only dots or slashes. */
    Optional<byte[]> name() {
        byte[] path = path();
        byte[] name = Arrays.copyOfRange(path, lastSlash(path) + 1, path.length);
        boolean dots = name.length == 0 || Arrays.equals(name, new byte[] {'.'});
        return dots || Arrays.equals(name, new byte[] {'.', '.'})
                ? Optional.empty()
                : Optional.of(name);
    }

    private static int lastSlash(byte[] path) {
        int i = path.length - 1;
        while (i >= 0 && path[i] != '/') {
            i--;
        }
        return i;
    }

    String shown() {
        String path = Names.text(bytes());
        return isRemote() ? host + ":" + path : path;
    }
}
