package org.urdma4j.measure.run;

import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.measure.traffic.Responsiveness;
import org.urdma4j.measure.traffic.Sample;

import java.util.List;

/**
 * What came of a run.
 *
 * @param head what was known at its beginning
 * @param local samples of this side
 * @param remote samples of the other side, by index
 * @param latency times of single requests, or null if they weren't measured
 * @param responsiveness round trips before the traffic and beside it, null if they weren't timed
 * @param protection how this side's packets were sealed, null if they weren't
 * @param output what the other side printed, empty unless it was asked for
 * @param failure what broke, in one line, or null
 */
public record RunRecord(
        RunHead head,
        List<Sample> local,
        List<Sample> remote,
        LatencySummary latency,
        Responsiveness responsiveness,
        ProtectionFacts protection,
        String output,
        String failure) {
    /** Copies the lists. */
    public RunRecord {
        local = List.copyOf(local);
        remote = List.copyOf(remote);
    }

    /**
     * Returns how many samples the side has that has more: in a run by bytes one may be done an
     * interval before the other, and its last sample holds from then on.
     */
    public int samples() {
        return Math.max(local.size(), remote.size());
    }

    /** Returns whether there is an interval that can be spoken of. */
    public boolean measured() {
        return local.size() > 1 && (head.side() == Side.SERVER || remote.size() > 1);
    }
}
