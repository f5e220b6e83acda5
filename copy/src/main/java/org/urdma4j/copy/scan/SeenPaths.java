package org.urdma4j.copy.scan;

import org.urdma4j.copy.tree.TreePath;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A set of paths that keeps 16 bytes of each one's SHA-256, in a table that is at most 3/4 full: a
 * million paths take 32 MiB or less. Any thread may use it.
 */
public final class SeenPaths {
    private final MessageDigest sha256;
    private long[] table = new long[2 * 1024];
    private int size;

    /** Makes an empty set. */
    public SeenPaths() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Adds a path; nothing changes if it is there. */
    public synchronized void add(TreePath path) {
        ByteBuffer hash = hash(path);
        if (insert(table, hash.getLong(0), hash.getLong(8))) {
            size++;
            if (size * 2L > table.length / 4L * 3) {
                grow();
            }
        }
    }

    /** Returns whether a path was added. */
    public synchronized boolean contains(TreePath path) {
        ByteBuffer hash = hash(path);
        int at = slot(table, hash.getLong(0), hash.getLong(8));
        return table[at] != 0;
    }

    /** Returns how many paths were added. */
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

    private static boolean insert(long[] table, long first, long second) {
        int at = slot(table, first, second);
        boolean isNew = table[at] == 0;
        table[at] = first;
        table[at + 1] = second;
        return isNew;
    }

    private void grow() {
        long[] larger = new long[Math.multiplyExact(table.length, 2)];
        for (int i = 0; i < table.length; i += 2) {
            if (table[i] != 0) {
                insert(larger, table[i], table[i + 1]);
            }
        }
        table = larger;
    }
}
