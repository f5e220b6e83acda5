package org.urdma4j.leafspine.run;

import org.urdma4j.congestion.Dcqcn;
import org.urdma4j.congestion.DcqcnConfig;
import org.urdma4j.congestion.TimelyConfig;
import org.urdma4j.congestion.TimelyPatched;
import org.urdma4j.leafspine.rate.FlowRate;
import org.urdma4j.leafspine.rate.HpccRate;
import org.urdma4j.leafspine.rate.LineRate;
import org.urdma4j.leafspine.rate.PacedRate;
import org.urdma4j.leafspine.rate.RrccRate;

import java.util.Locale;

/** What decides how fast a queue pair sends. */
public enum RateControl {
    /** Marks. */
    DCQCN,
    /** What switches stamp into packets. */
    HPCC,
    /** Round trips; with the correction of "ECN or Delay". */
    TIMELY,
    /** URDMA's. */
    RRCC,
    /** The receiver. */
    GRANTS,
    /** Nothing. */
    NONE;

    private static final long LEAST_SHARE = 100;
    private static final long ALPHA_TIMER_NS = 50_000;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns what a queue pair goes by.
     *
     * @param bitsPerSecond of the NIC
     * @param packetBytes the largest packet on the wire
     * @param rttPs round trip of the empty path
     */
    FlowRate rate(long bitsPerSecond, int packetBytes, long rttPs) {
        return switch (this) {
            case DCQCN -> new PacedRate(new Dcqcn(dcqcn(bitsPerSecond)), packetBytes);
            case HPCC -> new HpccRate(bitsPerSecond, rttPs);
            case TIMELY ->
                    new PacedRate(
                            new TimelyPatched(TimelyConfig.patched(bitsPerSecond)), packetBytes);
            case RRCC -> new RrccRate(packetBytes);
            case GRANTS, NONE -> new LineRate();
        };
    }

    /**
     * The set "dcqcn_paper" of the HPCC paper's simulator, to which its thresholds belong: of five
     * sets tried the one that brings collectives over ECMP to their end soonest (docs/fabric.md).
     */
    private static DcqcnConfig dcqcn(long bitsPerSecond) {
        DcqcnConfig scaled = DcqcnConfig.scaled(bitsPerSecond);
        return new DcqcnConfig(
                bitsPerSecond,
                bitsPerSecond / LEAST_SHARE,
                ALPHA_TIMER_NS,
                scaled.increaseTimerNs(),
                0,
                scaled.gain(),
                1,
                scaled.additiveBitsPerSecond(),
                scaled.hyperBitsPerSecond(),
                1,
                false);
    }
}
