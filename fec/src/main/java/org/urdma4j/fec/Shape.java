package org.urdma4j.fec;

/**
 * A group that could be chosen, with the loss that it leaves on the path as it is now.
 *
 * @param scheme interleaved or two-dimensional
 * @param k members of each parity, or rows
 * @param r parities, or columns
 * @param residual share of packets that stay lost
 */
record Shape(int scheme, int k, int r, double residual) {
    int members() {
        return k * r;
    }

    /** Returns repair packets for each member. */
    double overhead() {
        return (double) FecScheme.parities(scheme, r, members()) / members();
    }
}
