package org.urdma4j.copy.client;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.scan.SeenPaths;
import org.urdma4j.copy.tree.TreePath;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens in a copy. Any thread may call. */
public final class Tally implements PassListener {
    /** Of failures, so many are remembered by their texts. */
    public static final int TEXTS = 100;

    /** FNV-1a, of 64 bits. */
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;

    private static final long FNV_PRIME = 0x100000001b3L;

    private final LongAdder foundFiles = new LongAdder();
    private final LongAdder foundBytes = new LongAdder();
    private final LongAdder sameFiles = new LongAdder();
    private final LongAdder sameBytes = new LongAdder();
    private final LongAdder wantedFiles = new LongAdder();
    private final LongAdder wantedBytes = new LongAdder();
    private final LongAdder resumedBytes = new LongAdder();
    private final LongAdder movedBytes = new LongAdder();
    private final LongAdder doneFiles = new LongAdder();
    private final LongAdder again = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder missing = new LongAdder();
    private final LongAdder removed = new LongAdder();
    private final Set<Long> told = ConcurrentHashMap.newKeySet();
    private final List<String> texts = new ArrayList<>();
    private final PassListener next;
    private volatile SeenPaths removedPaths;

    /**
     * @param next is told, too
     */
    public Tally(PassListener next) {
        this.next = next;
    }

    @Override
    public void onFound(long bytes) {
        foundFiles.increment();
        foundBytes.add(bytes);
        next.onFound(bytes);
    }

    @Override
    public void onSame(TreePath path, long bytes) {
        sameFiles.increment();
        sameBytes.add(bytes);
        next.onSame(path, bytes);
    }

    @Override
    public void onWanted(TreePath path, long bytes, long have) {
        wantedFiles.increment();
        wantedBytes.add(bytes);
        resumedBytes.add(have);
        next.onWanted(path, bytes, have);
    }

    @Override
    public void onMoved(long bytes) {
        movedBytes.add(bytes);
        next.onMoved(bytes);
    }

    @Override
    public void onDone(TreePath path) {
        doneFiles.increment();
        next.onDone(path);
    }

    @Override
    public void onAgain(TreePath path) {
        again.increment();
        next.onAgain(path);
    }

    @Override
    public void onInUse(TreePath path) {
        next.onInUse(path);
    }

    @Override
    public void onFailed(Fault fault, String text) {
        if (!told.add(digest(text))) {
            return; // several connections have met it
        }
        if (fault == Fault.SPECIAL) {
            skipped.increment();
        } else {
            failed.increment();
            if (fault == Fault.NOT_FOUND) {
                missing.increment();
            }
        }
        synchronized (texts) {
            if (texts.size() < TEXTS) {
                texts.add(text);
            }
        }
        next.onFailed(fault, text);
    }

    /** From now on counts and tells what is removed once, whoever says it again. */
    void tellRemovedOnce() {
        removedPaths = new SeenPaths();
    }

    /** Two texts in 2^63 have the same. */
    private static long digest(String text) {
        long digest = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            digest = (digest ^ text.charAt(i)) * FNV_PRIME;
        }
        return digest;
    }

    @Override
    public void onRemoved(TreePath path) {
        SeenPaths told = removedPaths;
        if (told != null) {
            if (told.contains(path)) {
                return;
            }
            told.add(path);
        }
        removed.increment();
        next.onRemoved(path);
    }

    /** Returns how many files and links were found so far. */
    public long foundFiles() {
        return foundFiles.sum();
    }

    /** Returns the bytes of the files that were found so far. */
    public long foundBytes() {
        return foundBytes.sum();
    }

    public long sameFiles() {
        return sameFiles.sum();
    }

    public long sameBytes() {
        return sameBytes.sum();
    }

    public long wantedFiles() {
        return wantedFiles.sum();
    }

    public long wantedBytes() {
        return wantedBytes.sum();
    }

    /** Returns the bytes that an earlier copy had brought. */
    public long resumedBytes() {
        return resumedBytes.sum();
    }

    /** Returns the bytes of content that have gone over the network. */
    public long movedBytes() {
        return movedBytes.sum();
    }

    /** Returns how many are whole under their names. */
    public long doneFiles() {
        return doneFiles.sum();
    }

    /** Returns how often a file had changed while it was read, and was copied again. */
    public long again() {
        return again.sum();
    }

    /** Returns how many devices, pipes and sockets were left out. */
    public long skipped() {
        return skipped.sum();
    }

    /** Returns how many of those that failed weren't there. */
    public long missing() {
        return missing.sum();
    }

    public long failed() {
        return failed.sum();
    }

    /** Returns how many were removed, or would be. */
    public long removed() {
        return removed.sum();
    }

    /** Returns what was said of the first {@link #TEXTS} that were left out or not done. */
    public List<String> texts() {
        synchronized (texts) {
            return List.copyOf(texts);
        }
    }
}
