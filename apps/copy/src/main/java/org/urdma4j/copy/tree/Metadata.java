package org.urdma4j.copy.tree;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@link Preserve} keeps of a file, directory or link.
 *
 * @param user number of the user, {@link #ANY} if it isn't kept
 * @param group number of the group, {@link #ANY} if it isn't kept
 * @param kinds extended attributes that are kept
 * @param xattrs those that there are, by their names, whose bytes are chars; buffers stay as they
 *     are
 */
public record Metadata(
        int user, int group, XattrKinds kinds, SortedMap<String, ByteBuffer> xattrs) {
    /** What {@code chown} takes for leaving it as it is. */
    public static final int ANY = -1;

    /** Nothing is kept. */
    public static final Metadata NONE = new Metadata(ANY, ANY, XattrKinds.NONE, new TreeMap<>());

    /** The most that {@link #bytes} is. */
    public static final int MOST_BYTES = 1 << 20;

    /** The lengths of an attribute's name and value in a message. */
    static final int OVERHEAD = 6;

    public Metadata {
        Objects.requireNonNull(kinds, "kinds");
        xattrs = Collections.unmodifiableSortedMap(new TreeMap<>(xattrs));
    }

    /** Returns whether nothing is kept. */
    public boolean isNone() {
        return user == ANY && group == ANY && kinds.isNone();
    }

    /** Returns how many bytes the attributes take in a message. */
    public long bytes() {
        return xattrs.entrySet().stream()
                .mapToLong(each -> OVERHEAD + each.getKey().length() + each.getValue().remaining())
                .sum();
    }

    /** Returns whether something that has this needs no change. */
    public boolean isMetBy(Metadata has) {
        return (user == ANY || user == has.user)
                && (group == ANY || group == has.group)
                && xattrs.equals(has.xattrs);
    }

    /** Without the attributes, which a peer has written. */
    @Override
    public String toString() {
        return "Metadata[user=%d, group=%d, %d attributes]".formatted(user, group, xattrs.size());
    }
}
