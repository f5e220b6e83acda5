package org.urdma4j.copy.send;

import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.scan.Excludes;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.util.List;

/**
 * What a sender sends.
 *
 * @param root all is below it
 * @param sources in their order
 * @param excludes what is left out
 * @param options how the pass goes
 * @param part of {@code parts} in which the files are cut up; folders are in each
 * @param listed what is sent of each source; null for all
 */
public record Plan(
        Root root,
        List<Source> sources,
        Excludes excludes,
        PassOptions options,
        int part,
        int parts,
        List<Listed> listed) {
    public Plan {
        sources = List.copyOf(sources);
    }

    /** Sends all. */
    public Plan(
            Root root,
            List<Source> sources,
            Excludes excludes,
            PassOptions options,
            int part,
            int parts) {
        this(root, sources, excludes, options, part, parts, null);
    }

    /** Returns whether a file belongs to the part. */
    boolean isMine(TreePath target) {
        int mixed = target.hashCode() * 0x9e37_79b9;
        return Integer.remainderUnsigned(mixed >>> 8, parts) == part;
    }
}
