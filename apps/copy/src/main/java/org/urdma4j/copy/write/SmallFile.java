package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.NodeHandle;
import org.urdma4j.copy.tree.ReservedNames;

import java.nio.ByteBuffer;

/** Files and links that are there at once, under a temporary name until they are whole. */
final class SmallFile {
    /** How often one is made again whose name is taken, or that a sweep took for a leftover. */
    private static final int TRIES = 16;

    private final WriteOptions options;

    SmallFile(WriteOptions options) {
        this.options = options;
    }

    @FunctionalInterface
    private interface Attempt {
        /** Makes it under a temporary name and gives it its name. */
        void make(byte[] temporary) throws DiskException;
    }

    void write(DirectoryHandle directory, byte[] name, Attributes attributes, ByteBuffer content)
            throws DiskException {
        attempt(
                directory,
                name,
                temporary -> {
                    try (FileHandle file = directory.createFile(temporary)) {
                        if (!file.tryLock()) {
                            throw new DiskException(Kind.NOT_FOUND, file.path());
                        }
                        file.write(content.duplicate(), 0);
                        file.setAttributes(attributes);
                        if (options.sync()) {
                            file.sync();
                        }
                        Placing.place(directory, temporary, name);
                    }
                });
    }

    void link(DirectoryHandle directory, byte[] name, Attributes attributes, byte[] target)
            throws DiskException {
        attempt(
                directory,
                name,
                temporary -> {
                    directory.makeLink(temporary, target);
                    if (attributes.metadata().isNone()) {
                        directory.setModified(temporary, attributes);
                    } else {
                        try (NodeHandle link = directory.openNode(temporary)) {
                            link.setAttributes(attributes);
                        }
                    }
                    Placing.place(directory, temporary, name);
                });
    }

    /** Gives a file one more name, in place of what has it. */
    void hardLink(DirectoryHandle from, byte[] file, DirectoryHandle directory, byte[] name)
            throws DiskException {
        attempt(
                directory,
                name,
                temporary -> {
                    from.linkFile(file, directory, temporary);
                    Placing.place(directory, temporary, name);
                });
    }

    private void attempt(DirectoryHandle directory, byte[] name, Attempt attempt)
            throws DiskException {
        for (int i = 1; ; i++) {
            byte[] temporary = ReservedNames.temporary(options.random().nextLong());
            try {
                attempt.make(temporary);
                return;
            } catch (DiskException e) {
                boolean others = e.kind() == Kind.EXISTS;
                if (!others) {
                    clean(directory, temporary, e);
                }
                if ((!others && e.kind() != Kind.NOT_FOUND) || i == TRIES) {
                    throw e.about(directory.path().child(name));
                }
            }
        }
    }

    private static void clean(DirectoryHandle directory, byte[] temporary, DiskException why) {
        try {
            Leftovers.removeIfThere(directory, temporary);
        } catch (DiskException e) {
            why.addSuppressed(e); // a read-only disk says the same once more
        }
    }
}
