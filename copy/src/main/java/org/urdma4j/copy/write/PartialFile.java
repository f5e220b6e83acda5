package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;

import java.util.Optional;

/** Opens what is there of a file for one copy alone. */
final class PartialFile {
    private static final int TRIES = 16;

    private PartialFile() {}

    /**
     * Opens it, or makes it, and locks it.
     *
     * @param forWhom the name that it will have, for the message
     * @throws DiskException IN_USE if another copy has it
     */
    static FileHandle open(DirectoryHandle directory, byte[] name, byte[] forWhom)
            throws DiskException {
        for (int i = 0; i < TRIES; i++) {
            FileHandle file = openOrCreate(directory, name);
            if (file == null) {
                continue;
            }
            boolean ours = false;
            try {
                if (!file.tryLock()) {
                    break;
                }
                ours = isStill(directory, name, file);
            } finally {
                if (!ours) {
                    file.close();
                }
            }
            if (ours) {
                return file;
            }
        }
        throw new DiskException(
                Kind.IN_USE, directory.path().child(forWhom), "another copy is writing this file");
    }

    private static FileHandle openOrCreate(DirectoryHandle directory, byte[] name)
            throws DiskException {
        try {
            return directory.createFile(name);
        } catch (DiskException e) {
            if (e.kind() != Kind.EXISTS) {
                throw e;
            }
        }
        try {
            return directory.openWritable(name);
        } catch (DiskException e) {
            if (e.kind() != Kind.NOT_FOUND) {
                throw e;
            }
            return null;
        }
    }

    private static boolean isStill(DirectoryHandle directory, byte[] name, FileHandle file)
            throws DiskException {
        Optional<FileStat> named = directory.stat(name);
        return named.isPresent() && named.get().isSameFile(file.stat());
    }
}
