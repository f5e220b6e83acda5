package org.urdma4j.transport.pfc;

import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;

import java.nio.ByteBuffer;

/**
 * The PFC frames by which a port makes the other end wait: one when a priority is to stop or may go
 * on, and, while some are stopped, one more whenever half of their pause is over, so that a lost
 * frame or a late one doesn't let them go on.
 *
 * <p>Times are nanoseconds of any clock that doesn't go back. Confined to one thread; nothing is
 * allocated after construction.
 */
public final class PauseRequests {
    private final int quanta;
    private final long repeatNs;
    private int stopped;
    private int told;
    private long toldNs;

    /**
     * Makes those of a port whose other end may send everything.
     *
     * @param bitsPerSecond the port's speed, more than 0
     * @param quanta for how long to stop a priority at a time, 1 to 65,535
     */
    public PauseRequests(long bitsPerSecond, int quanta) {
        if (bitsPerSecond <= 0 || quanta <= 0 || quanta > MacControl.MAX_QUANTA) {
            throw new IllegalArgumentException(
                    "%d quanta at %d bit/s can't be asked for".formatted(quanta, bitsPerSecond));
        }
        this.quanta = quanta;
        this.repeatNs = PauseState.quantaNs(quanta, bitsPerSecond) / 2;
    }

    /** Wants the other end to send nothing more of this priority, 0 to 7 (XOFF). */
    public void stop(int priority) {
        stopped |= 1 << priority;
    }

    /** Lets the other end go on with this priority, 0 to 7 (XON). */
    public void resume(int priority) {
        stopped &= ~(1 << priority);
    }

    /** Returns the priorities that are to be stopped, bit 0 being priority 0. */
    public int stopped() {
        return stopped;
    }

    public boolean isDue(long nowNs) {
        return stopped != told || (stopped != 0 && toldNs + repeatNs - nowNs <= 0);
    }

    /** Returns when a frame is to be sent unless something changes, or MAX_VALUE for never. */
    public long nextDueNs(long nowNs) {
        if (stopped != told) {
            return nowNs;
        }
        return stopped == 0 ? Long.MAX_VALUE : toldNs + repeatNs;
    }

    /**
     * Writes the frame that says how things are now, {@link MacControl#FRAME_LENGTH} bytes.
     *
     * @param source address of this port
     */
    public void writeFrame(ByteBuffer b, int at, long source, long nowNs) {
        int header = MacControl.startFrame(b, at, source);
        Pfc.write(b, header, stopped | told);
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            if ((stopped & (1 << priority)) != 0) {
                Pfc.setQuanta(b, header, priority, quanta);
            }
        }
        told(nowNs);
    }

    /**
     * Writes the same as a PAUSE frame: everything stops while one priority is to, {@link
     * MacControl#FRAME_LENGTH} bytes.
     *
     * @param source address of this port
     */
    public void writePause(ByteBuffer b, int at, long source, long nowNs) {
        Pause.write(b, MacControl.startFrame(b, at, source), stopped == 0 ? 0 : quanta);
        told(nowNs);
    }

    private void told(long nowNs) {
        told = stopped;
        toldNs = nowNs;
    }
}
