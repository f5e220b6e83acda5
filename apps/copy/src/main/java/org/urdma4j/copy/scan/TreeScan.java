package org.urdma4j.copy.scan;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Listing;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Walks a tree, one entry at a time: a directory before what is in it, and all of a directory's
 * files before those of its subdirectories, in the order of the file system. Memory holds the names
 * of subdirectories that are still to be visited, and one directory is open at a time, however deep
 * the tree is. A file with several names is met under each. For one thread.
 */
public final class TreeScan implements AutoCloseable {
    /** A directory whose subdirectories are being visited. */
    private record Frame(TreePath path, TreePath fromStart, PendingNames names) {}

    private final Root root;
    private final Excludes excludes;
    private final Consumer<DiskException> skipped;
    private final Deque<Frame> frames = new ArrayDeque<>();

    private TreePath start;
    private DirectoryHandle directory;
    private Listing listing;

    /**
     * @param start where to begin; it comes first, and alone if it is no directory
     * @param skipped takes what can't be met: directories that can't be read, files that vanish,
     *     paths that are too long
     */
    public TreeScan(Root root, TreePath start, Excludes excludes, Consumer<DiskException> skipped) {
        this.root = root;
        this.start = start;
        this.excludes = excludes;
        this.skipped = skipped;
    }

    /**
     * Returns the next entry, or null at the end.
     *
     * @throws DiskException of the start alone
     */
    public Entry next() throws DiskException {
        if (start != null) {
            TreePath first = start;
            start = null;
            return begin(first);
        }
        while (true) {
            if (listing == null && !descend()) {
                return null;
            }
            byte[] name = nextName();
            Entry entry = name == null ? null : visit(name);
            if (entry != null) {
                return entry;
            }
        }
    }

    private Entry begin(TreePath first) throws DiskException {
        Optional<FileStat> stat = root.stat(first);
        if (stat.isEmpty()) {
            throw new DiskException(Kind.NOT_FOUND, first);
        }
        FileType type = stat.get().type();
        if (type == FileType.DIRECTORY) {
            enter(first, TreePath.ROOT, root.openDirectory(first));
        }
        byte[] target = null;
        if (type == FileType.SYMLINK) {
            try (DirectoryHandle parent = root.openDirectory(first.parent())) {
                target = parent.readLink(first.name());
            }
        }
        return new Entry(first, stat.get(), target);
    }

    private void enter(TreePath path, TreePath fromStart, DirectoryHandle opened)
            throws DiskException {
        directory = opened;
        frames.push(new Frame(path, fromStart, new PendingNames()));
        listing = opened.list();
    }

    /** Opens the next directory to list; returns false if there is none. */
    private boolean descend() {
        while (!frames.isEmpty()) {
            Frame frame = frames.peek();
            if (frame.names.isEmpty()) {
                frames.pop();
                continue;
            }
            byte[] name = frame.names.pop();
            try {
                TreePath path = frame.path.child(name);
                enter(path, frame.fromStart.child(name), root.openDirectory(path));
                return true;
            } catch (DiskException e) {
                skipped.accept(e);
            }
        }
        return false;
    }

    private byte[] nextName() {
        byte[] name = null;
        try {
            name = listing.next();
        } catch (DiskException e) {
            skipped.accept(e);
        }
        if (name == null) {
            close();
        }
        return name;
    }

    private Entry visit(byte[] name) {
        if (ReservedNames.isReserved(name)) {
            return null;
        }
        try {
            Frame frame = frames.element();
            TreePath path = frame.path.child(name);
            FileStat stat =
                    directory.stat(name).orElseThrow(() -> new DiskException(Kind.NOT_FOUND, path));
            boolean isDirectory = stat.type() == FileType.DIRECTORY;
            if (excludes.excludes(frame.fromStart.child(name), isDirectory)) {
                return null;
            }
            if (isDirectory) {
                frame.names.push(name);
            }
            return entry(path, stat, name);
        } catch (DiskException e) {
            skipped.accept(e);
            return null;
        }
    }

    private Entry entry(TreePath path, FileStat stat, byte[] name) throws DiskException {
        return switch (stat.type()) {
            case FILE, DIRECTORY, SPECIAL -> new Entry(path, stat, null);
            case SYMLINK -> new Entry(path, stat, directory.readLink(name));
        };
    }

    /** Closes the directory that is being listed. */
    @Override
    public void close() {
        listing = null;
        if (directory != null) {
            directory.close();
            directory = null;
        }
    }
}
