package org.urdma4j.transport.pfc;

import org.urdma4j.codec.net.Pfc;

/**
 * What a port has to do with pauses. Immutable.
 *
 * @param asks what it sends when its receive buffer fills up
 * @param priorities those that PFC frames stop, bit 0 being priority 0; with {@link Asks#PFC} also
 *     those that it stops. PAUSE is obeyed whatever this is
 * @param bitsPerSecond the speed by which quanta are reckoned; 0 for that of the interface
 */
public record FlowControl(Asks asks, int priorities, long bitsPerSecond) {
    /** What is sent when the receive buffer fills up. */
    public enum Asks {
        /** Nothing: what is too much is lost. */
        NOTHING,
        /** PAUSE: the other end of the cable sends nothing at all. */
        PAUSE,
        /** PFC: it sends nothing of some priorities. */
        PFC
    }

    /** PAUSE is obeyed, PFC isn't, and neither is sent: how adapters come. */
    public static final FlowControl DEFAULT = new FlowControl(Asks.NOTHING, 0, 0);

    public FlowControl {
        if (priorities >> Pfc.PRIORITIES != 0 || (asks == Asks.PFC && priorities == 0)) {
            throw new IllegalArgumentException(
                    "PFC is for some of the priorities 0 to 7, not for the set 0x%x"
                            .formatted(priorities));
        }
        if (bitsPerSecond < 0) {
            throw new IllegalArgumentException(
                    "a link has no speed of %d bit/s".formatted(bitsPerSecond));
        }
    }

    /**
     * Returns that of a port which obeys and sends PFC.
     *
     * @param lossless priorities, 0 to 7, at least one
     */
    public static FlowControl pfc(int... lossless) {
        int set = 0;
        for (int priority : lossless) {
            if (priority < 0 || priority >= Pfc.PRIORITIES) {
                throw new IllegalArgumentException("a priority is 0 to 7, not " + priority);
            }
            set |= 1 << priority;
        }
        return new FlowControl(Asks.PFC, set, 0);
    }

    /** Returns that of a port which obeys and sends PAUSE. */
    public static FlowControl pause() {
        return new FlowControl(Asks.PAUSE, 0, 0);
    }

    /** Returns whether more is done than adapters do by themselves. */
    public boolean isOn() {
        return asks != Asks.NOTHING || priorities != 0;
    }

    /** Returns the same with quanta by another speed, in bits per second. */
    public FlowControl at(long speed) {
        return new FlowControl(asks, priorities, speed);
    }
}
