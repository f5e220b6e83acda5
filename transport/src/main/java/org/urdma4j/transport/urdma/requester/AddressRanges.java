package org.urdma4j.transport.urdma.requester;

import java.util.Arrays;

/**
 * Ranges of addresses, none of which overlap: a treap by address, whose priorities are the mixed
 * numbers of its nodes. All that is done with it takes a number of steps that grows with the
 * logarithm of how many there are.
 */
final class AddressRanges {
    private static final int NONE = -1;
    private static final int SMALLEST = 2;

    private long[] from = new long[SMALLEST];
    private long[] last = new long[SMALLEST];
    private int[] left = new int[SMALLEST];
    private int[] right = new int[SMALLEST];
    private int root = NONE;

    /** Nodes not in use, linked through {@link #right}; those from {@link #fresh} on never were. */
    private int free = NONE;

    private int fresh;

    void clear() {
        root = NONE;
        free = NONE;
        fresh = 0;
    }

    /** Returns whether a range has an address between {@code first} and {@code end}, both in it. */
    boolean overlaps(long first, long end) {
        int at = root;
        while (at != NONE) {
            if (Long.compareUnsigned(from[at], end) > 0) {
                at = left[at];
            } else if (Long.compareUnsigned(last[at], first) < 0) {
                at = right[at];
            } else {
                return true;
            }
        }
        return false;
    }

    /** Adds a range that overlaps none, and returns its number. */
    int add(long first, long end) {
        int node = free;
        if (node == NONE) {
            node = fresh++;
            reserve(fresh);
        } else {
            free = right[node];
        }
        from[node] = first;
        last[node] = end;
        left[node] = NONE;
        right[node] = NONE;
        root = insert(root, node);
        return node;
    }

    private void reserve(int nodes) {
        if (nodes > from.length) {
            int size = 2 * from.length;
            from = Arrays.copyOf(from, size);
            last = Arrays.copyOf(last, size);
            left = Arrays.copyOf(left, size);
            right = Arrays.copyOf(right, size);
        }
    }

    void remove(int node) {
        root = without(root, node);
        right[node] = free;
        free = node;
    }

    long lastOf(int node) {
        return last[node];
    }

    /** Lets a range begin later. */
    void begin(int node, long first) {
        from[node] = first;
    }

    /** Lets a range end later, at addresses that no range has. */
    void end(int node, long end) {
        last[node] = end;
    }

    private int insert(int tree, int node) {
        if (tree == NONE) {
            return node;
        }
        if (Long.compareUnsigned(from[node], from[tree]) < 0) {
            int child = insert(left[tree], node);
            left[tree] = child;
            if (priority(child) <= priority(tree)) {
                return tree;
            }
            left[tree] = right[child];
            right[child] = tree;
            return child;
        }
        int child = insert(right[tree], node);
        right[tree] = child;
        if (priority(child) <= priority(tree)) {
            return tree;
        }
        right[tree] = left[child];
        left[child] = tree;
        return child;
    }

    private int without(int tree, int node) {
        if (tree == node) {
            return join(left[tree], right[tree]);
        }
        if (Long.compareUnsigned(from[node], from[tree]) < 0) {
            left[tree] = without(left[tree], node);
        } else {
            right[tree] = without(right[tree], node);
        }
        return tree;
    }

    private int join(int lower, int upper) {
        if (lower == NONE || upper == NONE) {
            return lower == NONE ? upper : lower;
        }
        if (priority(lower) > priority(upper)) {
            right[lower] = join(right[lower], upper);
            return lower;
        }
        left[upper] = join(lower, left[upper]);
        return upper;
    }

    /** The finalizer of MurmurHash3, which gives each number another. */
    private static int priority(int node) {
        int h = (node ^ (node >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return h ^ (h >>> 16);
    }

    /** Returns the most steps that a search takes. */
    int height() {
        return height(root);
    }

    private int height(int tree) {
        return tree == NONE ? 0 : 1 + Math.max(height(left[tree]), height(right[tree]));
    }
}
