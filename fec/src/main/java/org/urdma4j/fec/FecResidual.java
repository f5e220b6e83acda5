package org.urdma4j.fec;

/**
 * How many packets stay lost after decoding: probabilities for one packet, of a path that loses a
 * share {@code loss} of all packets, repair packets included.
 */
public final class FecResidual {
    private static final int MAX_ROUNDS = 60;

    private FecResidual() {}

    /**
     * Returns the residual loss of an interleaved parity over {@code k} members with independent
     * losses: {@code p (1 - (1-p)^k)}, about {@code k p^2}. The number of parities doesn't matter
     * to it; it must be no less than the length of a burst for losses of one parity's members to be
     * independent.
     */
    public static double interleaved(double loss, int k) {
        return -loss * Math.expm1(k * Math.log1p(-loss));
    }

    /**
     * Returns the residual loss of a table with independent losses. A packet stays lost if it can
     * be got neither from its row nor from its column: because the parity is lost, or another
     * member that itself can't be got from its other line. That is a fixed point, reached as
     * peeling goes on; what it leaves out is four losses at the corners of a rectangle, which wait
     * for each other: {@code (rows-1)(columns-1) p^4}. Compared with simulation in {@code
     * FecResidualTest}.
     */
    public static double twoDimensional(double loss, int rows, int columns) {
        double missingInColumn = loss;
        double missingInRow = loss;
        for (int i = 0; i < MAX_ROUNDS; i++) {
            double before = missingInColumn + missingInRow;
            missingInColumn = loss * failure(loss, missingInRow, columns - 1);
            missingInRow = loss * failure(loss, missingInColumn, rows - 1);
            if (before - (missingInColumn + missingInRow) < 1e-3 * before) {
                break;
            }
        }
        double tree =
                loss
                        * failure(loss, missingInRow, columns - 1)
                        * failure(loss, missingInColumn, rows - 1);
        double rectangles = (rows - 1.0) * (columns - 1.0) * Math.pow(loss, 4);
        return Math.min(loss, tree + rectangles);
    }

    /** Returns the chance that a line's parity or one of {@code others} members is missing. */
    private static double failure(double loss, double missing, int others) {
        return -Math.expm1(Math.log1p(-loss) + others * Math.log1p(-missing));
    }

    /**
     * Returns the residual loss of a table where losses come in bursts of a mean length: packets
     * lost alone are decoded both ways, those in a burst by their columns only, which must be as
     * many as the burst is long.
     */
    public static double twoDimensional(double loss, double meanBurst, int rows, int columns) {
        double alone = 1 / (meanBurst * meanBurst);
        return alone * twoDimensional(loss, rows, columns) + (1 - alone) * interleaved(loss, rows);
    }
}
