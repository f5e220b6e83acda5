package org.urdma4j.copy.write;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.journal.Journal;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * A file that arrives chunk by chunk, in any order, beside its name until {@link #commit}. Each
 * chunk's SHA-256 is checked before it is written and recorded after. Any thread may write; whoever
 * opened it commits, abandons and closes it once nobody writes any more.
 */
public final class TargetFile implements AutoCloseable {
    /** What a target file is made of. */
    record Parts(
            DirectoryHandle directory,
            FileHandle content,
            Journal journal,
            FileNames names,
            boolean reserved) {}

    private final Parts parts;
    private final ChunkGrid grid;
    private final Attributes attributes;
    private final boolean sync;
    private final SparseWriter writer;
    private final BitSet verified;
    private final BitSet present;
    private boolean closed;

    TargetFile(
            Parts parts,
            ChunkGrid grid,
            Attributes attributes,
            boolean sync,
            SparseWriter writer,
            BitSet verified) {
        this.parts = parts;
        this.grid = grid;
        this.attributes = attributes;
        this.sync = sync;
        this.writer = writer;
        this.verified = verified;
        present = (BitSet) verified.clone();
    }

    public TreePath path() {
        return parts.names.path();
    }

    /** Returns whether the disk has set room aside for it, or it needs none that is known of. */
    public boolean isReserved() {
        return parts.reserved;
    }

    /** Returns the chunks that an earlier copy brought, read again and found right; a copy. */
    public BitSet verified() {
        return (BitSet) verified.clone();
    }

    /**
     * Writes a chunk; one that is there already is passed over.
     *
     * @param chunk its number, from 0
     * @param data all of it; the position stays
     * @throws DiskException CORRUPT if it hasn't this SHA-256, or isn't as long as this chunk is;
     *     nothing was written then; NO_SPACE, IO
     */
    public void write(long chunk, ByteBuffer data, byte[] sha256) throws DiskException {
        int index = grid.index(chunk, path());
        if (data.remaining() != grid.length(index) || !Checksums.match(data, sha256)) {
            throw new DiskException(Kind.CORRUPT, path());
        }
        if (isPresent(index)) {
            return;
        }
        try {
            writer.write(data.duplicate(), grid.offset(index));
            parts.journal.record(index, sha256);
        } catch (DiskException e) {
            throw e.about(path());
        }
        setPresent(index);
    }

    /**
     * Leaves a chunk as a hole, which reads as zeros.
     *
     * @throws DiskException CORRUPT if the file has no such chunk; IO
     */
    public void hole(long chunk) throws DiskException {
        int index = grid.index(chunk, path());
        if (!isPresent(index)) {
            try {
                writer.hole(grid.offset(index), grid.length(index));
            } catch (DiskException e) {
                throw e.about(path());
            }
            setPresent(index);
        }
    }

    private boolean isPresent(int index) {
        synchronized (present) {
            return present.get(index);
        }
    }

    private void setPresent(int index) {
        synchronized (present) {
            present.set(index);
        }
    }

    /** Returns whether every chunk is there. */
    public boolean isComplete() {
        synchronized (present) {
            return present.cardinality() == grid.chunks();
        }
    }

    /**
     * Sets permissions and time of modification, gives the file its name in one step, removes the
     * journal and closes.
     *
     * @throws DiskException IS_DIRECTORY if a directory has the name that isn't empty; NO_SPACE, IO
     * @throws IllegalStateException if a chunk is missing
     */
    public void commit() throws DiskException {
        if (closed || !isComplete()) {
            throw new IllegalStateException(closed ? "closed" : "a chunk is missing");
        }
        try {
            place();
        } catch (DiskException e) {
            throw e.kind() == Kind.IS_DIRECTORY ? e : e.about(path());
        }
        close();
    }

    private void place() throws DiskException {
        FileHandle content = parts.content;
        content.truncate(grid.size());
        content.setAttributes(attributes);
        if (sync) {
            content.sync();
        }
        Placing.place(parts.directory, parts.names.partial(), parts.names.name());
        Leftovers.removeIfThere(parts.directory, parts.names.journal());
    }

    /** Removes what is there, so that nothing can be resumed, and closes; after commit, nothing. */
    public void abandon() throws DiskException {
        if (!closed) {
            Leftovers.removeIfThere(parts.directory, parts.names.journal());
            Leftovers.removeIfThere(parts.directory, parts.names.partial());
            close();
        }
    }

    /** Closes it; what is there stays for a later copy. Idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            parts.journal.close();
            parts.content.close();
            parts.directory.close();
        }
    }
}
