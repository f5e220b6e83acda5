package org.urdma4j.copy.send;

import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.message.PassOptions.Kind;
import org.urdma4j.copy.scan.Excludes;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Preserve;
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
 * @param preserve what else is kept
 */
public record Plan(
        Root root,
        List<Source> sources,
        Excludes excludes,
        PassOptions options,
        int part,
        int parts,
        List<Listed> listed,
        Preserve preserve) {
    public Plan {
        sources = List.copyOf(sources);
    }

    /** Sends all, and keeps nothing else. */
    public Plan(
            Root root,
            List<Source> sources,
            Excludes excludes,
            PassOptions options,
            int part,
            int parts) {
        this(root, sources, excludes, options, part, parts, null, Preserve.NONE);
    }

    /** Returns whether something belongs to the part: all names of one file to the same. */
    boolean isMine(FileStat stat, TreePath target) {
        int hash = isLinked(stat) ? Long.hashCode(stat.identity().inode()) : target.hashCode();
        int mixed = hash * 0x9e37_79b9;
        return Integer.remainderUnsigned(mixed >>> 8, parts) == part;
    }

    /** Returns whether something is a file whose other names are kept as such. */
    boolean isLinked(FileStat stat) {
        boolean links = options.kind() == Kind.COPY || options.kind() == Kind.DRY_RUN;
        return links && preserve.hardLinks() && stat.type() == FileType.FILE && stat.links() > 1;
    }
}
