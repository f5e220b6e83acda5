package org.urdma4j.tools.copy;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Names;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.tools.terminal.RawArguments;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where files are, as it is written on the command line: a path here, or {@code
 * [USER@]HOST[:PORT]:PATH}.
 *
 * @param user null if none is written
 * @param host null for here
 * @param port 0 if none is written
 * @param text the path, as {@link RawArguments} has it
 * @param at where it is in a folder that is served for this copy; null in the one of a server
 */
record Location(String user, String host, int port, String text, TreePath at) {
    private static final Pattern REMOTE =
            Pattern.compile(
                    "(?:([^/:\\[\\]]+)@)?(\\[[0-9A-Fa-f:.]+(?:%[^/\\[\\]]+)?]|[^/:@\\[\\]]+):(?:([0-9]{1,5}):)?(.*)",
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
            return new Location(null, null, 0, text, null);
        }
        String host = remote.group(2);
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = remote.group(3) == null ? 0 : Integer.parseInt(remote.group(3));
        if (remote.group(3) != null && (port < 1 || port > MAX_PORT)) {
            throw new IllegalArgumentException(
                    "the port is %d, must be 1 to 65535".formatted(port));
        }
        return new Location(remote.group(1), host, port, remote.group(4), null);
    }

    /** Returns the same in a folder that is served for this copy. */
    Location at(TreePath path) {
        return new Location(user, host, port, text, path);
    }

    /**
     * Returns the same as a path here, of a user who came by ssh.
     *
     * @param home of the user, or null
     */
    Location in(String home) {
        String path = text.isEmpty() ? "." : text;
        return new Location(
                user,
                host,
                0,
                home != null && path.startsWith("~/") ? home + path.substring(1) : path,
                at);
    }

    /** Returns who and where, as ssh takes it. */
    String destination() {
        return user == null ? host : user + "@" + host;
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

    /** Returns it with a slash at its end, unless it means what is in it already. */
    Location content() {
        return isContent() ? this : new Location(user, host, port, text + "/", at);
    }

    /** Returns the path for a server, whose folder is where all paths begin. */
    TreePath served() throws DiskException {
        return at == null ? plain() : at;
    }

    /** Returns its names, without a slash in front. */
    private TreePath plain() throws DiskException {
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

    /**
     * A folder in which some paths are.
     *
     * @param path of the folder
     * @param below where each of them is in it
     */
    record Common(ByteString path, List<TreePath> below) {}

    /**
     * Returns the folder that paths are in: the one in which all are; otherwise the deepest by
     * their names, which then may not have links or {@code ..} on the way.
     */
    static Common common(List<Location> paths) throws DiskException {
        List<ByteString> folders = new ArrayList<>();
        List<TreePath> below = new ArrayList<>();
        for (Location each : paths) {
            Optional<byte[]> name = each.name();
            byte[] folder = name.isPresent() ? each.parent() : each.path();
            folders.add(ByteString.of(folder.length == 0 ? new byte[] {'.'} : folder));
            below.add(name.isPresent() ? TreePath.ROOT.child(name.get()) : TreePath.ROOT);
        }
        if (folders.stream().distinct().count() == 1) {
            return new Common(folders.getFirst(), below);
        }
        boolean absolute = paths.getFirst().text.startsWith("/");
        List<TreePath> all = new ArrayList<>();
        for (Location each : paths) {
            if (each.text.startsWith("/") != absolute) {
                throw new DiskException(
                        DiskException.Kind.BAD_NAME,
                        each.shown(),
                        "name either all with a slash in front, or none");
            }
            all.add(each.plain());
        }
        TreePath deepest = all.getFirst();
        while (!isFolderOf(deepest, all)) {
            deepest = deepest.parent();
        }
        int skipped = deepest.isRoot() ? 0 : deepest.length() + 1;
        List<TreePath> rest = new ArrayList<>();
        for (TreePath each : all) {
            byte[] bytes = each.bytes();
            rest.add(TreePath.of(Arrays.copyOfRange(bytes, skipped, bytes.length)));
        }
        byte[] folder = deepest.bytes();
        byte[] path = new byte[folder.length + 1];
        path[0] = (byte) (absolute ? '/' : '.');
        System.arraycopy(folder, 0, path, 1, folder.length);
        boolean plain = !absolute && folder.length > 0;
        return new Common(ByteString.of(plain ? folder : path), rest);
    }

    private static boolean isFolderOf(TreePath folder, List<TreePath> all) {
        return folder.isRoot()
                || all.stream().allMatch(each -> each.isWithin(folder) && !each.equals(folder));
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
        return isRemote() ? destination() + ":" + path : path;
    }
}
