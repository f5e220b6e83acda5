package org.urdma4j.copy.tree;

/**
 * What is kept of a file, directory or link besides its content. Owner and group are not.
 *
 * @param permissions of {@code st_mode}, the lower 12 bits
 * @param mtimeSeconds when it was last modified, since 1970
 * @param mtimeNanos nanoseconds of that second, below 10^9
 */
public record Attributes(int permissions, long mtimeSeconds, int mtimeNanos) {
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
    }
}
