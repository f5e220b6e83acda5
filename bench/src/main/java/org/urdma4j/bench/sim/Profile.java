package org.urdma4j.bench.sim;

import org.urdma4j.verbs.QpAttr;

/** How queue pairs talk to each other, and what they are connected with. */
public enum Profile {
    /** RoCEv2 as network cards speak it: go-back-N, paced at a fixed rate. */
    STANDARD {
        @Override
        void configure(QpAttr attr, SimOptions options) {
            long rateBps =
                    options.referenceRateBps() > 0 ? options.referenceRateBps() : options.rateBps();
            attr.rateLimit(rateBps / 1000).timeout(timeout(options.rttNs()));
        }
    },
    /** Selective retransmission, FEC and RRCC. */
    URDMA {
        @Override
        void check(SimOptions options) {
            throw new IllegalArgumentException(
                    "the URDMA profile is not built yet; use --profile standard");
        }

        @Override
        void configure(QpAttr attr, SimOptions options) {
            throw new IllegalStateException("check() refuses it");
        }
    };

    /** Timeouts are this many ns times a power of two. */
    private static final long TIMEOUT_UNIT_NS = 4096;

    private static final int MAX_TIMEOUT = 31;

    /**
     * Sees whether this profile can do what is asked.
     *
     * @throws IllegalArgumentException if not, with what to do instead
     */
    void check(SimOptions options) {
        if (options.cc() != CongestionControl.FIXED) {
            throw new IllegalArgumentException(
                    "the standard profile has no congestion control; leave --cc out");
        }
        if (!options.fec().equals(SimOptions.NO_FEC)) {
            throw new IllegalArgumentException(
                    "the standard profile has no FEC; leave --fec out or use --profile urdma");
        }
    }

    /** Adds to {@code attr} what both ends are connected with. */
    abstract void configure(QpAttr attr, SimOptions options);

    /** Returns the least code of {@link QpAttr#timeout()} that is four round trips or more. */
    static int timeout(long rttNs) {
        int code = 1;
        while (code < MAX_TIMEOUT && (TIMEOUT_UNIT_NS << code) < 4 * rttNs) {
            code++;
        }
        return code;
    }
}
