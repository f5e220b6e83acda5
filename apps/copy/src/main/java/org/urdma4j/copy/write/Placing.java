package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.TreePath;

/** How something that is whole gets its name. */
final class Placing {
    private Placing() {}

    /**
     * Gives it its name in one step, in place of what has it. An empty directory is removed for it.
     *
     * @throws DiskException IS_DIRECTORY if a directory has the name that isn't empty
     */
    static void place(DirectoryHandle directory, byte[] from, byte[] to) throws DiskException {
        try {
            directory.rename(from, directory, to);
        } catch (DiskException e) {
            if (e.kind() != Kind.IS_DIRECTORY) {
                throw e;
            }
            makeRoom(directory, to);
            directory.rename(from, directory, to);
        }
    }

    /**
     * Removes an empty directory that has a name.
     *
     * @throws DiskException IS_DIRECTORY if it isn't empty
     */
    static void makeRoom(DirectoryHandle directory, byte[] name) throws DiskException {
        try {
            directory.removeDirectory(name);
        } catch (DiskException e) {
            if (e.kind() != Kind.NOT_EMPTY && e.kind() != Kind.EXISTS) {
                throw e;
            }
            throw notEmpty(directory.path().child(name));
        }
    }

    static DiskException notEmpty(TreePath path) {
        return new DiskException(
                Kind.IS_DIRECTORY,
                path,
                "is a directory that is not empty, and a file or link in the source; --force"
                        + " without --exclude removes it");
    }
}
