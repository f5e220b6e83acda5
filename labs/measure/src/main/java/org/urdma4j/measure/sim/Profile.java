package org.urdma4j.measure.sim;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.measure.spec.Range;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.simulation.tcp.Bbr;
import org.urdma4j.simulation.tcp.Cubic;
import org.urdma4j.simulation.tcp.TcpControl;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.Locale;
import java.util.random.RandomGenerator;

/** How two hosts talk to each other, and what queue pairs are connected with. */
public enum Profile {
    /** RoCEv2 as network cards speak it: go-back-N, paced at a fixed rate, by DCQCN or TIMELY. */
    STANDARD {
        @Override
        void check(SimOptions options) {
            Range.require(
                    !options.cc().needsReports(),
                    ("--cc %s needs the reports of URDMA; the standard profile has fixed, dcqcn,"
                                    + " timely and timely-patched")
                            .formatted(Tuning.label(options.cc())));
            Range.require(
                    options.rails().isEmpty(),
                    "the standard profile has one path; leave --rails out or use --profile urdma");
            Range.require(
                    !options.timely() || !options.bulk().operation().fetches(),
                    "the answers of READs have no acknowledgements that --cc timely could time in"
                            + " the standard profile; use --cc dcqcn or --profile urdma");
            Range.require(
                    options.fec().equals(SimOptions.NO_FEC),
                    "the standard profile has no FEC; leave --fec out or use --profile urdma");
            Range.require(
                    !options.referenceFloorHard(),
                    "the standard profile has no --reference-floor; use --profile urdma");
            var _ = Mtu.ofBytes(options.payloadBytes()); // which says what there is
        }

        @Override
        void configure(QpAttr attr, SimOptions options, int receives) {
            if (options.cc() == CongestionControlType.FIXED) {
                attr.rateLimit(fixedRate(options) / 1000)
                        .timeout(AckTimeout.codeOf(ROUND_TRIPS * options.rttNs()));
                return;
            }
            // these leave a queue that is many times a short round trip
            long queueNs = (long) (8e9 * options.queueBytes() / options.rateBps());
            attr.urdmaTuning(tuning(options).build())
                    .timeout(AckTimeout.codeOf(ROUND_TRIPS * (options.rttNs() + queueNs)));
        }
    },
    /** Selective retransmission, FEC and RRCC. */
    URDMA {
        @Override
        void check(SimOptions options) {
            Range.require(
                    EngineCount.REPORTS_SENT.known(),
                    "the engine of this build has no URDMA profile yet; use standard");
            var _ = UrdmaOffer.builder().payloadBytes(options.payloadBytes()).build();
        }

        @Override
        void configure(QpAttr attr, SimOptions options, int receives) {
            boolean fec = !options.fec().equals(SimOptions.NO_FEC);
            UrdmaOffer offer =
                    options.paper()
                            .offer(UrdmaOffer.builder())
                            .payloadBytes(options.payloadBytes())
                            .fec(fec ? FEC_GROUPS : 0)
                            .paths(!options.rails().isEmpty())
                            .grants(options.cc().grants())
                            .receiveLimit(receives > 0 ? receives : UrdmaOffer.NO_LIMIT)
                            .build();
            attr.urdmaOffer(offer)
                    .urdmaPeerOffer(offer)
                    .urdmaTuning(
                            tuning(options)
                                    .initialWindow(options.initialWindow())
                                    .fec(options.fec())
                                    .paths(
                                            options.rails().isEmpty()
                                                    ? UrdmaPaths.OFF
                                                    : options.paths())
                                    .build());
            if (options.cc() == CongestionControlType.FIXED) {
                attr.rateLimit(fixedRate(options) / 1000);
            }
        }
    },
    /** TCP as Linux has it by default, of the simulator. */
    CUBIC {
        @Override
        TcpControl tcp(RandomGenerator random) {
            return new Cubic(true);
        }
    },
    /** TCP with BBR, version 1, of the simulator. */
    BBR {
        @Override
        TcpControl tcp(RandomGenerator random) {
            return new Bbr(random);
        }
    };

    /** Groups that a receiver keeps open: what reordering and a burst of repairs can need. */
    private static final int FEC_GROUPS = 64;

    /** How long an answer may take before it is asked for again. */
    private static final int ROUND_TRIPS = 4;

    /** Returns whether it is TCP, and has no queue pairs. */
    public boolean isTcp() {
        return this == CUBIC || this == BBR;
    }

    /** Returns the payload of a full packet unless another is asked for, in bytes. */
    int payloadBytes() {
        return isTcp() ? TcpFlow.SEGMENT : 4096;
    }

    /**
     * Returns the congestion control of a new flow of TCP.
     *
     * @throws IllegalStateException if this isn't TCP
     */
    TcpControl tcp(RandomGenerator random) {
        throw new IllegalStateException(this + " has queue pairs");
    }

    /**
     * Sees whether this profile can do what is asked.
     *
     * @throws IllegalArgumentException if not, with what to do instead
     */
    void check(SimOptions options) {
        String tcp = "--profile " + name().toLowerCase(Locale.ROOT) + " is TCP, which ";
        Range.require(
                options.payloadBytes() == TcpFlow.SEGMENT,
                tcp + "has " + TcpFlow.SEGMENT + " bytes in a packet; leave --mtu out");
        Range.require(!options.oneAtATime(), tcp + "has no messages; leave --message out");
        Range.require(options.rails().isEmpty(), tcp + "has one path; leave --rails out");
        Range.require(
                options.bulk().equals(BulkLoad.DEFAULT),
                tcp + "finds its window; leave --window out");
        Range.require(options.fec().equals(SimOptions.NO_FEC), tcp + "has no FEC; leave --fec out");
        Range.require(
                options.referenceRateBps() == 0,
                tcp + "finds its rate; leave --reference-rate out");
    }

    /**
     * Adds to {@code attr} what both ends are connected with.
     *
     * @param receives that a receiver keeps posted, 0 where none are consumed
     * @throws IllegalStateException if this is TCP
     */
    void configure(QpAttr attr, SimOptions options, int receives) {
        throw new IllegalStateException(this + " has no queue pairs");
    }

    /** What begins at the rate of the line takes the path's for it, unless told another. */
    private static UrdmaTuning.Builder tuning(SimOptions options) {
        long rate = options.cc().needsLineRate() ? fixedRate(options) : options.referenceRateBps();
        long granted = options.grantRateBps() > 0 ? options.grantRateBps() : options.rateBps();
        return options.paper()
                .tune(UrdmaTuning.builder())
                .congestionControl(options.cc())
                .grantRate(options.cc().grants() ? granted : 0)
                .referenceRate(rate, options.referenceFloorHard());
    }

    /** Returns the rate of a sender that doesn't adapt: the reference rate, or the link's. */
    private static long fixedRate(SimOptions options) {
        return options.referenceRateBps() > 0 ? options.referenceRateBps() : options.rateBps();
    }
}
