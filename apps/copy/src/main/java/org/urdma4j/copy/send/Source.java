package org.urdma4j.copy.send;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;

import java.util.Arrays;

/**
 * Something to be copied, and where to.
 *
 * @param start below the root that is read
 * @param target below the folder that is written to
 */
public record Source(TreePath start, TreePath target) {
    /** Returns where something in it goes to. */
    TreePath targetOf(TreePath path) throws DiskException {
        if (path.equals(start)) {
            return target;
        }
        if (start.isRoot()) {
            return target.resolve(path);
        }
        byte[] bytes = path.bytes();
        byte[] below = Arrays.copyOfRange(bytes, start.length() + 1, bytes.length);
        return target.resolve(TreePath.of(below));
    }
}
