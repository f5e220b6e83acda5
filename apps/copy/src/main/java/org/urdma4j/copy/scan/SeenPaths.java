package org.urdma4j.copy.scan;

import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A set of paths that keeps 16 bytes of each one's SHA-256, in a table that is at most 3/4 full: a
 * million paths take 32 MiB or less. Any thread may use it.
 */
public final class SeenPaths implements AutoCloseable {
    private static final int START = 2 * 1024;

    private final MessageDigest sha256;
    private final MemoryBudget memory;
    private long[] table = new long[START];
    private long taken;
    private int size;

    /** Makes an empty set that grows as it must. */
    public SeenPaths() {
        this(MemoryBudget.unlimited());
    }

    /**
     * Makes an empty set.
     *
     * @param memory for more than the first 768 paths
     */
    public SeenPaths(MemoryBudget memory) {
        this.memory = memory;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Adds a path to a set without a limit; nothing changes if it is there. */
    public void add(TreePath path) {
        if (!tryAdd(path)) {
            throw new IllegalStateException("the set has a limit");
        }
    }

    /** Adds a path; returns false if it isn't there and there is no memory for it. */
    public synchronized boolean tryAdd(TreePath path) {
        ByteBuffer hash = hash(path);
        long first = hash.getLong(0);
        long second = hash.getLong(8);
        if (table[slot(table, first, second)] != 0) {
            return true;
        }
        boolean full = (size + 1) * 2L > table.length / 4L * 3;
        if (full && !tryGrow()) {
            return false;
        }
        insert(table, first, second);
        size++;
        return true;
    }

    public synchronized boolean contains(TreePath path) {
        ByteBuffer hash = hash(path);
        int at = slot(table, hash.getLong(0), hash.getLong(8));
        return table[at] != 0;
    }

    public synchronized int size() {
        return size;
    }

    private ByteBuffer hash(TreePath path) {
        ByteBuffer hash = ByteBuffer.wrap(sha256.digest(path.bytes()));
        if (hash.getLong(0) == 0) {
            hash.putLong(0, 1); // 0 is an empty slot
        }
        return hash;
    }

    /** Returns where a hash is, or would be. */
    private static int slot(long[] table, long first, long second) {
        int mask = table.length / 2 - 1;
        int slot = (int) first & mask;
        while (table[2 * slot] != 0
                && (table[2 * slot] != first || table[2 * slot + 1] != second)) {
            slot = slot + 1 & mask;
        }
        return 2 * slot;
    }

    private static void insert(long[] table, long first, long second) {
        int at = slot(table, first, second);
        table[at] = first;
        table[at + 1] = second;
    }

    private boolean tryGrow() {
        long more = 2L * table.length * Long.BYTES - taken;
        if (table.length > Integer.MAX_VALUE / 2 || !memory.tryTake(more)) {
            return false;
        }
        taken += more;
        long[] larger = new long[2 * table.length];
        for (int i = 0; i < table.length; i += 2) {
            if (table[i] != 0) {
                insert(larger, table[i], table[i + 1]);
            }
        }
        table = larger;
        return true;
    }

    /** Forgets all, and gives the memory back. */
    @Override
    public synchronized void close() {
        table = new long[START];
        size = 0;
        memory.give(taken);
        taken = 0;
    }
}
