package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

/** How files are opened that might have become something else since they were looked at. */
final class FileOpening {
    /** No link is followed, no FIFO waited for, no terminal taken over. */
    static final int SAFE = Abi.O_NOFOLLOW | Abi.O_NONBLOCK | Abi.O_NOCTTY;

    private FileOpening() {}

    /** Returns what was opened, or closes it and throws if it is no regular file. */
    static FileHandle regular(int fd, TreePath at) throws DiskException {
        FileHandle file = new FileHandle(fd, at);
        try {
            refuseOthers(file.look().type(), at);
            return file;
        } catch (DiskException e) {
            file.close();
            throw e;
        }
    }

    private static void refuseOthers(FileType type, TreePath at) throws DiskException {
        switch (type) {
            case FILE -> {}
            case DIRECTORY -> throw new DiskException(Kind.IS_DIRECTORY, at);
            case SYMLINK -> throw new DiskException(Kind.LINK, at);
            case SPECIAL -> throw new DiskException(Kind.SPECIAL, at);
        }
    }
}
