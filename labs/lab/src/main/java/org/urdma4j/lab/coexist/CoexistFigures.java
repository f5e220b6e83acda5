package org.urdma4j.lab.coexist;

/**
 * What a run says of the shares; NaN where nothing was recorded.
 *
 * @param fromS seconds of the run from which the shares are judged
 * @param toS until which
 * @param ours what our flow had of the wire, as a multiple of the fair share
 * @param least what the rival with the least had
 * @param most what the rival with the most had
 * @param use of the link, 0 to 1
 * @param queueP95Ms 95th percentile of the queue
 * @param leftS when the last rival had left
 * @param afterP95Ms 95th percentile of the queue from {@link CoexistPlan#DRAIN_S} seconds later
 * @param afterUse of the link then
 */
public record CoexistFigures(
        double fromS,
        double toS,
        double ours,
        double least,
        double most,
        double use,
        double queueP95Ms,
        double leftS,
        double afterP95Ms,
        double afterUse) {
    private static final double P95 = 0.95;
    private static final double LEAST_FAIR = 0.5;
    private static final double MOST_FAIR = 2;

    /** A run of which nothing is known. */
    public static final CoexistFigures NONE =
            new CoexistFigures(
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    Double.NaN);

    static CoexistFigures of(CoexistPlan plan, CoexistCell cell, CoexistTrace trace) {
        FlowTrace ours = trace.ours();
        double begun = ours.startS();
        double firstLeft = ours.endS();
        double left = Double.NEGATIVE_INFINITY;
        for (FlowTrace rival : trace.rivals()) {
            begun = Math.max(begun, rival.startS());
            firstLeft = Math.min(firstLeft, rival.endS());
            left = Math.max(left, rival.endS());
        }
        double from = begun + plan.omitS();
        double to = Math.min(from + plan.timeS(), firstLeft);
        if (!(to > from)) {
            return NONE;
        }
        double fair = cell.fairBps();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (FlowTrace rival : trace.rivals()) {
            double share = rival.wireBps(from, to) / fair;
            least = Math.min(least, share);
            most = Math.max(most, share);
        }
        double drained = left + CoexistPlan.DRAIN_S;
        double end = Math.min(drained + CoexistPlan.AFTER_S, ours.endS());
        PathTrace path = trace.path();
        return new CoexistFigures(
                from,
                to,
                ours.wireBps(from, to) / fair,
                least,
                most,
                path.use(from, to),
                path.queueMs(P95, from, to),
                left,
                path.queueMs(P95, drained, end),
                path.use(drained, end));
    }

    /** Returns whether every flow had between half and twice the fair share. */
    public boolean fair() {
        return Math.min(ours, least) >= LEAST_FAIR && Math.max(ours, most) <= MOST_FAIR;
    }
}
