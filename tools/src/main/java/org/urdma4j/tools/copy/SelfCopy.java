package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.scan.Excludes;
import org.urdma4j.copy.scan.TreeScan;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses to copy a folder into itself, which would go on until a path is too long or the disk is
 * full. That needs both ends on one machine; a folder is known again by its inode and times.
 */
final class SelfCopy {
    private static final byte[] UP = {'/', '.', '.'};

    private SelfCopy() {}

    /** Returns whether a host is this machine, as far as its address says so. */
    static boolean isHere(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false; // whoever connects says why
        }
    }

    /**
     * Checks a push.
     *
     * @param root where the source is, which may be no folder
     * @param deepest paths of the server's, each in the next: the first that is a folder is where
     *     it is written to
     * @throws DiskException EXISTS if that folder is met in the source
     */
    static void checkPush(
            CopyClient client,
            Root root,
            Named source,
            List<TreePath> deepest,
            Excludes excludes,
            Location target)
            throws IOException {
        if (!source.isFolder()) {
            return;
        }
        List<Optional<Facts>> there = client.stat(deepest);
        int at = 0;
        while (at < there.size()
                && there.get(at).filter(f -> f.type() == FileType.DIRECTORY).isEmpty()) {
            at++;
        }
        if (at == there.size()) {
            return;
        }
        FileIdentity writes = there.get(at).get().identity();
        try (TreeScan scan = new TreeScan(root, source.path(), excludes, _ -> {})) {
            for (Entry entry = scan.next(); entry != null; entry = scan.next()) {
                FileStat stat = entry.stat();
                if (stat.type() != FileType.DIRECTORY || !stat.identity().equals(writes)) {
                    continue;
                }
                TreePath from = below(source.path(), entry.path());
                if (at == 0 || !excludes.excludes(from.child(deepest.get(at - 1).name()), true)) {
                    throw refuse(source.location(), target);
                }
            }
        }
    }

    private static TreePath below(TreePath start, TreePath path) throws DiskException {
        int cut = start.isRoot() ? 0 : Math.min(path.length(), start.length() + 1);
        return TreePath.of(Arrays.copyOfRange(path.bytes(), cut, path.length()));
    }

    /**
     * Checks a pull, as {@link #checkPush}.
     *
     * @param root below which is written
     * @param path of the root
     * @param goes where each source goes, or nothing if none of it is there yet
     */
    static void checkPull(
            CopyClient client,
            List<Named> named,
            Root root,
            byte[] path,
            List<TreePath> goes,
            Location target)
            throws IOException {
        List<Optional<Facts>> facts = client.stat(named.stream().map(Named::path).toList());
        Map<FileIdentity, Location> folders = new HashMap<>();
        for (int i = 0; i < named.size(); i++) {
            if (named.get(i).isFolder() && facts.get(i).isPresent()) {
                folders.put(facts.get(i).get().identity(), named.get(i).location());
            }
        }
        if (folders.isEmpty()) {
            return;
        }
        checkUpwards(folders, path, target);
        for (int i = 0; i < goes.size(); i++) {
            boolean deep = named.get(i).isFolder() && !goes.get(i).isRoot();
            if (deep && root.isDirectory(goes.get(i))) {
                byte[] name = goes.get(i).name();
                byte[] deeper = Arrays.copyOf(path, path.length + 1 + name.length);
                deeper[path.length] = '/';
                System.arraycopy(name, 0, deeper, path.length + 1, name.length);
                checkUpwards(folders, deeper, target);
            }
        }
    }

    /**
     * Checks a folder and those that it is in.
     *
     * @throws DiskException EXISTS if it is one of the sources, or in one
     */
    private static void checkUpwards(
            Map<FileIdentity, Location> sources, byte[] deepest, Location target)
            throws DiskException {
        byte[] path = deepest;
        FileStat below = null;
        while (path.length <= TreePath.MAX_BYTES) {
            FileStat stat;
            try (Root root = Root.open(path)) {
                stat = root.directory().stat();
            } catch (DiskException e) {
                if (e.kind() == Kind.NO_PERMISSION) {
                    return;
                }
                throw e;
            }
            if (sources.containsKey(stat.identity())) {
                throw refuse(sources.get(stat.identity()), target);
            }
            if (below != null && stat.isSameFile(below)) {
                return; // the root of all
            }
            below = stat;
            path = Arrays.copyOf(path, path.length + UP.length);
            System.arraycopy(UP, 0, path, path.length - UP.length, UP.length);
        }
    }

    private static DiskException refuse(Location source, Location target) {
        return new DiskException(
                Kind.EXISTS,
                target.shown(),
                "is %s itself or lies in it, and a folder can't be copied into itself"
                        .formatted(source.shown()));
    }
}
