package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Opens what is there of a file for one copy alone.
 *
 * <p>Its names can be foretold, so that a later copy finds it: in a directory that others write to,
 * they may have put something there. It is gone on with only if it is this user's own, has no other
 * name and nobody else may write to it; otherwise the file gets names by chance, and can't be
 * resumed.
 */
final class PartialFile {
    private static final int TRIES = 16;

    /** For the owner alone. */
    private static final int PRIVATE = 0600;

    private PartialFile() {}

    /**
     * What is there, locked, and what says which chunks are.
     *
     * @param names as they are, which may not be those that were asked for
     */
    record Opened(FileHandle content, FileHandle journal, FileNames names) {
        void close() {
            journal.close();
            content.close();
        }
    }

    /**
     * Opens both, or makes them.
     *
     * @throws DiskException IN_USE if another copy has them
     */
    static Opened open(DirectoryHandle directory, FileNames names, RandomGenerator random)
            throws DiskException {
        Opened usual = tryOpen(directory, names);
        for (int i = 0; usual == null && i < TRIES; i++) {
            usual = tryOpen(directory, names.byChance(random));
        }
        if (usual == null) {
            throw inUse(names);
        }
        return usual;
    }

    private static Opened tryOpen(DirectoryHandle directory, FileNames names) throws DiskException {
        FileHandle content = open(directory, names.partial(), names, true);
        FileHandle journal = null;
        try {
            // locked for sweeps alone: whoever has the partial file has the journal
            journal = content == null ? null : open(directory, names.journal(), names, false);
        } finally {
            if (content != null && journal == null) {
                Leftovers.removeIfThere(directory, names.partial()); // without it of no use
                content.close();
            }
        }
        return journal == null ? null : new Opened(content, journal, names);
    }

    /** Returns null if something has the name that isn't this user's. */
    private static FileHandle open(
            DirectoryHandle directory, byte[] name, FileNames names, boolean locked)
            throws DiskException {
        for (int i = 0; i < TRIES; i++) {
            FileHandle file = openOrCreate(directory, name);
            if (file == null) {
                return null;
            }
            boolean usable = false;
            try {
                if (!file.isOwn()) {
                    return null;
                }
                if (!file.tryLock() && locked) {
                    throw inUse(names);
                }
                usable = isUsable(directory, name, file);
                if (usable) {
                    return file;
                }
            } finally {
                if (!usable) {
                    file.close();
                }
            }
        }
        return null;
    }

    private static boolean isUsable(DirectoryHandle directory, byte[] name, FileHandle file)
            throws DiskException {
        if (!file.isOwnAlone()) {
            // of a file with two names, the other stays as it is
            Leftovers.removeIfThere(directory, name);
            return false;
        }
        file.setPermissions(PRIVATE);
        return isStill(directory, name, file);
    }

    private static DiskException inUse(FileNames names) {
        return new DiskException(Kind.IN_USE, names.path(), "another copy is writing this file");
    }

    /** Returns null if what has the name is no file, or one that this user may not open. */
    private static FileHandle openOrCreate(DirectoryHandle directory, byte[] name)
            throws DiskException {
        for (int i = 1; ; i++) {
            try {
                return directory.createFile(name);
            } catch (DiskException e) {
                if (e.kind() != Kind.EXISTS || i == TRIES) {
                    throw e;
                }
            }
            try {
                return directory.openWritable(name);
            } catch (DiskException e) {
                switch (e.kind()) {
                    case NOT_FOUND -> {} // gone meanwhile
                    case LINK, SPECIAL, IS_DIRECTORY, NO_PERMISSION -> {
                        return null;
                    }
                    default -> throw e;
                }
            }
        }
    }

    private static boolean isStill(DirectoryHandle directory, byte[] name, FileHandle file)
            throws DiskException {
        Optional<FileStat> named = directory.stat(name);
        return named.isPresent() && named.get().isSameFile(file.stat());
    }
}
