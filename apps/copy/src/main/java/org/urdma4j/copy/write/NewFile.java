package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A file that is written from its beginning on, of a length that nobody knows yet. Until {@link
 * #commit} it has a temporary name and is locked, so that no copy takes it for a leftover. For one
 * thread.
 */
public final class NewFile implements AutoCloseable {
    /** How often a temporary name is taken that is another's, or that a sweep removes at once. */
    private static final int TRIES = 16;

    private static final int PERMISSIONS = 0777;

    private final TreePath path;
    private final boolean replace;
    private final int permissions;
    private final DirectoryHandle directory;
    private byte[] temporary;
    private FileHandle file;
    private long length;
    private boolean placed;

    private NewFile(TreePath path, int permissions, boolean replace, DirectoryHandle directory) {
        this.path = path;
        this.replace = replace;
        this.permissions = permissions & PERMISSIONS;
        this.directory = directory;
    }

    /**
     * Begins a file in a directory that is there.
     *
     * @param permissions to read, write and execute, of {@code st_mode}; the rest is left out
     * @param replace whether it may take the place of a file; never that of a directory
     * @throws DiskException EXISTS, IS_DIRECTORY, NOT_FOUND, NO_PERMISSION, BAD_NAME, READ_ONLY
     */
    public static NewFile create(
            Root root, TreePath path, int permissions, boolean replace, RandomGenerator random)
            throws DiskException {
        if (path.isRoot()) {
            throw new DiskException(Kind.IS_DIRECTORY, path);
        }
        ReservedNames.check(path);
        DirectoryHandle directory = root.openDirectory(path.parent());
        NewFile file = new NewFile(path, permissions, replace, directory);
        try {
            file.open(random);
            return file;
        } catch (DiskException e) {
            file.close();
            throw e.about(path);
        }
    }

    private void open(RandomGenerator random) throws DiskException {
        checkPlace();
        for (int i = 1; !tryOpen(ReservedNames.temporary(random.nextLong())); i++) {
            if (i == TRIES) {
                throw new DiskException(Kind.IN_USE, path);
            }
        }
    }

    private void checkPlace() throws DiskException {
        Optional<FileStat> there = directory.stat(path.name());
        if (there.isPresent() && there.get().type() == FileType.DIRECTORY) {
            throw new DiskException(Kind.IS_DIRECTORY, path);
        }
        if (there.isPresent() && !replace) {
            throw new DiskException(Kind.EXISTS, path);
        }
    }

    private boolean tryOpen(byte[] name) throws DiskException {
        FileHandle opened;
        try {
            opened = directory.createFile(name);
        } catch (DiskException e) {
            if (e.kind() == Kind.EXISTS) {
                return false;
            }
            throw e;
        }
        boolean ours = false;
        try {
            // a sweep may have come before the lock
            ours = opened.tryLock() && isStill(name, opened.stat());
        } finally {
            if (!ours) {
                opened.close();
            }
        }
        file = ours ? opened : null;
        temporary = ours ? name : null;
        return ours;
    }

    private boolean isStill(byte[] name, FileStat opened) throws DiskException {
        Optional<FileStat> now = directory.stat(name);
        return now.isPresent() && now.get().isSameFile(opened);
    }

    /**
     * Adds to it.
     *
     * @param data a direct buffer; the position moves to the limit
     * @throws DiskException NO_SPACE, TOO_LARGE, IO; then only {@link #close} is of use
     */
    public void append(ByteBuffer data) throws DiskException {
        int bytes = data.remaining();
        try {
            file.write(data, length);
        } catch (DiskException e) {
            throw e.about(path);
        }
        length += bytes;
    }

    /**
     * Gives it its name; what had it is gone in the same moment.
     *
     * @throws DiskException EXISTS if somebody else has taken the name and it isn't to be replaced,
     *     IS_DIRECTORY, NO_SPACE, NO_PERMISSION
     */
    public void commit() throws DiskException {
        try {
            file.setPermissions(permissions);
            if (replace) {
                directory.rename(temporary, directory, path.name());
            } else {
                directory.renameToNew(temporary, directory, path.name());
            }
        } catch (DiskException e) {
            throw e.about(path);
        }
        placed = true;
    }

    /** Returns what it is called once it is whole. */
    public TreePath path() {
        return path;
    }

    /** Closes it; one that wasn't committed is gone. */
    @Override
    public void close() {
        if (file != null && !placed) {
            try {
                Leftovers.removeIfThere(directory, temporary);
            } catch (DiskException _) {
                // the next sweep finds it, since it isn't locked any more
            }
        }
        if (file != null) {
            file.close();
        }
        directory.close();
    }
}
