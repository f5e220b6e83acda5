package org.urdma4j.measure.capture;

/** Packets of one flow that wait for their answers, and how long those took. */
final class RoundTrips {
    private static final double NS_PER_MS = 1e6;

    private final MemoryBudget budget;

    /** Of requests and of answers. */
    private SentSamples requests;

    private SentSamples answers;
    private boolean cut;
    private long count;
    private double sumNs;
    private long minNs = Long.MAX_VALUE;
    private long maxNs;

    RoundTrips(MemoryBudget budget) {
        this.budget = budget;
    }

    private SentSamples of(int space) {
        return space == Flow.REQUESTS ? requests : answers;
    }

    /** Notes a packet; {@code t1} tells its transmissions apart where it has one, else 0. */
    void put(int space, int psn, int t1, long nowNs) {
        if (of(space) == null) {
            SentSamples made = new SentSamples(budget);
            requests = space == Flow.REQUESTS ? made : requests;
            answers = space == Flow.REQUESTS ? answers : made;
        }
        of(space).put(psn, t1, nowNs);
    }

    /** Takes a packet whose T1 is cut off. */
    void putCut(int space, int psn) {
        cut = true;
        forget(space, psn);
    }

    /** Forgets a packet of which nobody can say any more which one is answered. */
    void forget(int space, int psn) {
        if (of(space) != null) {
            of(space).forget(psn);
        }
    }

    boolean isCut() {
        return cut;
    }

    /** Tells whether the packet that an answer is about was seen here. */
    boolean has(Acknowledgement answer) {
        SentSamples sent = of(answer.space());
        return sent != null && sent.has(answer.psn(), answer.t1());
    }

    /** Takes an answer; returns how long it took, or {@link SentSamples#NONE}. */
    long answered(Acknowledgement answer, long nowNs) {
        SentSamples sent = of(answer.space());
        if (sent == null) {
            return SentSamples.NONE;
        }
        long rtt = sent.take(answer.psn(), answer.t1(), nowNs);
        if (rtt != SentSamples.NONE) {
            count++;
            sumNs += rtt;
            minNs = Math.min(minNs, rtt);
            maxNs = Math.max(maxNs, rtt);
        }
        if (answer.cumulative()) {
            sent.acknowledge(answer.psn());
        }
        return rtt;
    }

    /** Returns the times, or null without any. */
    FlowSummary.Rtt summary() {
        return count == 0
                ? null
                : new FlowSummary.Rtt(
                        minNs / NS_PER_MS, sumNs / count / NS_PER_MS, maxNs / NS_PER_MS, count);
    }
}
