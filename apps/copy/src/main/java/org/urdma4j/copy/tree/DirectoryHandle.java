package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

import java.util.Optional;

/**
 * An open directory. What is done in it is done to single names, and never through a link: it can't
 * be led elsewhere, whatever others do to the names above it. Any thread may use it.
 */
public final class DirectoryHandle extends Handle {
    DirectoryHandle(int fd, TreePath path) {
        super(fd, path);
    }

    private TreePath at(byte[] name) throws DiskException {
        return path.child(name);
    }

    private static void check(long result, TreePath at) throws DiskException {
        if (result < 0) {
            throw DiskException.of((int) -result, at);
        }
    }

    /** Returns what is under a name, or nothing; of a link, the link itself. */
    public Optional<FileStat> stat(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("statx", at);
        NameCalls calls = NameCalls.here();
        int result = calls.statx(fd, name, 0);
        if (result == -ErrnoKinds.ENOENT) {
            return Optional.empty();
        }
        check(result, at);
        return Optional.of(calls.stat());
    }

    /**
     * Opens a regular file to read.
     *
     * @throws DiskException NOT_FOUND, NO_PERMISSION, LINK, IS_DIRECTORY or SPECIAL for what is
     *     none
     */
    public FileHandle openFile(byte[] name) throws DiskException {
        return regular(open(name, Abi.O_RDONLY), at(name));
    }

    /** Opens a regular file to read and write; throws as {@link #openFile}. */
    public FileHandle openWritable(byte[] name) throws DiskException {
        return regular(open(name, Abi.O_RDWR), at(name));
    }

    /**
     * Makes a new file, to read and write, with permission for the owner alone.
     *
     * @throws DiskException EXISTS, NO_SPACE, NO_PERMISSION, READ_ONLY, BAD_NAME
     */
    public FileHandle createFile(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("creat", at);
        int flags = Abi.O_RDWR | Abi.O_CREAT | Abi.O_EXCL | Abi.O_NOFOLLOW;
        int result = NameCalls.here().openat(fd, name, flags, 0600);
        check(result, at);
        return new FileHandle(result, at);
    }

    private int open(byte[] name, int access) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("openat", at);
        int result = NameCalls.here().openat(fd, name, access | FileOpening.SAFE, 0);
        check(result, at);
        return result;
    }

    private static FileHandle regular(int opened, TreePath at) throws DiskException {
        return FileOpening.regular(opened, at);
    }

    /** Opens whatever has a name, a link itself, not for its content. */
    public NodeHandle openNode(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("openat", at);
        int result = NameCalls.here().openat(fd, name, NodeHandle.FLAGS, 0);
        check(result, at);
        return new NodeHandle(result, at);
    }

    /** Opens a directory in this one; throws NOT_DIRECTORY also for a link to one. */
    public DirectoryHandle openDirectory(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("opendir", at);
        int flags = Abi.O_RDONLY | Abi.O_DIRECTORY | Abi.O_NOFOLLOW;
        int result = NameCalls.here().openat(fd, name, flags, 0);
        check(result, at);
        return new DirectoryHandle(result, at);
    }

    /** Makes a directory, for the owner alone; throws EXISTS if the name is taken. */
    public void makeDirectory(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("mkdirat", at);
        check(NameCalls.here().mkdirat(fd, name, 0700), at);
    }

    /**
     * Makes a symbolic link; throws EXISTS if the name is taken.
     *
     * @param target what it says, 1 to {@link TreePath#MAX_BYTES} bytes without NUL; it is not
     *     looked at
     */
    public void makeLink(byte[] name, byte[] target) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("symlinkat", at);
        if (target.length == 0 || target.length > TreePath.MAX_BYTES) {
            throw new DiskException(Kind.BAD_NAME, at, "a symbolic link can't say that much");
        }
        for (byte b : target) {
            if (b == 0) {
                throw new DiskException(Kind.BAD_NAME, at, "a symbolic link can't say a NUL");
            }
        }
        check(NameCalls.here().symlinkat(target, fd, name), at);
    }

    /** Returns what a symbolic link says; throws BAD_NAME if it is none. */
    public byte[] readLink(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("readlinkat", at);
        int[] error = new int[1];
        byte[] target = NameCalls.here().readlinkat(fd, name, error);
        check(error[0], at);
        return target;
    }

    /**
     * Gives something another name, here or in another directory; what had that name is gone in the
     * same moment.
     *
     * @throws DiskException IS_DIRECTORY, NOT_DIRECTORY, NOT_EMPTY if one can't take the other's
     *     place
     */
    public void rename(byte[] from, DirectoryHandle directory, byte[] to) throws DiskException {
        at(from);
        TreePath at = directory.at(to);
        CallErrors.check("renameat", at);
        check(NameCalls.here().renameat(fd, from, directory.fd, to, 0), at);
    }

    /** The same, but throws EXISTS if the name is taken. */
    public void renameToNew(byte[] from, DirectoryHandle directory, byte[] to)
            throws DiskException {
        at(from);
        TreePath at = directory.at(to);
        CallErrors.check("renameat", at);
        check(NameCalls.here().renameat(fd, from, directory.fd, to, Abi.RENAME_NOREPLACE), at);
    }

    /**
     * Gives a file one more name; throws EXISTS if it is taken, and what the file system says that
     * has no such names. A link is not followed.
     */
    public void linkFile(byte[] name, DirectoryHandle directory, byte[] other)
            throws DiskException {
        at(name);
        TreePath at = directory.at(other);
        CallErrors.check("linkat", at);
        check(NameCalls.here().linkat(fd, name, directory.fd, other), at);
    }

    public void removeFile(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("unlinkat", at);
        check(NameCalls.here().unlinkat(fd, name, 0), at);
    }

    /** Removes an empty directory; throws NOT_EMPTY or NOT_DIRECTORY. */
    public void removeDirectory(byte[] name) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("rmdir", at);
        check(NameCalls.here().unlinkat(fd, name, Abi.AT_REMOVEDIR), at);
    }

    /** Sets the time of modification of what is under a name, of a link itself. */
    public void setModified(byte[] name, Attributes attributes) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("utimensat", at);
        check(NameCalls.here().utimensat(fd, name, attributes), at);
    }

    /** Sets permissions of what is under a name; fails for a link, which has none. */
    public void setPermissions(byte[] name, int permissions) throws DiskException {
        TreePath at = at(name);
        CallErrors.check("fchmodat", at);
        check(NameCalls.here().fchmodat(fd, name, permissions), at);
    }

    /**
     * Returns its names from the first on. One listing at a time: the kernel keeps the place with
     * the handle.
     */
    public Listing list() throws DiskException {
        CallErrors.check("lseek", path);
        check(FileCalls.here().lseek(fd, 0, 0), path);
        return new Listing(this);
    }
}
