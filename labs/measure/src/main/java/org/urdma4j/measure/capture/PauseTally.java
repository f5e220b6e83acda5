package org.urdma4j.measure.capture;

import org.urdma4j.codec.net.Pfc;

/** How often each priority was stopped and let go on. */
public final class PauseTally {
    private final long[] stops = new long[Pfc.PRIORITIES];
    private final long[] resumes = new long[Pfc.PRIORITIES];
    private long pauses;
    private long ends;
    private boolean cut;

    PauseTally() {}

    void take(PauseFrame frame) {
        if (!frame.pfc()) {
            boolean stop = frame.quanta()[0] != 0;
            pauses += stop ? 1 : 0;
            ends += stop ? 0 : 1;
            return;
        }
        for (int i = 0; i < stops.length; i++) {
            if ((frame.priorities() & (1 << i)) != 0) {
                boolean stop = frame.quanta()[i] != 0;
                stops[i] += stop ? 1 : 0;
                resumes[i] += stop ? 0 : 1;
            }
        }
    }

    void cut() {
        cut = true;
    }

    /** Tells whether frames were cut short, so that there may be more than are counted. */
    public boolean isCut() {
        return cut;
    }

    /** Returns PFC frames that stopped a priority, 0 to 7. */
    public long stops(int priority) {
        return stops[priority];
    }

    /** Returns PFC frames that let a priority go on. */
    public long resumes(int priority) {
        return resumes[priority];
    }

    /** Returns PAUSE frames that stopped the port. */
    public long pauses() {
        return pauses;
    }

    /** Returns PAUSE frames that let the port go on. */
    public long ends() {
        return ends;
    }
}
