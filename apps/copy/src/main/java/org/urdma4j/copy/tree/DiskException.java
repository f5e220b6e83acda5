package org.urdma4j.copy.tree;

import java.io.IOException;

/**
 * What the disk refused. The message is one line for a user: the path, bytes that are no UTF-8
 * escaped, and what is the matter.
 */
public final class DiskException extends IOException {
    private static final long serialVersionUID = 1;

    /** What is the matter, as far as a caller may act upon it. */
    public enum Kind {
        NOT_FOUND("there is no such file or directory"),
        NO_PERMISSION("permission denied"),
        NO_SPACE("no space left on the disk"),
        READ_ONLY("the file system is read-only"),
        /** A name or path that is no name, or that this file system can't hold. */
        BAD_NAME("the file system can't hold this name"),
        /** A device, FIFO or socket. */
        SPECIAL("is a device, FIFO or socket"),
        /** A symbolic link where none is followed. */
        LINK("a symbolic link is on the way, and none is followed"),
        IS_DIRECTORY("is a directory"),
        NOT_DIRECTORY("is not a directory"),
        NOT_EMPTY("the directory is not empty"),
        EXISTS("exists already"),
        /** The file is not what it was when it was looked at. */
        CHANGED("changed while it was read"),
        /** Content that doesn't match its SHA-256. */
        CORRUPT("what arrived does not match its SHA-256"),
        IN_USE("in use by another copy"),
        /** A file that this file system can't hold. */
        TOO_LARGE("too large for the file system"),
        TOO_MANY_OPEN("too many files are open; raise ulimit -n"),
        /** More than the peer may have remembered. */
        LIMIT("there is no memory for more of them"),
        IO("the disk failed");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns what to tell a user after the path. */
        public String words() {
            return words;
        }
    }

    private final Kind kind;
    private final String words;

    public DiskException(Kind kind, Object path) {
        this(kind, path, words(kind, path));
    }

    /** The root was there when it was opened. */
    private static String words(Kind kind, Object path) {
        boolean gone = kind == Kind.NOT_FOUND && path instanceof TreePath of && of.isRoot();
        return gone ? "the folder was removed or replaced meanwhile" : kind.words();
    }

    /**
     * @param path what it is about; its {@code toString()} is shown
     * @param words what to say after the path, one line
     */
    public DiskException(Kind kind, Object path, String words) {
        super(path + ": " + words);
        this.kind = kind;
        this.words = words;
    }

    /**
     * Returns what an error number of Linux means.
     *
     * @param errno positive
     */
    static DiskException of(int errno, Object path) {
        Kind kind = ErrnoKinds.kind(errno);
        return kind == Kind.IO
                ? new DiskException(kind, path, "%s (errno %d)".formatted(kind.words(), errno))
                : new DiskException(kind, path);
    }

    /** Returns the same about another path, for what was done under another name. */
    public DiskException about(Object path) {
        DiskException other = new DiskException(kind, path, words);
        other.initCause(this);
        return other;
    }

    public Kind kind() {
        return kind;
    }
}
