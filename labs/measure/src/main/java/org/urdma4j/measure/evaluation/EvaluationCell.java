package org.urdma4j.measure.evaluation;

import org.urdma4j.simulation.congestion.Rival;
import org.urdma4j.simulation.host.Misbehaviour;
import org.urdma4j.simulation.tcp.TcpFlow;

/**
 * Who meets over which path.
 *
 * @param ours flows of who is judged, at least 1
 * @param paths that each of them has, all through the bottleneck
 * @param rival of what kind the others are, if there are any
 * @param rivals how many there are, 0 or more
 * @param oursFirst whether ours begin in the first eighth of the time and the others in the next,
 *     or the other way round
 * @param receivers how the receivers of ours misbehave, if they are URDMA's
 */
public record EvaluationCell(
        EvaluationPath path,
        int ours,
        int paths,
        Rival rival,
        int rivals,
        boolean oursFirst,
        Misbehaviour receivers) {
    /** From here on packets are those of jumbo frames, of which a sixth as many do. */
    private static final double JUMBO_BDP_BYTES = 16e6;

    static final int PAYLOAD = 1400;
    private static final int JUMBO_PAYLOAD = 8192;
    private static final int JUMBO_SEGMENT = 8948;
    private static final int FRAME = 1538;
    private static final int JUMBO_FRAME = 9038;

    /** Packets of which each flow finds room in any queue. */
    private static final int LEAST_QUEUE = 4;

    private static final double LEAST_ROUND_TRIPS = 60;

    /** A longer queue makes round trips no longer for so many bandwidth-delay products. */
    private static final double MOST_QUEUE = 2;

    /** Of a run, what lies between what happens to the path and what counts. */
    private static final double JUDGED_LATER = 0.2;

    private static final int MESSAGES = 16;
    private static final long LEAST_MESSAGE = 16L << 20;

    /** A cell without others. */
    static EvaluationCell alone(EvaluationPath path, int ours) {
        return beside(path, ours, Rival.CUBIC, 0, true);
    }

    /** A cell of flows with one path, all of whose receivers are honest. */
    static EvaluationCell beside(
            EvaluationPath path, int ours, Rival rival, int rivals, boolean oursFirst) {
        return new EvaluationCell(path, ours, 1, rival, rivals, oursFirst, Misbehaviour.NONE);
    }

    /** Has each flow of ours take so many paths. */
    EvaluationCell over(int several) {
        return new EvaluationCell(path, ours, several, rival, rivals, oursFirst, receivers);
    }

    EvaluationCell misbehaving(Misbehaviour kind) {
        return new EvaluationCell(path, ours, paths, rival, rivals, oursFirst, kind);
    }

    public int flows() {
        return ours + rivals;
    }

    /** Returns whether the receivers report what is so. */
    public boolean honest() {
        return receivers == Misbehaviour.NONE;
    }

    private boolean jumbo() {
        return path.bdpBytes() >= JUMBO_BDP_BYTES;
    }

    /** Returns the bytes that a full packet takes on the wire. */
    public int frameBytes() {
        return jumbo() ? JUMBO_FRAME : FRAME;
    }

    int payload() {
        return jumbo() ? JUMBO_PAYLOAD : PAYLOAD;
    }

    int segment() {
        return jumbo() ? JUMBO_SEGMENT : TcpFlow.SEGMENT;
    }

    /** Returns the size of messages of which enough are posted for the path and its queue. */
    long messageBytes() {
        double most = path.highestBps() / 8e9 * path.longestRttNs() * (2 + path.queueBdp());
        return Math.max(LEAST_MESSAGE, (long) (2 * most / MESSAGES));
    }

    long leastQueueBytes() {
        return (long) LEAST_QUEUE * flows() * frameBytes();
    }

    double packetsPerSecond() {
        return path.highestBps() / 8 / frameBytes();
    }

    double packetsUnderWay() {
        return packetsPerSecond() * path.longestRttNs() / 1e9 * (1 + path.queueBdp());
    }

    /** Returns how long it has to be played, in seconds: sixty round trips with a part of queue. */
    double leastSeconds() {
        double rtt = path.longestRttNs() / 1e9;
        double outage =
                switch (path.disturbance()) {
                    case OUTAGE -> path.amount() * rtt;
                    case BREAKER -> path.amount() * rtt / JUDGED_LATER;
                    default -> 0;
                };
        return LEAST_ROUND_TRIPS * rtt * (1 + Math.min(path.queueBdp(), MOST_QUEUE)) + outage;
    }
}
