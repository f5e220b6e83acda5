package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.OpenDirectories;
import org.urdma4j.copy.tree.TreePath;

import java.util.ArrayList;
import java.util.List;

/**
 * Permissions and times of directories, which are set when nothing more is written to them: both a
 * file that is added and one that can't be depend on it. Any thread may use it.
 */
final class DirectoryAttributes {
    private record Later(TreePath path, Attributes attributes) {}

    private final List<Later> later = new ArrayList<>();

    synchronized void add(TreePath path, Attributes attributes) {
        later.add(new Later(path, attributes));
    }

    /**
     * Sets them all, of what came last first: a directory comes before what is in it.
     *
     * @throws DiskException the first that was refused; the others are set
     */
    synchronized void apply(OpenDirectories directories) throws DiskException {
        DiskException first = null;
        for (int i = later.size() - 1; i >= 0; i--) {
            Later directory = later.get(i);
            try {
                set(directories, directory.path, directory.attributes);
            } catch (DiskException e) {
                first = first == null ? e : first;
            }
        }
        later.clear();
        if (first != null) {
            throw first;
        }
    }

    static void set(OpenDirectories directories, TreePath path, Attributes attributes)
            throws DiskException {
        if (path.isRoot()) {
            try (DirectoryHandle root = directories.get(path)) {
                root.setPermissions(attributes.permissions());
                root.setModified(attributes);
            }
            return;
        }
        byte[] name = path.name();
        try (DirectoryHandle parent = directories.get(path.parent())) {
            parent.setPermissions(name, attributes.permissions());
            parent.setModified(name, attributes);
        }
    }
}
