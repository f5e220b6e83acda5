package org.urdma4j.congestion;

import org.urdma4j.congestion.lossyield.LossYield;

/**
 * When a flow's {@link LossYield} has a say: from its first loss on, in settled rounds, if at all.
 */
final class CourtesyGate {
    private final PathModel path;
    private final RrccConfig config;

    /** Most connections lose nothing, and need none. */
    private LossYield lossYield;

    private boolean open = true;

    CourtesyGate(PathModel path, RrccConfig config) {
        this.path = path;
        this.config = config;
    }

    /** Opens or closes it; what others left is not to bound the rate for ever. */
    void open(boolean yields) {
        if (open && !yields) {
            lossYield = null;
            path.courtesy(RateController.UNLIMITED);
        }
        open = yields;
    }

    void onSample(RateSample s) {
        if (lossYield != null) {
            lossYield.onReport(
                    s.nowNs,
                    s.receivedPackets,
                    s.missingPackets,
                    path.delay.queueNs(),
                    path.delay.minRttNs());
        } else if (open && s.missingPackets > 0 && config.has(RrccRule.LOSS_YIELD)) {
            lossYield =
                    new LossYield(
                            s.nowNs,
                            s.receivedPackets,
                            s.missingPackets,
                            config.has(RrccRule.YIELD_IN_VAIN));
        }
    }

    /**
     * A round ended.
     *
     * @param settled whether the rate is one to give way from
     * @param tells whether losses in it are those of a sender that fills the path
     */
    void endRound(RateSample s, boolean settled, boolean tells) {
        if (lossYield == null) {
            return;
        }
        double rttNs = (double) (path.delay.minRttNs() + path.delay.queueNs());
        if (!settled || rttNs == 0) {
            lossYield.skipRound();
            return;
        }
        boolean full = tells && !s.appLimited && !path.isHostAway();
        path.courtesy(
                lossYield.endRound(
                        s.nowNs, s.sentNs, rttNs, path.rate(), path.bandwidth.max(), full));
    }
}
