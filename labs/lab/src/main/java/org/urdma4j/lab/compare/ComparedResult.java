package org.urdma4j.lab.compare;

import org.urdma4j.lab.PathResult;

/**
 * What the two runs over a path gave.
 *
 * @param simulatedBps goodput in virtual time, bit/s
 * @param emulatedBps goodput over sockets, bit/s; NaN if that run failed
 * @param simulatedAgain share of the packets sent that were sent again
 * @param emulatedAgain the same over sockets
 * @param path how the emulator did
 * @param failure of one of them, in one line; empty if there was none
 */
public record ComparedResult(
        ComparedPath compared,
        double simulatedBps,
        double emulatedBps,
        double simulatedAgain,
        double emulatedAgain,
        PathResult path,
        String failure) {
    /** Returns the emulated goodput as a multiple of the simulated one; NaN if one failed. */
    public double ratio() {
        return failure.isEmpty() ? emulatedBps / simulatedBps : Double.NaN;
    }

    /** Returns whether it says something: a void run doesn't. */
    public boolean counts() {
        return !path.isVoid();
    }

    /** Returns whether the two are at most so far apart: 0.1 for 10 % of the larger. */
    public boolean within(double share) {
        double ratio = ratio();
        return Math.min(ratio, 1 / ratio) >= 1 - share;
    }
}
