package org.urdma4j.copy.write;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.journal.Journal;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileIdentity;

import java.nio.ByteBuffer;
import java.util.BitSet;

/** Begins a file that arrives in chunks, or goes on with what an earlier copy left of it. */
final class TargetOpening {
    private final WriteOptions options;

    TargetOpening(WriteOptions options) {
        this.options = options;
    }

    /** What the source says of a file. */
    record Source(Attributes attributes, FileIdentity identity, boolean sparse) {}

    /**
     * Opens it; the directory belongs to it from then on.
     *
     * @throws DiskException IN_USE, NO_SPACE, TOO_LARGE, IO
     */
    TargetFile open(DirectoryHandle directory, FileNames usual, Source source, ChunkGrid grid)
            throws DiskException {
        PartialFile.Opened there = PartialFile.open(directory, usual, options.random());
        FileHandle content = there.content();
        FileNames names = there.names();
        try {
            Journal journal = new Journal(there.journal(), source.identity(), grid.chunkBytes());
            BitSet verified = verified(content, journal, grid);
            SparseWriter writer = new SparseWriter(content, grid.size(), source.sparse());
            boolean reserved =
                    !verified.isEmpty() || reserve(directory, names, content, source, grid);
            return new TargetFile(
                    new TargetFile.Parts(directory, content, journal, names, reserved),
                    grid,
                    source.attributes(),
                    options.sync(),
                    writer,
                    verified);
        } catch (DiskException e) {
            there.close();
            throw e;
        }
    }

    /**
     * Returns which chunks are there. If none is, all that was there is forgotten: first what
     * claims it, so that it is never claimed of something else.
     */
    private BitSet verified(FileHandle content, Journal journal, ChunkGrid grid)
            throws DiskException {
        BitSet verified = new BitSet();
        ByteBuffer chunk = null;
        if (options.resume() && content.stat().size() == grid.size()) {
            chunk = ByteBuffer.allocateDirect((int) Math.min(grid.chunkBytes(), grid.size()));
            ByteBuffer space = chunk;
            journal.replay(
                    (index, sha256) -> verify(content, grid, space, verified, index, sha256));
        }
        if (verified.isEmpty()) {
            journal.clear();
            content.truncate(0);
            journal.begin();
        }
        return verified;
    }

    private static void verify(
            FileHandle content,
            ChunkGrid grid,
            ByteBuffer space,
            BitSet verified,
            long chunk,
            byte[] sha256)
            throws DiskException {
        if (chunk < 0 || chunk >= grid.chunks() || verified.get((int) chunk)) {
            return;
        }
        int index = (int) chunk;
        space.clear().limit(grid.length(index));
        int got = content.read(space, grid.offset(index));
        if (got == grid.length(index) && Checksums.match(space.flip(), sha256)) {
            verified.set(index);
        }
    }

    /** Has the disk say that it has no room before anything is sent; false if it can't. */
    private static boolean reserve(
            DirectoryHandle directory,
            FileNames names,
            FileHandle content,
            Source source,
            ChunkGrid grid)
            throws DiskException {
        try {
            if (source.sparse() || grid.size() == 0) {
                content.truncate(grid.size());
                return true;
            }
            boolean reserved = content.allocate(grid.size());
            if (!reserved) {
                content.truncate(grid.size());
                if (content.freeBytes() < grid.size()) {
                    throw new DiskException(Kind.NO_SPACE, names.path());
                }
            }
            return reserved;
        } catch (DiskException e) {
            Leftovers.removeIfThere(directory, names.journal());
            Leftovers.removeIfThere(directory, names.partial());
            if (e.kind() == Kind.NO_SPACE) {
                throw new DiskException(
                        Kind.NO_SPACE,
                        names.path(),
                        "no space left on the disk for its %d bytes".formatted(grid.size()));
            }
            throw new DiskException(e.kind(), names.path());
        }
    }
}
