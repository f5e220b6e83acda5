package org.urdma4j.copy.tree;

import java.util.Objects;

/**
 * What is kept of a file, directory or link besides its content.
 *
 * @param permissions of {@code st_mode}, the lower 12 bits
 * @param mtimeSeconds when it was last modified, since 1970
 * @param mtimeNanos nanoseconds of that second, below 10^9
 * @param metadata what is kept if it is asked for
 */
public record Attributes(int permissions, long mtimeSeconds, int mtimeNanos, Metadata metadata) {
    private static final int PERMISSIONS = 07777;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException beyond them
     */
    public Attributes {
        if ((permissions & ~PERMISSIONS) != 0) {
            throw new IllegalArgumentException("no permissions: %o".formatted(permissions));
        }
        if (mtimeNanos < 0 || mtimeNanos >= 1_000_000_000) {
            throw new IllegalArgumentException("no nanoseconds: " + mtimeNanos);
        }
        Objects.requireNonNull(metadata, "metadata");
    }

    /** Nothing else is kept. */
    public Attributes(int permissions, long mtimeSeconds, int mtimeNanos) {
        this(permissions, mtimeSeconds, mtimeNanos, Metadata.NONE);
    }

    /** Returns the same with other permissions. */
    public Attributes withPermissions(int others) {
        return new Attributes(others, mtimeSeconds, mtimeNanos, metadata);
    }

    /** Returns the same with what else is kept. */
    public Attributes with(Metadata others) {
        return new Attributes(permissions, mtimeSeconds, mtimeNanos, others);
    }
}
