package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The directory that all paths are relative to. A path leads to what is below it or nowhere: {@code
 * ..} is no name, and no link on the way is followed, whenever it was put there. File systems that
 * are mounted below belong to it. Any thread may use it.
 *
 * <p>Linux 5.6 does this in one call, {@code openat2}; where it is missing or forbidden, a path is
 * opened name by name.
 */
public final class Root implements AutoCloseable {
    /** How often a path is tried again that is being renamed meanwhile. */
    private static final int TRIES = 64;

    private final DirectoryHandle directory;
    private volatile boolean inOneCall;

    Root(DirectoryHandle directory, boolean inOneCall) {
        this.directory = directory;
        this.inOneCall = inOneCall;
    }

    /**
     * Opens the root. Its own path may lead through links: it is the user's choice.
     *
     * @param path absolute, or relative to the working directory of the process, without NUL
     * @throws DiskException NOT_FOUND, NOT_DIRECTORY, NO_PERMISSION
     */
    public static Root open(byte[] path) throws DiskException {
        String text = Names.text(path);
        for (byte b : path) {
            if (b == 0) {
                throw new DiskException(Kind.BAD_NAME, text, "a path has no NUL");
            }
        }
        if (path.length == 0 || path.length > TreePath.MAX_BYTES) {
            throw new DiskException(
                    Kind.BAD_NAME, text, "a path has 1 to " + TreePath.MAX_BYTES + " bytes");
        }
        int flags = Abi.O_RDONLY | Abi.O_DIRECTORY;
        int fd = NameCalls.here().openat(Abi.AT_FDCWD, path, flags, 0);
        if (fd < 0) {
            throw DiskException.of(-fd, text);
        }
        return new Root(new DirectoryHandle(fd, TreePath.ROOT), true);
    }

    /** The same of a string's UTF-8. */
    public static Root open(String path) throws DiskException {
        return open(path.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the root's own handle, which is closed with the root. */
    public DirectoryHandle directory() {
        return directory;
    }

    /**
     * Opens a directory.
     *
     * @throws DiskException NOT_FOUND, NOT_DIRECTORY, NO_PERMISSION; LINK if a link is on the way
     */
    public DirectoryHandle openDirectory(TreePath path) throws DiskException {
        int flags = Abi.O_RDONLY | Abi.O_DIRECTORY | Abi.O_NOFOLLOW;
        return new DirectoryHandle(open(path, flags), path);
    }

    /**
     * Opens a regular file to read.
     *
     * @throws DiskException as {@link DirectoryHandle#openFile}, and LINK if a link is on the way
     */
    public FileHandle openFile(TreePath path) throws DiskException {
        return FileOpening.regular(open(path, Abi.O_RDONLY | FileOpening.SAFE), path);
    }

    /** Opens whatever is at a path, a link itself, not for its content. */
    public NodeHandle openNode(TreePath path) throws DiskException {
        return new NodeHandle(open(path, NodeHandle.FLAGS), path);
    }

    /**
     * Returns what is at a path, or nothing; a link at its end is looked at, not through.
     *
     * @throws DiskException LINK or NOT_DIRECTORY if what is on the way is no directory
     */
    public Optional<FileStat> stat(TreePath path) throws DiskException {
        if (path.isRoot()) {
            return Optional.of(directory.stat());
        }
        try (DirectoryHandle parent = openDirectory(path.parent())) {
            return parent.stat(path.name());
        } catch (DiskException e) {
            if (e.kind() == Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Returns whether a directory is at a path, none of whose names is a link.
     *
     * @throws DiskException NO_PERMISSION and others that leave it open
     */
    public boolean isDirectory(TreePath path) throws DiskException {
        try {
            return stat(path).filter(found -> found.type() == FileType.DIRECTORY).isPresent();
        } catch (DiskException e) {
            if (e.kind() == Kind.NOT_DIRECTORY || e.kind() == Kind.LINK) {
                return false;
            }
            throw e;
        }
    }

    private int open(TreePath path, int flags) throws DiskException {
        CallErrors.check("openat2", path);
        int fd = -ErrnoKinds.EAGAIN;
        byte[] names = path.isRoot() ? new byte[] {'.'} : path.raw();
        // EAGAIN: something was renamed or mounted while the kernel looked
        for (int i = 0; inOneCall && i < TRIES && fd == -ErrnoKinds.EAGAIN; i++) {
            fd = NameCalls.here().openat2(directory.fd, names, flags);
        }
        if (fd == -ErrnoKinds.ENOSYS || fd == -ErrnoKinds.EPERM) {
            inOneCall = false; // an old kernel, or a sandbox that doesn't know the call
        }
        if (!inOneCall || fd == -ErrnoKinds.EAGAIN) {
            fd = NameByName.open(directory.fd, names, flags);
        }
        if (fd < 0) {
            throw DiskException.of(-fd, path);
        }
        return fd;
    }

    /** Closes the root's handle; what was opened below it stays open. */
    @Override
    public void close() {
        directory.close();
    }
}
