package org.urdma4j.congestion;

/** What {@link Rrcc} can do without, one at a time, so that what each is worth can be measured. */
public enum RrccRule {
    /** {@code SendLimits}' gain of 1.25. */
    START_UP_HOLD("the start-up grows by a quarter while a report shows a queue"),
    /** {@code PathModel#steadyGain}. */
    GIVE_WAY("the steady rate is lowered by a queue that stands"),
    /** {@code QueueReference#update}. */
    REFERENCE_BY_RATE("a slower flow leaves a longer queue alone"),
    /** {@code QueueReference#endCycle}. */
    OTHERS_QUEUE("a queue that didn't fall by half is others', and left alone"),
    /** {@code QueueReference#isFilled}. */
    FILLED_QUEUE(
            "more is left alone where others fill a queue of over 10 ms, and probes are larger"),
    /** {@code ShrunkPath#onRound}. */
    SHRUNK_PATH("far less arriving behind a long queue means that the path has shrunk"),
    /** {@code ShrunkPath#isOthers}. */
    SHRUNK_BY_OTHERS("but not if a drain leaves that queue as it was"),
    /** {@code ShrunkPath#ceiling}. */
    SHRUNK_CEILING("what arrives while it drains is not believed beyond the estimate before"),
    /** {@code LengthTest}. */
    LENGTH_TEST("round trips that jump are a longer path if half as much under way leaves them"),
    /** {@code DelaySignal#pathLooksLonger}. */
    LONGER_CYCLES("three cycles of longer round trips call for a probe of the smallest"),
    /** {@code MinRttProbe}. */
    MIN_RTT_PROBE("each 10 s the rate is halved to see the smallest round trip"),
    /** {@code ProbeSize#onFound}. */
    PROBE_DOUBLES("a probe that found half of what it asked for is followed by one of twice that"),
    /** {@code ProbeCycle#endSoon}. */
    PROBE_SOON("one that found a quarter is followed by the next after two round trips"),
    /** {@code PathModel#probeShare}. */
    PROBE_BY_RATE("a slower flow probes for a larger share"),
    /** {@code ProbeSize#onLoss}. */
    PROBE_OVERFLOW("a probe that overflows the queue is followed by one of half its size"),
    /** {@code ProbeCycle#begin}. */
    CYCLE_SPREAD("no two probing cycles are equally long"),
    /** {@code LossMeter#needsQuiet}. */
    QUIET_SPAN("after a probe the sender holds back until it has seen what is lost at random"),
    /** {@code LossMeter#random}. */
    COMPENSATION("what is lost at random is sent in addition"),
    /** {@code LossClassifier}. */
    LOSS_QUESTION("over 2 % of loss is random only if it stays while less is sent"),
    /** {@code DelayShape}. */
    DELAY_SHAPE("and not while delays lie as those of a full queue"),
    /** {@code LossClassifier#onRound}. */
    FUTILE_QUESTIONS("after questions that others left no answer to none is asked for a while"),
    /** {@code LossEvidence#isShorter}. */
    SHORTER_TRIP("nor is it believed once a round trip is shorter than any before"),
    /** {@code PathModel#judgeLoss}. */
    QUEUE_LOSS("a round with a queue and losses lowers the rate until the next probe"),
    /** {@code ProbeSize#onMarks}. */
    MARKED_PROBE("a probe that was marked has found nothing, and the next is of half its size"),
    /** {@code MarkMeter#decrease}. */
    MARKED_ROUND("marks lower the steady rate"),
    /** {@code RateBound#onMarks}. */
    MARKED_ESTIMATE("and the estimate"),
    /** {@code CourtesyGate}. */
    LOSS_YIELD("behind a short queue that overflows no more arrives than CUBIC would have"),
    /** {@code YieldDetector}. */
    YIELD_IN_VAIN("unless those beside it heed no losses"),
    /** {@code PathModel#backBytes}. */
    WAY_BACK("the window has room for what waits to be reported");

    private final String text;

    RrccRule(String text) {
        this.text = text;
    }

    /** Returns it in words. */
    public String text() {
        return text;
    }
}
