package org.urdma4j.verbs;

import java.util.Arrays;
import java.util.Objects;

/** A scatter/gather list in primitive arrays, which grow to the longest list they ever held. */
final class SgeList {
    private long[] addrs = new long[4];
    private long[] lengths = new long[4];
    private int[] lkeys = new int[4];
    private int size;

    void clear() {
        size = 0;
    }

    void add(long addr, long length, int lkey) {
        Checks.range("length", length, 0, Checks.MAX_MESSAGE);
        if (size == addrs.length) {
            addrs = Arrays.copyOf(addrs, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
            lkeys = Arrays.copyOf(lkeys, 2 * size);
        }
        addrs[size] = addr;
        lengths[size] = length;
        lkeys[size] = lkey;
        size++;
    }

    int size() {
        return size;
    }

    long addr(int index) {
        return addrs[Objects.checkIndex(index, size)];
    }

    long length(int index) {
        return lengths[Objects.checkIndex(index, size)];
    }

    int lkey(int index) {
        return lkeys[Objects.checkIndex(index, size)];
    }

    long totalLength() {
        long total = 0;
        for (int i = 0; i < size; i++) {
            total += lengths[i];
        }
        return total;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append("0x%x+%d lkey 0x%x".formatted(addrs[i], lengths[i], lkeys[i]));
        }
        return text.append(']').toString();
    }
}
