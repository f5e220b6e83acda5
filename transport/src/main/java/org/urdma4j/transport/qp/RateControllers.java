package org.urdma4j.transport.qp;

import org.urdma4j.congestion.Dcqcn;
import org.urdma4j.congestion.DcqcnConfig;
import org.urdma4j.congestion.FixedRateController;
import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.Rrcc;
import org.urdma4j.congestion.RrccConfig;
import org.urdma4j.congestion.RrccConfig.Paper;
import org.urdma4j.congestion.Timely;
import org.urdma4j.congestion.TimelyConfig;
import org.urdma4j.congestion.TimelyPatched;
import org.urdma4j.congestion.rival.Background;
import org.urdma4j.congestion.rival.Coexistence;
import org.urdma4j.verbs.PaperRule;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.EnumSet;
import java.util.Set;

/** The controllers that a queue pair may have, by what its application chose. */
public final class RateControllers {
    private RateControllers() {}

    /**
     * Returns the controller of a queue pair whose peer reports what arrives.
     *
     * @param referenceRate what is known of the path in bit/s, 0 for nothing; of DCQCN and TIMELY
     *     the rate of the line
     */
    public static RateController reported(UrdmaTuning tuning, long referenceRate) {
        return reported(tuning, referenceRate, false);
    }

    /** As above; {@code granted} if the peer says how much may be sent. */
    public static RateController reported(UrdmaTuning tuning, long referenceRate, boolean granted) {
        return switch (tuning.congestionControl()) {
            case FIXED -> new FixedRateController(referenceRate);
            case RRCC, RRCC_GRANTS -> rrcc(tuning, referenceRate);
            case RRCC_RIVALS -> new Coexistence(rrcc(tuning, referenceRate));
            case BACKGROUND -> new Background(rrcc(tuning, referenceRate));
            case GRANTS ->
                    granted
                            ? new FixedRateController(
                                    referenceRate != 0 ? referenceRate : tuning.grantRate())
                            : rrcc(tuning, referenceRate);
            case DCQCN -> new Dcqcn(DcqcnConfig.scaled(referenceRate));
            case TIMELY -> new Timely(TimelyConfig.published(referenceRate));
            case TIMELY_PATCHED -> new TimelyPatched(TimelyConfig.patched(referenceRate));
        };
    }

    private static RateController rrcc(UrdmaTuning tuning, long referenceRate) {
        RrccConfig config =
                RrccConfig.DEFAULT
                        .withReference(referenceRate)
                        .withPaper(paper(tuning))
                        .without(RrccAblation.without())
                        .withInitialWindowPackets(tuning.initialWindow());
        // Thousands of connections share the usual one.
        return new Rrcc(config.equals(RrccConfig.DEFAULT) ? RrccConfig.DEFAULT : config);
    }

    private static Set<Paper> paper(UrdmaTuning tuning) {
        Set<Paper> rules = EnumSet.noneOf(Paper.class);
        if (tuning.referenceFloorHard()) {
            rules.add(Paper.FLOOR);
        }
        for (PaperRule rule : tuning.paperRules()) {
            rules.add(
                    switch (rule) {
                        case CYCLE -> Paper.CYCLE;
                        case DECREASE -> Paper.DECREASE;
                    });
        }
        return rules;
    }

    /**
     * Returns whether packets may ask for congestion marks: somebody slows down for them.
     *
     * @param reported whether the peer reports the marks that it sees; it may answer them with
     *     notifications in any case
     */
    static boolean heedsMarks(UrdmaTuning tuning, boolean reported) {
        return switch (tuning.congestionControl()) {
            case DCQCN -> true;
            case RRCC, RRCC_GRANTS, GRANTS, RRCC_RIVALS, BACKGROUND -> reported;
            case FIXED, TIMELY, TIMELY_PATCHED -> false;
        };
    }

    /** Returns the controller of a queue pair without reports, null for its rate limit alone. */
    static RateController unreported(UrdmaTuning tuning) {
        return tuning.congestionControl().needsLineRate()
                ? reported(tuning, tuning.referenceRate())
                : null;
    }
}
