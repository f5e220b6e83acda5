package org.urdma4j.copy.read;

import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.TreePath;

import java.util.BitSet;

/**
 * A file to be read.
 *
 * @param path from the root
 * @param stat what it was when it was met; if it is something else by now, it has changed
 * @param skip chunks that are not needed; not modified
 * @param tag whatever who asks wants to have back
 */
public record ReadRequest(TreePath path, FileStat stat, BitSet skip, Object tag) {}
