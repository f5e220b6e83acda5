package org.urdma4j.copy.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Directories that are written to, kept open while there is room, so that a path is not walked for
 * each file. Any thread may use it.
 */
public final class OpenDirectories implements AutoCloseable {
    private final Root root;
    private final int room;
    private final boolean sync;
    private final LinkedHashMap<TreePath, DirectoryHandle> open =
            new LinkedHashMap<>(16, 0.75f, true);

    /**
     * @param room how many are kept open, at least 1
     * @param sync whether a directory is written to the disk before it is closed
     */
    public OpenDirectories(Root root, int room, boolean sync) {
        this.root = root;
        this.room = room;
        this.sync = sync;
    }

    /** Returns a directory; whoever asks closes it. Throws as {@link Root#openDirectory}. */
    public DirectoryHandle get(TreePath path) throws DiskException {
        synchronized (open) {
            DirectoryHandle there = open.get(path);
            if (there != null && there.share()) {
                return there;
            }
        }
        DirectoryHandle opened = root.openDirectory(path);
        DirectoryHandle replaced;
        DirectoryHandle oldest = null;
        synchronized (open) {
            opened.share();
            replaced = open.put(path, opened);
            if (open.size() > room) {
                oldest = open.pollFirstEntry().getValue();
            }
        }
        try {
            drop(replaced);
            drop(oldest);
            return opened;
        } catch (DiskException e) {
            opened.close();
            throw e;
        }
    }

    private void drop(DirectoryHandle directory) throws DiskException {
        if (directory == null) {
            return;
        }
        try (directory) {
            if (sync) {
                directory.sync();
            }
        }
    }

    /** Closes one that is not in use, so that it is looked for anew. */
    public void forget(TreePath path) throws DiskException {
        DirectoryHandle directory;
        synchronized (open) {
            directory = open.remove(path);
        }
        drop(directory);
    }

    /**
     * Closes all that are not in use, so that each is looked for anew.
     *
     * @throws DiskException the first that could not be written to the disk; all are closed
     */
    public void clear() throws DiskException {
        List<DirectoryHandle> all;
        synchronized (open) {
            all = new ArrayList<>(open.values());
            open.clear();
        }
        DiskException first = null;
        for (DirectoryHandle directory : all) {
            try {
                drop(directory);
            } catch (DiskException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    public void close() throws DiskException {
        clear();
    }
}
