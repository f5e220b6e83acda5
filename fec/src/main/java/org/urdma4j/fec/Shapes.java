package org.urdma4j.fec;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the shape of groups that lets a transfer complete soonest on a path. All costs are in
 * packets, the unit of time in which a packet is sent; a round trip is a bandwidth-delay product.
 */
final class Shapes {
    private static final int[] MEMBERS = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};
    private static final int[] SIDES = {3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 56, 80, 120};

    /** Parities of an interleaved group where bursts don't ask for more: keeps groups few. */
    private static final int USUAL_PARITIES = 8;

    private final double loss;
    private final double meanBurst;
    private final int burst;
    private final long bdp;
    private final List<Shape> shapes = new ArrayList<>();

    /**
     * @param loss share of packets lost, below 1
     * @param meanBurst mean length of a run of losses, at least 1
     * @param burst length of a run that 99 of 100 don't exceed, at least 1
     * @param bdp packets of a round trip
     */
    Shapes(double loss, double meanBurst, int burst, long bdp, int maxParities) {
        this.loss = loss;
        this.meanBurst = meanBurst;
        this.burst = burst;
        this.bdp = bdp;
        int parities = Math.min(maxParities, FecScheme.MAX_R);
        if (burst <= parities) {
            // Twice what one burst in a hundred exceeds: more parities of the same k are free.
            addInterleaved(Math.min(parities, Math.max(2 * burst, USUAL_PARITIES)));
            addTables(parities);
        }
    }

    private void addInterleaved(int r) {
        for (int k : MEMBERS) {
            double residual = FecResidual.interleaved(loss, k);
            shapes.add(new Shape(FecScheme.INTERLEAVED, k, r, residual));
        }
    }

    private void addTables(int parities) {
        for (int rows : SIDES) {
            int columns = Math.max(rows, burst);
            if (rows + columns <= parities) {
                double residual = FecResidual.twoDimensional(loss, meanBurst, rows, columns);
                shapes.add(new Shape(FecScheme.TWO_DIMENSIONAL, rows, columns, residual));
            }
        }
    }

    /**
     * Returns the best shape for what ends with {@code packets}, or null where none is better than
     * none.
     *
     * @param windows how many BDPs of its end are protected
     */
    Shape best(long packets, int windows) {
        Shape best = null;
        double least = cost(0, loss, packets, windows);
        for (Shape shape : shapes) {
            if (fits(shape, packets)) {
                double cost = cost(shape.overhead(), shape.residual(), packets, windows);
                if (cost < least) {
                    least = cost;
                    best = shape;
                }
            }
        }
        return best;
    }

    /** A burst must find each of its packets in another parity, in a group no larger than all. */
    private boolean fits(Shape shape, long packets) {
        int parities = shape.scheme() == FecScheme.INTERLEAVED ? burst : shape.r();
        return shape.k() == 1 || (long) shape.k() * parities <= packets;
    }

    /**
     * Messages within a BDP are judged by their mean and 99th percentile, longer ones by the mean.
     * Losses that come in bursts hit fewer messages: they count as one for each burst.
     */
    private double cost(double overhead, double residual, long packets, int windows) {
        boolean small = packets <= bdp;
        double chances = Math.min(packets, bdp) / meanBurst;
        int before = small ? 0 : windows;
        double rounds = Completion.mean(loss, residual, chances, before);
        if (small) {
            rounds += Completion.tail(loss, residual, chances, before);
        }
        return overhead * packets + bdp * rounds;
    }
}
