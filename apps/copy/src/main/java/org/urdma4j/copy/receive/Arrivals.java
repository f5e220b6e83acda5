package org.urdma4j.copy.receive;

import org.urdma4j.copy.message.ChunkRange;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.Chunks;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.write.Difference;
import org.urdma4j.copy.write.TargetFile;

import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files that are wanted and haven't come whole: a limited number. Not thread-safe. */
final class Arrivals implements Closeable {
    /** A sender that keeps to its window has fewer. */
    private static final int MOST_SMALL = 8192;

    private static final int MOST_LARGE = 32;

    private final Target target;
    private final Obstacles obstacles;
    private final PassListener listener;
    private final Map<Integer, Small> small = new HashMap<>();
    private final Map<Integer, Large> large = new HashMap<>();
    private final Room room;

    /** A file that comes whole; so many bytes of it are promised room. */
    private record Small(TreePath path, Facts facts, long promised) {}

    /** A file that comes in chunks, which have room set aside, or are promised it. */
    private record Large(TreePath path, long size, TargetFile file, BitSet promised) {
        /** Returns the bytes that a chunk was promised and isn't any more. */
        long take(long index) {
            boolean had = promised.get((int) index);
            promised.clear((int) index);
            return had ? Math.min(Limits.CHUNK, size - index * Limits.CHUNK) : 0;
        }

        long left() {
            return Chunks.bytes(promised, size);
        }
    }

    Arrivals(Target target, Obstacles obstacles, PassListener listener) {
        this.target = target;
        this.obstacles = obstacles;
        this.listener = listener;
        room = target.room();
    }

    /**
     * Gets ready for a file.
     *
     * @param facts of it, with what is kept of it here
     * @return the chunks of it that are there
     * @throws MalformedMessageException if the sender has too many files on the way
     */
    List<ChunkRange> expect(Message.Offer m, Facts facts, TreePath path, Difference difference)
            throws IOException {
        if (small.containsKey(m.id()) || large.containsKey(m.id())) {
            throw new MalformedMessageException("two files have the same number");
        }
        boolean isSmall = Chunks.isSmall(facts.size());
        if (isSmall ? small.size() >= MOST_SMALL : large.size() >= MOST_LARGE) {
            throw new MalformedMessageException("too many files at a time");
        }
        BitSet verified = new BitSet();
        if (isSmall) {
            long replaced = difference == Difference.CONTENT ? Comparison.sizeOf(target, path) : 0;
            long promised = Math.max(0, facts.size() - replaced);
            room.claim(promised);
            small.put(m.id(), new Small(path, facts, promised));
        } else {
            obstacles.clear(path);
            Large one = open(facts, m.sparse(), path);
            large.put(m.id(), one);
            verified = one.file.verified();
        }
        listener.onWanted(path, facts.size(), Chunks.bytes(verified, facts.size()));
        return Chunks.ranges(verified);
    }

    private Large open(Facts facts, boolean sparse, TreePath path) throws IOException {
        TargetFile file =
                target.tree()
                        .openFile(path, facts.attributes(), facts.identity(), sparse, Limits.CHUNK);
        boolean kept = false;
        try {
            BitSet promised = new BitSet();
            if (file.isReserved()) {
                room.check();
            } else {
                promised.set(0, (int) Chunks.count(facts.size()));
                room.claim(facts.size());
            }
            kept = true;
            return new Large(path, facts.size(), file, promised);
        } finally {
            if (!kept) {
                file.abandon();
            }
        }
    }

    /** Writes a whole file; returns its path, null if it isn't expected any more. */
    TreePath whole(Message.Whole m) throws IOException {
        Small one = small.get(m.id());
        if (one == null) {
            return null;
        }
        int length = m.data().remaining();
        if (length != one.facts.size()) {
            throw new MalformedMessageException(
                    "a file of %d bytes came with %d".formatted(one.facts.size(), length));
        }
        small.remove(m.id());
        room.release(one.promised);
        obstacles.clear(one.path);
        target.tree().writeFile(one.path, one.facts.attributes(), m.data(), m.sha256().toBytes());
        listener.onMoved(length);
        return one.path;
    }

    private Large part(int id, long index, long length) throws MalformedMessageException {
        Large one = large.get(id);
        if (one == null) {
            return null;
        }
        long count = Chunks.count(one.size);
        long expected = index == count - 1 ? one.size - index * Limits.CHUNK : (long) Limits.CHUNK;
        if (index >= count || (length >= 0 && length != expected)) {
            throw new MalformedMessageException("a chunk that the file doesn't have");
        }
        return one;
    }

    void chunk(Message.Chunk m) throws IOException {
        int length = m.data().remaining();
        Large one = part(m.id(), m.index(), length);
        if (one != null) {
            room.release(one.take(m.index()));
            one.file.write(m.index(), m.data(), m.sha256().toBytes());
            listener.onMoved(length);
        }
    }

    void hole(Message.Hole m) throws IOException {
        Large one = part(m.id(), m.index(), -1);
        if (one != null) {
            room.release(one.take(m.index()));
            one.file.hole(m.index());
            listener.onMoved(Math.min(Limits.CHUNK, one.size - m.index() * Limits.CHUNK));
        }
    }

    /** Gives a file its name; returns its path, null if it isn't expected any more. */
    TreePath end(int id) throws IOException {
        Large one = large.get(id);
        if (one == null) {
            return null;
        }
        if (!one.file.isComplete()) {
            throw new MalformedMessageException("a file ends before all of it has come");
        }
        one.file.commit();
        one.file.close();
        large.remove(id);
        room.release(one.left());
        return one.path;
    }

    /** Gives a file up, and what of it has come; returns its path, null if there was none. */
    TreePath abandon(int id) throws DiskException {
        Large one = large.get(id);
        if (one != null) {
            one.file.abandon();
        }
        return drop(id);
    }

    /** Expects a file no more; what of it has come stays for the next time. */
    TreePath drop(int id) throws DiskException {
        Small little = small.remove(id);
        Large one = large.remove(id);
        if (little != null) {
            room.release(little.promised);
        }
        if (one != null) {
            room.release(one.left());
            one.file.close();
        }
        return one != null ? one.path : little != null ? little.path : null;
    }

    /** Keeps what has come for the next time. */
    @Override
    public void close() throws DiskException {
        for (Large one : large.values()) {
            room.release(one.left());
            one.file.close();
        }
        large.clear();
        small.values().forEach(one -> room.release(one.promised));
        small.clear();
    }
}
