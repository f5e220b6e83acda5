package org.urdma4j.tools.copy;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;

import java.util.Optional;

/**
 * A source that the user named, as it is.
 *
 * @param location as it was written
 * @param path below the root that is read
 * @param type what is there; of a link that ends in a slash, what it leads to
 */
record Named(Location location, TreePath path, FileType type) {
    /**
     * Checks what was found.
     *
     * @throws DiskException NOT_FOUND, SPECIAL, or NOT_DIRECTORY for what is no folder and is
     *     written as one
     */
    static Named of(Location location, TreePath path, Optional<FileType> found)
            throws DiskException {
        FileType type =
                found.orElseThrow(() -> new DiskException(Kind.NOT_FOUND, location.shown()));
        if (type == FileType.SPECIAL) {
            throw new DiskException(
                    Kind.SPECIAL, location.shown(), Kind.SPECIAL.words() + ", and can't be copied");
        }
        if (location.isContent() && type != FileType.DIRECTORY) {
            throw new DiskException(
                    Kind.NOT_DIRECTORY,
                    location.shown(),
                    "%s, so don't end it with a slash".formatted(words(type)));
        }
        return new Named(location, path, type);
    }

    /** Returns whether what is in it is copied, and not itself. */
    boolean isContent() {
        return location.isContent() || path.isRoot();
    }

    boolean isFolder() {
        return type == FileType.DIRECTORY;
    }

    static String words(FileType type) {
        return switch (type) {
            case FILE -> "is a file";
            case DIRECTORY -> "is a folder";
            case SYMLINK -> "is a symbolic link";
            case SPECIAL -> Kind.SPECIAL.words();
        };
    }
}
