package org.urdma4j.transport.port.frame;

import org.urdma4j.transport.pfc.PauseState;

import java.nio.ByteBuffer;

/**
 * Which priorities of a port wait because the other end of the cable said so. Confined to the event
 * loop.
 */
public final class LinkPauses {
    private final PauseState state;
    private final Runnable onResumed;
    private int paused;

    /**
     * Begins with nothing paused.
     *
     * @param onResumed called when a priority may go on
     */
    public LinkPauses(PauseState state, Runnable onResumed) {
        this.state = state;
        this.onResumed = onResumed;
    }

    /** Returns whether nothing of a priority, 0 to 7, is to be sent, as of the last turn. */
    public boolean isPaused(int priority) {
        return (paused & 1 << priority) != 0;
    }

    void onFrame(ByteBuffer b, int at, long nowNs) {
        state.onFrame(b, at, nowNs);
        look(nowNs);
    }

    /** Lets those go on whose time is over; returns when the next is, MAX_VALUE for never. */
    long onTurn(long nowNs) {
        if (paused == 0) {
            return Long.MAX_VALUE;
        }
        look(nowNs);
        return state.nextResumeNs(nowNs);
    }

    private void look(long nowNs) {
        int before = paused;
        paused = state.paused(nowNs);
        if ((before & ~paused) != 0) {
            onResumed.run();
        }
    }
}
