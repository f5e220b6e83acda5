package org.urdma4j.copy.scan;

import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.TreePath;

/**
 * A file, directory, symbolic link, device, FIFO or socket that was met.
 *
 * @param path from the root
 * @param stat what it was then
 * @param target what a symbolic link says; null of anything else
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by whom it is made for
public record Entry(TreePath path, FileStat stat, byte[] target) {}
