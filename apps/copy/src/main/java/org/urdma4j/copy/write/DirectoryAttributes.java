package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.OpenDirectories;
import org.urdma4j.copy.tree.TreePath;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Permissions and times of directories, which are set when nothing more is written to them: both a
 * file that is added and one that can't be depend on it. Any thread may use it.
 */
final class DirectoryAttributes {
    /** What an entry takes besides its path: the objects, and its place in the map. */
    private static final long ENTRY = 192;

    /** What an extended attribute takes besides its name and value. */
    private static final long XATTR = 192;

    private final MemoryBudget memory;
    private final Map<TreePath, Attributes> later = new LinkedHashMap<>();
    private long taken;

    DirectoryAttributes(MemoryBudget memory) {
        this.memory = memory;
    }

    /**
     * Remembers them; of a directory that was met before, the last.
     *
     * @throws DiskException LIMIT if there is no memory for one more
     */
    synchronized void add(TreePath path, Attributes attributes) throws DiskException {
        Attributes before = later.get(path);
        long bytes = bytes(attributes.metadata());
        bytes += before == null ? ENTRY + path.length() : -bytes(before.metadata());
        if (!memory.tryTake(bytes)) {
            throw new DiskException(
                    Kind.LIMIT,
                    path,
                    "keeps other permissions and times: there is no memory for more folders");
        }
        taken += bytes;
        later.put(path, attributes);
    }

    private static long bytes(Metadata metadata) {
        return metadata.bytes() + XATTR * metadata.xattrs().size();
    }

    /**
     * Sets them all, of what came last first: a directory comes before what is in it.
     *
     * @param failed told of each that was refused; the others are set
     */
    synchronized void apply(OpenDirectories directories, Consumer<DiskException> failed) {
        List<Map.Entry<TreePath, Attributes>> all = new ArrayList<>(later.entrySet());
        for (Map.Entry<TreePath, Attributes> directory : all.reversed()) {
            try {
                set(directories, directory.getKey(), directory.getValue());
            } catch (DiskException e) {
                failed.accept(e);
            }
        }
        clear();
    }

    synchronized void clear() {
        later.clear();
        memory.give(taken);
        taken = 0;
    }

    static void set(OpenDirectories directories, TreePath path, Attributes attributes)
            throws DiskException {
        if (path.isRoot()) {
            try (DirectoryHandle root = directories.get(path)) {
                root.setAttributes(attributes);
            }
            return;
        }
        byte[] name = path.name();
        try (DirectoryHandle parent = directories.get(path.parent())) {
            if (attributes.metadata().isNone()) {
                parent.setPermissions(name, attributes.permissions());
                parent.setModified(name, attributes);
                return;
            }
            try (DirectoryHandle directory = parent.openDirectory(name)) {
                directory.setAttributes(attributes);
            }
        }
    }
}
