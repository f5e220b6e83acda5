package org.urdma4j.fec;

/**
 * The numbers of the schemes as they stand in a packet's FEC word, and their limits. A group's
 * members are numbered from 0 in the order of their PSNs.
 *
 * <ul>
 *   <li>{@link #INTERLEAVED}, the paper's: member {@code i} enters parity {@code i mod r}.
 *   <li>{@link #TWO_DIMENSIONAL}: the group is a table of {@code r} columns, filled row by row;
 *       member {@code i} enters row parity {@code i / r} and column parity {@code i mod r}.
 *       Parities are numbered rows first, then columns; of a group closed early the rows and
 *       columns that have a member count, so its number of members says how many there are.
 * </ul>
 */
public final class FecScheme {
    /** The packet belongs to no group. */
    public static final int NONE = 0;

    /** Interleaved XOR. */
    public static final int INTERLEAVED = 1;

    /** XOR of rows and of columns. */
    public static final int TWO_DIMENSIONAL = 2;

    /** The largest r: eight bits on the wire. */
    public static final int MAX_R = 255;

    /** The most members of a group: sixteen bits on the wire. */
    public static final int MAX_MEMBERS = 65_535;

    /** The most parities of a group: their index has eight bits on the wire. */
    public static final int MAX_PARITIES = 256;

    /** Bytes before a unit's coded bytes: opcode, flags, and their length in 16 bits. */
    public static final int UNIT_HEADER_BYTES = 4;

    private FecScheme() {}

    /**
     * Returns how many parities a group of {@code members} has, in either scheme; more than {@link
     * #MAX_PARITIES} means that no such group can be sent.
     *
     * @param scheme {@link #INTERLEAVED} or {@link #TWO_DIMENSIONAL}
     * @param r parities of the interleaved, columns of the two-dimensional scheme
     */
    public static int parities(int scheme, int r, int members) {
        int columns = Math.min(r, members);
        return scheme == TWO_DIMENSIONAL ? rows(r, members) + columns : columns;
    }

    /** Returns the rows of a table of {@code r} columns that holds {@code members}. */
    static int rows(int r, int members) {
        return (members + r - 1) / r;
    }

    /** Returns whether there is such a scheme and such an r. */
    public static boolean valid(int scheme, int r) {
        return (scheme == INTERLEAVED || scheme == TWO_DIMENSIONAL) && r >= 1 && r <= MAX_R;
    }

    /** Returns whether a group of this many members has indices that its packets can carry. */
    public static boolean fits(int scheme, int r, long members) {
        return members >= 1
                && members <= MAX_MEMBERS
                && parities(scheme, r, (int) members) <= MAX_PARITIES;
    }
}
