package org.urdma4j.simulation.fabric;

import org.urdma4j.codec.net.Pfc;

/** What a port has done since it was made; bytes are those of frames without check sequence. */
public final class PortCounters {
    final long[] sent = new long[Pfc.PRIORITIES];
    long marked;
    long pfcSent;
    long pauseFramesSent;
    long pfcReceived;
    long droppedByThreshold;
    long droppedByHeadroom;
    long droppedByWatchdog;
    long storms;

    PortCounters() {}

    /** Frames of a priority that were sent, PFC left out. */
    public long sent(int priority) {
        return sent[priority];
    }

    /** Packets that were marked with congestion when they left. */
    public long marked() {
        return marked;
    }

    /** PFC frames sent, those that let go on included. */
    public long pfcSent() {
        return pfcSent;
    }

    /** PFC frames sent that stop some priority, repetitions included. */
    public long pauseFramesSent() {
        return pauseFramesSent;
    }

    /** PFC and PAUSE frames received and obeyed. */
    public long pfcReceived() {
        return pfcReceived;
    }

    /** Packets without flow control that came in by this port and found a queue too long. */
    public long droppedByThreshold() {
        return droppedByThreshold;
    }

    /** Packets with flow control that came in by this port and found no headroom. */
    public long droppedByHeadroom() {
        return droppedByHeadroom;
    }

    /** Packets that were to leave by this port during a storm of pauses. */
    public long droppedByWatchdog() {
        return droppedByWatchdog;
    }

    /** Storms of pauses that the watchdog of this port has ended. */
    public long storms() {
        return storms;
    }

    /** Packets dropped, for whatever cause. */
    public long dropped() {
        return droppedByThreshold + droppedByHeadroom + droppedByWatchdog;
    }

    @Override
    public String toString() {
        long frames = 0;
        for (long count : sent) {
            frames += count;
        }
        return ("sent %d marked %d pfc sent %d received %d dropped threshold %d headroom %d"
                        + " watchdog %d storms %d")
                .formatted(
                        frames,
                        marked,
                        pfcSent,
                        pfcReceived,
                        droppedByThreshold,
                        droppedByHeadroom,
                        droppedByWatchdog,
                        storms);
    }
}
