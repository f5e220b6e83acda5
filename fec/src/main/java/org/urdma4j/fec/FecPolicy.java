package org.urdma4j.fec;

import java.util.Arrays;

/**
 * Decides for each group whether there is one and its shape. In {@code auto} mode:
 *
 * <ul>
 *   <li>Nothing is protected but what is so near the end of its message that its retransmission
 *       would come after all else has been sent: the last one to three bandwidth-delay products
 *       (BDP), as many as it takes for repeated losses.
 *   <li>With more than 8 BDP queued only the ends of messages of at least 8 BDP are protected:
 *       throughput counts then, which repair packets only take from.
 *   <li>The shape is the one for which overhead plus round trips lost is least; for what is smaller
 *       than a BDP at the 99th percentile as well as in the mean. Where none is better than none,
 *       there is none, so on paths without loss, and short ones.
 * </ul>
 *
 * <p>In {@code paper} mode all is protected: 20 packets to a repair packet, and the more repair
 * packets to a group the higher the loss. The paper says only that groups grow with it; the numbers
 * are ours.
 *
 * <p>To be asked before each group; costs a few comparisons unless the path changed. Not
 * thread-safe.
 */
public final class FecPolicy {
    private static final int BULK_BDPS = 8;
    private static final int MAX_WINDOWS = 3;

    /** Packets that may on average be lost so often that they outlast the protected end. */
    private static final double OUTLASTING = 0.1;

    /** The share of a BDP protected beyond, for the time until losses are reported. */
    private static final double REPORT_DELAY = 0.25;

    /** The path is taken as changed when a number of it has by this factor. */
    private static final double CHANGE = 1.1;

    private static final double MAX_LOSS = 0.5;

    /** Sizes are told apart to three significant bits. */
    private static final int SIZE_BITS = 3;

    private static final int SIZE_CLASSES = Long.SIZE << (SIZE_BITS - 1);

    private static final int PAPER_K = 20;
    private static final double[] PAPER_LOSS = {1e-4, 1e-3, 1e-2, 5e-2};
    private static final int PAPER_R = 4;

    private final FecMode mode;
    private final int maxParities;

    private double loss;
    private double meanBurst = 1;
    private int burst = 1;
    private long bdp;

    private Shapes shapes;
    private int windows = 1;

    /** The best shape for each class of sizes; computed when first asked for. */
    private final Shape[] best = new Shape[SIZE_CLASSES];

    private final boolean[] known = new boolean[SIZE_CLASSES];

    private int scheme;
    private int k;
    private int r;
    private int members;

    /**
     * @param maxParities the most repair packets of a group, 1 to {@link FecScheme#MAX_PARITIES}
     * @throws IllegalArgumentException if that is out of range, or less than a fixed mode needs
     */
    public FecPolicy(FecMode mode, int maxParities) {
        if (maxParities < 1 || maxParities > FecScheme.MAX_PARITIES) {
            throw new IllegalArgumentException(
                    "a group has 1 to %d parities, not %d"
                            .formatted(FecScheme.MAX_PARITIES, maxParities));
        }
        if (mode.kind() == FecMode.Kind.FIXED
                && FecScheme.parities(mode.scheme(), mode.r(), mode.k() * mode.r()) > maxParities) {
            throw new IllegalArgumentException(
                    "FEC mode %s has more than %d parities".formatted(mode, maxParities));
        }
        this.mode = mode;
        this.maxParities = maxParities;
    }

    /**
     * Says how the path is. Cheap while no number changes by more than a tenth.
     *
     * @param loss share of packets lost before decoding, smoothed, 0 to 1; taken as 1/2 if higher
     * @param meanBurst mean number of consecutive packets lost together, taken as 1 if lower
     * @param burst the same at the 99th percentile
     * @param bdp packets sent in a round trip at the rate of the path; 0 if not known yet
     */
    public void path(double loss, double meanBurst, int burst, long bdp) {
        if (shapes != null
                && near(this.loss, loss)
                && near(this.meanBurst, meanBurst)
                && near(this.burst, burst)
                && near((double) this.bdp, (double) bdp)) {
            return;
        }
        this.loss = Math.clamp(loss, 0, MAX_LOSS);
        this.meanBurst = Math.max(1, meanBurst);
        this.burst = Math.max(1, burst);
        this.bdp = Math.max(0, bdp);
        shapes = new Shapes(this.loss, this.meanBurst, this.burst, this.bdp, maxParities);
        windows = 1;
        while (windows < MAX_WINDOWS
                && this.bdp * Math.pow(this.loss, windows + 1.0) > OUTLASTING) {
            windows++;
        }
        Arrays.fill(known, false);
    }

    private static boolean near(double old, double now) {
        return now <= old * CHANGE && now * CHANGE >= old;
    }

    /**
     * Decides on the group that would begin with the next packet.
     *
     * @param messageSize packets of the message that it belongs to
     * @param messageLeft packets of it not yet sent, this one included
     * @param transferLeft packets not yet sent of all that is queued, this message included
     * @return whether it begins a group, which {@link #scheme}, {@link #k}, {@link #r} and {@link
     *     #members} then describe; if not, ask again for the next packet
     */
    public boolean next(long messageSize, long messageLeft, long transferLeft) {
        long left = Math.max(messageLeft, transferLeft);
        return switch (mode.kind()) {
            case OFF -> false;
            case FIXED -> fixed(left);
            case PAPER -> paper(left);
            case AUTO -> auto(messageSize, messageLeft, left);
        };
    }

    private boolean fixed(long left) {
        scheme = mode.scheme();
        k = mode.k();
        r = mode.r();
        members = (int) Math.min((long) k * r, left);
        return true;
    }

    private boolean paper(long left) {
        int parities = PAPER_R;
        for (double threshold : PAPER_LOSS) {
            parities = loss >= threshold ? 2 * parities : parities;
        }
        choose(FecScheme.INTERLEAVED, PAPER_K, Math.min(parities, maxParities), 1, left);
        return true;
    }

    private boolean auto(long messageSize, long messageLeft, long transferLeft) {
        boolean bulk = transferLeft > BULK_BDPS * bdp;
        long end = (long) ((windows + REPORT_DELAY) * bdp);
        if (messageLeft > end || (bulk && messageSize < BULK_BDPS * bdp)) {
            return false;
        }
        long left = bulk ? messageLeft : transferLeft;
        Shape shape = best(Math.min(end, Math.max(messageSize, left)));
        if (shape == null) {
            return false;
        }
        choose(shape.scheme(), shape.k(), shape.r(), burst, left);
        return true;
    }

    private Shape best(long packets) {
        int shift = Math.max(0, Long.SIZE - SIZE_BITS - Long.numberOfLeadingZeros(packets));
        long leading = packets >>> shift;
        int sizeClass = (shift << (SIZE_BITS - 1)) + (int) leading;
        if (!known[sizeClass]) {
            // The largest of its class, so that the promise for it holds for the others.
            long largest = ((leading + 1) << shift) - 1;
            best[sizeClass] = shapes == null ? null : shapes.best(largest, windows);
            known[sizeClass] = true;
        }
        return best[sizeClass];
    }

    /**
     * Takes a shape, made to fit: the groups until the end are about equal, and none has fewer
     * members than a burst unless all have.
     */
    private void choose(int scheme, int k, int r, int burst, long left) {
        long full = (long) k * r;
        long groups = Math.clamp((left + full - 1) / full, 1, Math.max(1, left / burst));
        members = (int) ((left + groups - 1) / groups);
        this.scheme = scheme;
        this.r = members == full ? r : parities(scheme, k, burst);
        this.k = (members + this.r - 1) / this.r;
    }

    /** Returns the parities that keep to k members each, or the columns that make a square. */
    private int parities(int scheme, int k, int burst) {
        boolean table = scheme == FecScheme.TWO_DIMENSIONAL;
        int wanted = table ? (int) Math.ceil(Math.sqrt(members)) : (members + k - 1) / k;
        int most = Math.min(maxParities, FecScheme.MAX_R);
        return Math.min(most, Math.max(wanted, Math.min(burst, members)));
    }

    /** Returns the scheme of the group decided on. */
    public int scheme() {
        return scheme;
    }

    /** Returns the members of each of its parities, or its rows. */
    public int k() {
        return k;
    }

    /** Returns its parities, or its columns. */
    public int r() {
        return r;
    }

    /** Returns after how many members it is to be closed: at most {@code k * r}, what is left. */
    public int members() {
        return members;
    }
}
