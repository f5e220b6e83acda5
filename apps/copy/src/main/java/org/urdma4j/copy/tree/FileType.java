package org.urdma4j.copy.tree;

/** What is under a name. */
public enum FileType {
    /** A regular file. */
    FILE,
    DIRECTORY,
    /** A symbolic link. */
    SYMLINK,
    /** A device, FIFO or socket: never opened, never copied. */
    SPECIAL;

    private static final int S_IFMT = 0170000;

    /** Returns the type that the upper bits of {@code st_mode} say. */
    static FileType of(int mode) {
        return switch (mode & S_IFMT) {
            case 0100000 -> FILE;
            case 0040000 -> DIRECTORY;
            case 0120000 -> SYMLINK;
            default -> SPECIAL;
        };
    }
}
