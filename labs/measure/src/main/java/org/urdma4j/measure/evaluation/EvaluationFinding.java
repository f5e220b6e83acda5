package org.urdma4j.measure.evaluation;

/**
 * What a run showed in its last two fifths. Shares are multiples of the fair share: what the
 * bottleneck's rate comes to for each flow, without what is lost at random.
 *
 * @param share of the flows that are judged, on average
 * @param rivalShare of the others, on average; NaN if there are none
 * @param least of the flows that are judged, the one that has least
 * @param most likewise
 * @param use of the bottleneck, 0 to 1
 * @param queueRtt mean time in its queue, in round trips of the empty path
 * @param queueP95Rtt what 95 of 100 packets waited no longer than
 * @param again share of packets of the flows that are judged sent again; of TCP's unknown, 0
 * @param trips how often who is judged had a circuit breaker cut it off
 * @param cut what it sent while cut off, once it can have known, as a share of the link
 * @param seconds of virtual time in all
 * @param failure why it broke, empty if it didn't
 */
public record EvaluationFinding(
        double share,
        double rivalShare,
        double least,
        double most,
        double use,
        double queueRtt,
        double queueP95Rtt,
        double again,
        int trips,
        double cut,
        double seconds,
        String failure) {
    static EvaluationFinding broken(double seconds, String failure) {
        return new EvaluationFinding(0, Double.NaN, 0, 0, 0, 0, 0, 0, 0, 0, seconds, failure);
    }
}
