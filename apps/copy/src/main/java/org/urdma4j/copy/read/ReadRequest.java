package org.urdma4j.copy.read;

import org.urdma4j.copy.tree.FileHandle;
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
 * @param file what it is read from, which whoever asks closes; null to have it opened
 * @param first the first chunk that is read
 * @param end behind the last one; beyond the file for all of it
 */
public record ReadRequest(
        TreePath path,
        FileStat stat,
        BitSet skip,
        Object tag,
        FileHandle file,
        long first,
        long end) {
    /** All of a file. */
    public ReadRequest(TreePath path, FileStat stat, BitSet skip, Object tag) {
        this(path, stat, skip, tag, null, 0, Long.MAX_VALUE);
    }

    /** Returns whether it is of a part of the file. */
    public boolean isRange() {
        return end != Long.MAX_VALUE;
    }
}
