package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.Listing;
import org.urdma4j.copy.tree.ReservedNames;

/**
 * What copies left behind that were killed. Whoever writes such a file has it locked, and the
 * kernel unlocks what a process held; of a link, which can't be locked, the writer notices and
 * makes it again.
 */
final class Leftovers {
    private Leftovers() {}

    /**
     * Removes what no copy is writing; what can't be removed is somebody else's, and stays.
     *
     * @param all whether what could be resumed goes as well
     */
    static void sweep(DirectoryHandle directory, boolean all) throws DiskException {
        Listing listing = directory.list();
        for (byte[] name = listing.next(); name != null; name = listing.next()) {
            if (ReservedNames.isReserved(name) && (all || ReservedNames.isTemporary(name))) {
                tryRemove(directory, name);
            }
        }
    }

    private static void tryRemove(DirectoryHandle directory, byte[] name) {
        try {
            removeUnlessInUse(directory, name);
        } catch (DiskException e) {
            // another user's, in a directory that many write to
        }
    }

    /** Removes something with a reserved name; returns false if a copy is writing it. */
    static boolean removeUnlessInUse(DirectoryHandle directory, byte[] name) throws DiskException {
        try (FileHandle file = directory.openFile(name)) {
            if (!file.tryLock()) {
                return false;
            }
            removeIfThere(directory, name);
        } catch (DiskException e) {
            switch (e.kind()) {
                case NOT_FOUND -> {}
                case LINK, NO_PERMISSION, SPECIAL -> removeIfThere(directory, name);
                default -> throw e;
            }
        }
        return true;
    }

    /** Removes a name that isn't a directory's, if it is there. */
    static void removeIfThere(DirectoryHandle directory, byte[] name) throws DiskException {
        try {
            directory.removeFile(name);
        } catch (DiskException e) {
            if (e.kind() != Kind.NOT_FOUND) {
                throw e;
            }
        }
    }
}
