package org.urdma4j.wan;

import static java.util.Locale.ROOT;

import org.urdma4j.wan.shuttle.DirectionReport;
import org.urdma4j.wan.shuttle.ShuttleReport;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a run counts: the path has to have been what was asked for, and not what this machine
 * made of it.
 *
 * @param limitNs lateness that 99 of 100 packets must keep
 * @param lateNs what they kept, the worse of both directions, in and out
 * @param selfDrops packets and frames that the emulator itself lost or had no room for
 */
public record Verdict(long limitNs, long lateNs, long selfDrops) {
    private static final long LONGEST_NS = 1_000_000;

    /** 2 % of the round trip. */
    private static final long SHARE_OF_RTT = 50;

    /** Returns 1 ms or 2 % of the round trip if that is less; without a round trip, 1 ms. */
    static long limitNs(long rttNs) {
        return rttNs == 0 ? LONGEST_NS : Math.min(LONGEST_NS, rttNs / SHARE_OF_RTT);
    }

    /**
     * Judges a run.
     *
     * @param deviceDrops frames that the devices dropped because nobody read them in time
     */
    public static Verdict of(long limitNs, ShuttleReport report, long deviceDrops) {
        long lateNs = Math.max(p99(report.there()), p99(report.back()));
        return new Verdict(
                limitNs,
                lateNs,
                selfDrops(report.there()) + selfDrops(report.back()) + deviceDrops);
    }

    private static long p99(DirectionReport direction) {
        return Math.max(direction.lateIn().p99Ns(), direction.lateOut().p99Ns());
    }

    private static long selfDrops(DirectionReport direction) {
        return direction.refused() + direction.overflowed();
    }

    /** Returns whether the run must not be counted. */
    public boolean isVoid() {
        return lateNs > limitNs || selfDrops > 0;
    }

    /** Returns why the run is void, or nothing. */
    public String reason() {
        List<String> reasons = new ArrayList<>();
        if (lateNs > limitNs) {
            reasons.add(
                    String.format(
                            ROOT,
                            "1 %% of the packets were more than %.3f ms late, and %.3f ms is the limit",
                            lateNs / 1e6,
                            limitNs / 1e6));
        }
        if (selfDrops > 0) {
            reasons.add(
                    "the emulator, not the path, dropped packets or had no room for them (%d times)"
                            .formatted(selfDrops));
        }
        return String.join("; ", reasons);
    }
}
