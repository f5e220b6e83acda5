package org.urdma4j.copy.tree;

/**
 * What a copy keeps besides content, permissions, times and what links say; as the options of rsync
 * of these names.
 *
 * @param owner the user that something belongs to; set by root alone
 * @param group its group; without root one that the user who writes is in
 * @param numericIds whether users and groups are known by their numbers, not by their names
 * @param acls POSIX access control lists
 * @param xattrs extended attributes: those of users, and as root all but the system's
 * @param hardLinks whether names of one file become names of one file
 */
public record Preserve(
        boolean owner,
        boolean group,
        boolean numericIds,
        boolean acls,
        boolean xattrs,
        boolean hardLinks) {
    /** Keeps none of it. */
    public static final Preserve NONE = ofBits(0);

    /** Keeps all of it, with users and groups by name. */
    public static final Preserve ARCHIVE = new Preserve(true, true, false, true, true, true);

    private static final int BITS = 6;

    /** Returns whether anything but hard links is kept of a single file. */
    public boolean metadata() {
        return owner || group || acls || xattrs;
    }

    /** Returns the same without owners. */
    public Preserve withoutOwner() {
        return new Preserve(false, group, numericIds, acls, xattrs, hardLinks);
    }

    /** Returns whether nothing is kept. */
    public boolean isNone() {
        return !metadata() && !hardLinks;
    }

    /** Returns it for a message. */
    public int bits() {
        return (owner ? 1 : 0)
                | (group ? 2 : 0)
                | (numericIds ? 4 : 0)
                | (acls ? 8 : 0)
                | (xattrs ? 16 : 0)
                | (hardLinks ? 32 : 0);
    }

    /**
     * Returns what {@link #bits} has said.
     *
     * @throws IllegalArgumentException if a bit means nothing
     */
    public static Preserve ofBits(int bits) {
        if (bits >> BITS != 0) {
            throw new IllegalArgumentException("no options of what is kept: " + bits);
        }
        return new Preserve(
                (bits & 1) != 0,
                (bits & 2) != 0,
                (bits & 4) != 0,
                (bits & 8) != 0,
                (bits & 16) != 0,
                (bits & 32) != 0);
    }
}
