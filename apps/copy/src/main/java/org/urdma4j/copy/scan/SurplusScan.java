package org.urdma4j.copy.scan;

import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
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
 * What a target has that its source has not: each file, link and directory below the start that is
 * in no set of paths, what is in a directory before the directory itself. What is excluded stays,
 * and so do the directories that it is in. A copy's leftovers are met as well. For one thread.
 */
public final class SurplusScan {
    /** A directory on the way to where the scan is. */
    private static final class Frame {
        final TreePath path;
        final TreePath fromStart;
        final PendingNames names = new PendingNames();
        boolean keeps;

        Frame(TreePath path, TreePath fromStart) {
            this.path = path;
            this.fromStart = fromStart;
        }
    }

    private final Root root;
    private final Excludes excludes;
    private final SeenPaths wanted;
    private final Consumer<DiskException> skipped;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Deque<TreePath> found = new ArrayDeque<>();

    /**
     * @param start a directory, which itself stays
     * @param excludes with paths from the start
     * @param wanted what stays, with paths from the root; a directory must be in it, too, to stay
     * @param skipped takes what can't be looked at, and so stays
     */
    public SurplusScan(
            Root root,
            TreePath start,
            Excludes excludes,
            SeenPaths wanted,
            Consumer<DiskException> skipped) {
        this.root = root;
        this.excludes = excludes;
        this.wanted = wanted;
        this.skipped = skipped;
        enter(start, TreePath.ROOT);
    }

    /**
     * Returns the path of what is too many, or null at the end; it may be removed before the next.
     */
    public TreePath next() {
        while (found.isEmpty() && !frames.isEmpty()) {
            Frame frame = frames.element();
            if (frame.names.isEmpty()) {
                leave(frame);
            } else {
                descend(frame, frame.names.pop());
            }
        }
        return found.poll();
    }

    /**
     * Takes note that what {@link #next} returned last couldn't be removed: the directories that it
     * is in stay, too, and aren't returned.
     */
    public void stays() {
        if (!frames.isEmpty()) {
            frames.element().keeps = true;
        }
    }

    private void descend(Frame frame, byte[] name) {
        try {
            enter(frame.path.child(name), frame.fromStart.child(name));
        } catch (DiskException e) {
            frame.keeps = true;
            skipped.accept(e);
        }
    }

    private void leave(Frame frame) {
        frames.pop();
        boolean stays = frame.keeps || frames.isEmpty() || wanted.contains(frame.path);
        if (!stays) {
            found.add(frame.path);
        } else if (!frames.isEmpty()) {
            frames.element().keeps = true;
        }
    }

    /** Lists a directory: its files are judged at once, its subdirectories later. */
    private void enter(TreePath path, TreePath fromStart) {
        Frame frame = new Frame(path, fromStart);
        frames.push(frame);
        try (DirectoryHandle directory = root.openDirectory(path)) {
            Listing listing = directory.list();
            for (byte[] name = listing.next(); name != null; name = listing.next()) {
                judge(frame, directory, name);
            }
        } catch (DiskException e) {
            frame.keeps = true;
            skipped.accept(e);
        }
    }

    private void judge(Frame frame, DirectoryHandle directory, byte[] name) throws DiskException {
        TreePath path = frame.path.child(name);
        Optional<FileStat> stat = directory.stat(name);
        if (stat.isEmpty()) {
            return;
        }
        boolean isDirectory = stat.get().type() == FileType.DIRECTORY;
        if (excludes.excludes(frame.fromStart.child(name), isDirectory)) {
            frame.keeps = true;
        } else if (isDirectory) {
            frame.names.push(name);
        } else if (ReservedNames.isReserved(name) || !wanted.contains(path)) {
            found.add(path);
        } else {
            frame.keeps = true;
        }
    }
}
