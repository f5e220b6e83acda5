package org.urdma4j.measure.roce;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.simulation.fabric.CableConfig;
import org.urdma4j.simulation.fabric.SwitchConfig;
import org.urdma4j.verbs.CongestionControlType;

/**
 * What runs; immutable.
 *
 * @param encapsulation of all frames: RoCEv1 has the priority as PCP in its tag, RoCEv2 as the
 *     upper three bits of the DSCP
 * @param priority of all flows but victims
 * @param victimPriority of the victim, of {@link RoceScenario#VICTIM} and {@link
 *     RoceScenario#STORM}
 * @param senders victims left out
 * @param cable between all
 * @param switches all alike
 * @param control FIXED for the line's rate, DCQCN, TIMELY or TIMELY_PATCHED
 * @param windowBytes what a host may have unacknowledged
 * @param timeout for an answer, 4.096 us × 2^timeout, 1 to 31
 * @param timeNs up to half a second
 * @param seed of all that is random
 */
public record RoceOptions(
        RoceScenario scenario,
        Encapsulation encapsulation,
        int priority,
        int victimPriority,
        int senders,
        CableConfig cable,
        SwitchConfig switches,
        CongestionControlType control,
        long windowBytes,
        int timeout,
        long timeNs,
        long seed) {
    private static final long LEAST_NS = 100_000;
    private static final long MOST_NS = 500_000_000;

    public RoceOptions {
        scenario.check(senders);
        requirePriority(priority);
        requirePriority(victimPriority);
        if (control != CongestionControlType.FIXED && !control.needsLineRate()) {
            throw new IllegalArgumentException("RoCE has no reports, which " + control + " needs");
        }
        if (windowBytes < cable.frameBytes()) {
            throw new IllegalArgumentException(
                    "a window of %d bytes is less than a frame".formatted(windowBytes));
        }
        if (timeout < 1 || timeout > 31) {
            throw new IllegalArgumentException("a timeout is 1 to 31, not " + timeout);
        }
        if (timeNs < LEAST_NS || timeNs > MOST_NS) {
            throw new IllegalArgumentException("a run takes 100 us to 500 ms");
        }
    }

    private static void requirePriority(int priority) {
        if (priority < 0 || priority >= Pfc.PRIORITIES) {
            throw new IllegalArgumentException("priorities are 0 to 7, not " + priority);
        }
    }

    /** Returns whether switches have flow control for the priority of most flows. */
    public boolean pfc() {
        return (switches.lossless() & (1 << priority)) != 0;
    }

    /** Returns the headroom of a priority at a port. */
    public long headroomBytes() {
        long set = switches.headroomBytes();
        return set == SwitchConfig.COMPUTED ? cable.headroomBytes() : set;
    }
}
