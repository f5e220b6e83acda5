package org.urdma4j.fec;

/**
 * Which members a parity has. Inside this package parities are called lines and numbered so that
 * the number doesn't change as a group fills: 0 to r-1 are the residues mod r (the interleaved
 * parities, or the columns of a table), from r on come the rows of a table.
 */
final class Lines {
    private Lines() {}

    /** Returns the line across: the residue of member {@code index}. */
    static int column(int r, int index) {
        return index % r;
    }

    /** Returns the row's line, or -1 in a scheme without rows. */
    static int row(int scheme, int r, int index) {
        return scheme == FecScheme.TWO_DIMENSIONAL ? r + index / r : -1;
    }

    /** Returns the line of a parity as numbered on the wire. */
    static int ofParity(int scheme, int r, int members, int parity) {
        if (scheme != FecScheme.TWO_DIMENSIONAL) {
            return parity;
        }
        int rows = FecScheme.rows(r, members);
        return parity < rows ? r + parity : parity - rows;
    }

    /** Returns how many of a group's members a line has. */
    static int count(int r, int members, int line) {
        if (line >= r) {
            return Math.clamp((long) members - (long) (line - r) * r, 0, r);
        }
        return line < members ? (members - line - 1) / r + 1 : 0;
    }

    /** Returns the sum of the indices of a line's members. */
    static long sum(int r, int members, int line) {
        long count = count(r, members, line);
        long first = line < r ? line : (long) (line - r) * r;
        long step = line < r ? r : 1;
        return count * first + step * (count * (count - 1) / 2);
    }

    /** Returns whether member {@code index} belongs to the line. */
    static boolean contains(int r, int line, long index) {
        return line < r ? index % r == line : index / r == line - r;
    }
}
