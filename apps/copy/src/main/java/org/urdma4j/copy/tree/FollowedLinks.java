package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Where a path leads whose links are followed. Each name is looked at below the root, without
 * following, and what a link says is walked in its place: so nothing outside is ever looked at. The
 * path that comes out has no link on the way and is opened as any other, so who changes a link
 * meanwhile gains nothing.
 */
public final class FollowedLinks {
    /** As many as Linux follows in a path. */
    private static final int MOST = 40;

    private final Root root;
    private final TreePath path;
    private final Deque<byte[]> names = new ArrayDeque<>();
    private TreePath at = TreePath.ROOT;
    private int links;

    private FollowedLinks(Root root, TreePath path) {
        this.root = root;
        this.path = path;
    }

    /**
     * Returns the directory that a path leads to, with no link on the way.
     *
     * @throws DiskException LINK if a link leads out of the root (an absolute one does), or there
     *     are too many; NOT_FOUND; NOT_DIRECTORY
     */
    public static TreePath folder(Root root, TreePath path) throws DiskException {
        FollowedLinks walk = new FollowedLinks(root, path);
        walk.push(path.raw());
        while (!walk.names.isEmpty()) {
            walk.step(walk.names.pop());
        }
        if (!root.isDirectory(walk.at)) {
            throw new DiskException(
                    Kind.NOT_DIRECTORY, path, "leads to something else than a folder");
        }
        return walk.at;
    }

    /** Puts names before those that are still to be walked. */
    private void push(byte[] text) {
        int end = text.length;
        for (int i = text.length - 1; i >= -1; i--) {
            if (i < 0 || text[i] == '/') {
                names.push(Arrays.copyOfRange(text, i + 1, end));
                end = i;
            }
        }
    }

    private void step(byte[] name) throws DiskException {
        if (name.length == 0 || Arrays.equals(name, new byte[] {'.'})) {
            return;
        }
        if (Arrays.equals(name, new byte[] {'.', '.'})) {
            if (at.isRoot()) {
                throw outside();
            }
            at = at.parent();
            return;
        }
        TreePath next = at.child(name);
        FileStat stat =
                root.stat(next)
                        .orElseThrow(
                                () -> new DiskException(Kind.NOT_FOUND, path, "leads to nothing"));
        if (stat.type() != FileType.SYMLINK) {
            at = next;
            return;
        }
        links++;
        if (links > MOST) {
            throw new DiskException(Kind.LINK, path, "leads through more than 40 links");
        }
        byte[] says;
        try (DirectoryHandle parent = root.openDirectory(at)) {
            says = parent.readLink(name);
        }
        if (says[0] == '/') {
            throw outside();
        }
        push(says);
    }

    private DiskException outside() {
        return new DiskException(
                Kind.LINK,
                path,
                "leads out of the folder that is served, as an absolute link does");
    }
}
