package org.urdma4j.copy.send;

import org.urdma4j.copy.pass.Chunks;
import org.urdma4j.copy.read.ReadRequest;
import org.urdma4j.copy.scan.Entry;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the connections of one pass send together: the long files of each of them, in ranges of
 * chunks that are given to whichever has sent what it had, its own files' first. A file belongs to
 * the connection that it was offered over, which ends it when all ranges have arrived. The pass is
 * over for all when each has done with its own files. Any thread may call.
 */
public final class Sharing {
    /** Chunks that a file must lack to be worth it. */
    private static final int LEAST = 32;

    private static final int RANGE = 4;

    /** Ranges of a connection that haven't gone yet: one is sent, another read. */
    private static final int AHEAD = 2;

    /** So often a connection that waits says that it is there; a server puts out who rests. */
    private static final long REST_NS = TimeUnit.SECONDS.toNanos(20);

    private final List<SharedFile> files = new ArrayList<>();
    private final int[] ahead;
    private final long restNs;
    private final BitSet done = new BitSet();
    private IOException broken;

    /**
     * @param parts connections that take part, each with one {@link Sender}
     */
    public Sharing(int parts) {
        this(parts, REST_NS);
    }

    Sharing(int parts, long restNs) {
        ahead = new int[parts];
        this.restNs = restNs;
    }

    /** What a connection is to send next. */
    sealed interface Step {}

    /** Chunks of a file. */
    record Range(SharedFile file, long first, long end) implements Step {
        ReadRequest request(int id) {
            Entry entry = file.entry;
            return new ReadRequest(
                    entry.path(), entry.stat(), file.have, id, file.open, first, end);
        }
    }

    /** Nothing yet; the peer is to be asked for an answer, so that it sees that this one works. */
    record Rest() implements Step {}

    /** The end of a file that was offered over this connection, whole or given up. */
    record End(SharedFile file) implements Step {}

    /** A file that is wanted; open until it is ended or removed. */
    static final class SharedFile {
        private final int part;
        private final int id;
        private final Entry entry;
        private final FileHandle open;
        private final BitSet have;
        private final int chunks;
        private int next;
        private int underway;
        private boolean failed;

        private SharedFile(int part, int id, Entry entry, FileHandle open, BitSet have) {
            this.part = part;
            this.id = id;
            this.entry = entry;
            this.open = open;
            this.have = have;
            chunks = (int) Chunks.count(entry.stat().size());
            next = have.nextClearBit(0);
        }

        /** Returns the connection that it was offered over. */
        int part() {
            return part;
        }

        /** Returns its number there. */
        int id() {
            return id;
        }

        private boolean hasMore() {
            return !failed && next < chunks;
        }

        private Range take() {
            int first = next;
            int end = Math.min(chunks, first + RANGE);
            next = have.nextClearBit(end);
            underway++;
            return new Range(this, first, end);
        }

        private boolean isOver() {
            return failed || (next >= chunks && underway == 0);
        }
    }

    /** Returns whether a file is to be sent so that has this size, and has these chunks there. */
    static boolean isWorthwhile(long size, BitSet have) {
        return Chunks.count(size) - have.cardinality() >= LEAST;
    }

    /**
     * Adds a file.
     *
     * @param part the connection that it was offered over
     * @param id its number there
     * @param open it, opened; closed in here
     * @param have chunks that aren't needed; not modified from now on
     */
    synchronized SharedFile add(int part, int id, Entry entry, FileHandle open, BitSet have) {
        SharedFile file = new SharedFile(part, id, entry, open, have);
        files.add(file);
        notifyAll();
        return file;
    }

    /** Gives nothing more of a file out, nor its end. Idempotent. */
    synchronized void remove(SharedFile file) {
        if (files.remove(file)) {
            file.open.close();
        }
    }

    /**
     * Waits for what a connection is to send.
     *
     * @return null when nothing more is to be; {@link Rest} when nothing is for a while
     * @throws IOException what {@link #abort} was given
     */
    synchronized Step next(int part) throws IOException, InterruptedException {
        long untilNs = SystemClock.nowNs() + restNs;
        while (true) {
            if (done.cardinality() == ahead.length) {
                return null;
            }
            if (broken != null) {
                throw broken;
            }
            Step step = step(part);
            if (step != null) {
                return step;
            }
            long leftNs = untilNs - SystemClock.nowNs();
            if (leftNs <= 0) {
                return new Rest();
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
    }

    private Step step(int part) {
        SharedFile others = null;
        for (SharedFile file : files) {
            boolean own = file.part == part;
            if (own && file.isOver()) {
                remove(file);
                return new End(file);
            }
            if (ahead[part] < AHEAD && file.hasMore()) {
                if (own) {
                    ahead[part]++;
                    return file.take();
                }
                others = others == null ? file : others;
            }
        }
        if (others == null) {
            return null;
        }
        ahead[part]++;
        return others.take();
    }

    /** A range has gone over a connection. */
    synchronized void onSent(int part) {
        ahead[part]--;
        notifyAll();
    }

    /** A range is written at the other end. */
    synchronized void onArrived(SharedFile file) {
        file.underway--;
        notifyAll();
    }

    /** A range isn't, as the other end knows: the file is given up. */
    synchronized void onFailed(SharedFile file) {
        file.underway--;
        file.failed = true;
        notifyAll();
    }

    /** A connection has offered all that it had, and all was answered. */
    synchronized void onDone(int part) {
        if (!done.get(part)) {
            done.set(part);
            notifyAll();
        }
    }

    /** A connection has ended, and what it had was perhaps not sent: none goes on. */
    public synchronized void abort(IOException why) {
        broken = why;
        notifyAll();
    }
}
