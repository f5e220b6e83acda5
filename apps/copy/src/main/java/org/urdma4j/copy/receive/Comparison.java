package org.urdma4j.copy.receive;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileStat;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.write.Difference;

/** Whether what is offered is there already. */
final class Comparison {
    private final Target target;
    private final PassOptions options;

    Comparison(Target target, PassOptions options) {
        this.target = target;
        this.options = options;
    }

    /** Returns what a file that is offered differs in from what is there. */
    Difference of(TreePath path, Facts facts, ByteString sha256) throws DiskException {
        Difference difference = compare(path, facts.type(), facts.size(), facts, null);
        boolean byContent =
                options.byContent()
                        && difference != Difference.ABSENT
                        && difference != Difference.TYPE;
        if (!byContent) {
            return difference;
        }
        try (FileHandle file = target.root().openFile(path)) {
            if (!ByteString.of(Checksums.of(file)).equals(sha256)) {
                return Difference.CONTENT;
            }
        }
        return difference == Difference.CONTENT ? Difference.ATTRIBUTES : difference;
    }

    /** Returns what a link that says this differs in from what is there. */
    Difference of(TreePath path, Facts facts, byte[] says) throws DiskException {
        return compare(path, FileType.SYMLINK, says.length, facts, says);
    }

    private Difference compare(TreePath path, FileType type, long size, Facts facts, byte[] link)
            throws DiskException {
        try {
            return target.tree().compare(path, type, size, facts.attributes(), link);
        } catch (DiskException e) {
            boolean inTheWay =
                    e.kind() == DiskException.Kind.NOT_DIRECTORY
                            || e.kind() == DiskException.Kind.LINK;
            if (inTheWay && options.kind() == PassOptions.Kind.DRY_RUN) {
                return Difference.ABSENT; // a copy would have put a folder in its place by now
            }
            throw e;
        }
    }

    /** Returns the bytes of the file that is there, 0 if none is. */
    static long sizeOf(Target target, TreePath path) throws DiskException {
        return target.root()
                .stat(path)
                .filter(stat -> stat.type() == FileType.FILE)
                .map(FileStat::size)
                .orElse(0L);
    }
}
