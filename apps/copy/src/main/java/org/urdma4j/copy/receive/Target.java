package org.urdma4j.copy.receive;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.write.TargetTree;

/**
 * Where a receiver writes.
 *
 * @param root all is below it
 * @param tree writes below {@code root}
 * @param base what paths of the sender are relative to
 * @param room below {@code root}, of all who write there
 */
public record Target(Root root, TargetTree tree, TreePath base, Room room) {
    /** Returns where something of the sender's is. */
    public TreePath at(TreePath path) throws DiskException {
        try {
            return base.resolve(path);
        } catch (DiskException e) {
            throw e.about(path);
        }
    }
}
