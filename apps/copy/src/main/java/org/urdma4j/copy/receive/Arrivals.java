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

    private static final int MOST_BORROWED = 8;

    private final Target target;
    private final Obstacles obstacles;
    private final PassListener listener;
    private final Map<Integer, Small> small = new HashMap<>();
    private final Map<Integer, LargeFile> large = new HashMap<>();
    private final Map<Integer, LargeFile> borrowed = new HashMap<>();
    private final LentFiles lent;
    private final int part;
    private final Room room;

    /** A file that comes whole; so many bytes of it are promised room. */
    private record Small(TreePath path, Facts facts, long promised) {}

    /**
     * @param lent to other connections, of which this is {@code part}
     */
    Arrivals(Target target, Obstacles obstacles, PassListener listener, LentFiles lent, int part) {
        this.lent = lent;
        this.part = part;
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
        if (isExpected(m.id())) {
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
            LargeFile one = open(facts, m.sparse(), path);
            large.put(m.id(), one);
            lent.put(part, m.id(), one);
            verified = one.verified();
        }
        listener.onWanted(path, facts.size(), Chunks.bytes(verified, facts.size()));
        return Chunks.ranges(verified);
    }

    private boolean isExpected(int id) {
        return small.containsKey(id) || large.containsKey(id) || borrowed.containsKey(id);
    }

    private LargeFile open(Facts facts, boolean sparse, TreePath path) throws IOException {
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
            return new LargeFile(path, facts.size(), file, promised, room);
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

    /** Takes chunks of a file that came to another connection; false if there is none. */
    boolean lend(Message.Lend m) throws MalformedMessageException {
        if (isExpected(m.id()) || borrowed.size() >= MOST_BORROWED) {
            throw new MalformedMessageException("too many files are lent at a time");
        }
        LargeFile file = lent.get(m.part(), m.file());
        if (file != null) {
            borrowed.put(m.id(), file);
        }
        return file != null;
    }

    /** Returns whether a file was lent, of which no more chunks are expected from now on. */
    boolean giveBack(int id) {
        return borrowed.remove(id) != null;
    }

    /** Says that what was to come of a file that was lent doesn't; of others, nothing. */
    void fail(Message.Abandon why, boolean here) {
        LargeFile one = borrowed.get(why.id());
        if (one != null) {
            one.fail(why, here);
        }
    }

    /** Returns whether what has come of a file that won't be whole is kept. */
    boolean failedHere(int id) {
        return large.get(id).failedHere();
    }

    /** Returns why a file won't be whole, null if it may. */
    Message.Abandon failure(int id) {
        LargeFile one = large.get(id);
        return one == null ? null : one.failure();
    }

    private LargeFile part(int id) {
        LargeFile one = large.get(id);
        return one == null ? borrowed.get(id) : one;
    }

    void chunk(Message.Chunk m) throws IOException {
        int length = m.data().remaining();
        LargeFile one = part(m.id());
        if (one != null && one.write(m)) {
            listener.onMoved(length);
        }
    }

    void hole(Message.Hole m) throws IOException {
        LargeFile one = part(m.id());
        if (one != null && one.hole(m.index())) {
            listener.onMoved(one.length(m.index()));
        }
    }

    /** Gives a file its name; returns its path, null if it isn't expected any more. */
    TreePath end(int id) throws IOException {
        LargeFile one = large.get(id);
        if (one == null) {
            return null;
        }
        one.commit();
        forget(id);
        return one.path();
    }

    private LargeFile forget(int id) {
        lent.remove(part, id);
        return large.remove(id);
    }

    /** Gives a file up, and what of it has come; returns its path, null if there was none. */
    TreePath abandon(int id) throws DiskException {
        LargeFile one = large.get(id);
        if (one != null) {
            one.abandon();
        }
        return drop(id);
    }

    /** Expects a file no more; what of it has come stays for the next time. */
    TreePath drop(int id) throws DiskException {
        Small little = small.remove(id);
        LargeFile one = forget(id);
        borrowed.remove(id);
        if (little != null) {
            room.release(little.promised);
        }
        if (one != null) {
            one.close();
        }
        return one != null ? one.path() : little != null ? little.path : null;
    }

    /** Keeps what has come for the next time. */
    @Override
    public void close() throws DiskException {
        for (int id : List.copyOf(large.keySet())) {
            var _ = drop(id);
        }
        small.values().forEach(one -> room.release(one.promised));
        small.clear();
        borrowed.clear();
    }
}
