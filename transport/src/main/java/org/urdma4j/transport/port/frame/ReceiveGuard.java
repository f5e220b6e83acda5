package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.net.MacControl;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.pfc.PauseRequests;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Makes the other end of the cable wait while the receive buffer is too full: above a quarter of it
 * the priorities that came lately are stopped (XOFF), below an eighth they may go on (XON). The
 * rest of the buffer is for what is under way, and for what comes while nobody reads. Confined to
 * the event loop; nothing is allocated.
 */
public final class ReceiveGuard {
    /** Takes a MAC control frame to the link. */
    @FunctionalInterface
    public interface Link {
        /**
         * Sends a frame ahead of all that waits here.
         *
         * @param frame from index 0 on, {@link MacControl#FRAME_LENGTH} bytes
         * @return whether it was sent; one that wasn't is made up for by the next
         */
        boolean send(ByteBuffer frame);
    }

    private static final int XOFF_PART = 4;
    private static final int XON_PART = 8;

    /** Frames between two looks at the buffer. */
    private static final int FRAMES_A_LOOK = 16;

    private final PauseRequests requests;
    private final int guarded;
    private final boolean plain;
    private final long mac;
    private final LongSupplier backlog;
    private final long xoff;
    private final long xon;
    private final Link link;
    private final Counters counters;
    private final ByteBuffer frame = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
    private int came;
    private int frames;

    /**
     * Creates one for a buffer that is empty.
     *
     * @param flow what is sent, and for which priorities; {@link FlowControl.Asks#NOTHING} for none
     * @param bitsPerSecond the port's speed
     * @param mac this port's address
     * @param backlog tells the bytes in the buffer
     * @param capacity bytes that the buffer takes
     */
    public ReceiveGuard(
            FlowControl flow,
            long bitsPerSecond,
            long mac,
            LongSupplier backlog,
            long capacity,
            Link link,
            Counters counters) {
        requests = new PauseRequests(bitsPerSecond, MacControl.MAX_QUANTA);
        plain = flow.asks() == FlowControl.Asks.PAUSE;
        guarded =
                switch (flow.asks()) {
                    case NOTHING -> 0;
                    case PAUSE -> 0xff;
                    case PFC -> flow.priorities();
                };
        this.mac = mac;
        this.backlog = backlog;
        this.xoff = capacity / XOFF_PART;
        this.xon = capacity / XON_PART;
        this.link = link;
        this.counters = counters;
    }

    long mac() {
        return mac;
    }

    void onFrame(int priority, long nowNs) {
        came |= 1 << priority & guarded;
        if (++frames >= FRAMES_A_LOOK) {
            look(nowNs);
        }
    }

    /** Looks how full the buffer is, and says so if that changes anything. */
    void look(long nowNs) {
        frames = 0;
        if (came == 0) {
            return;
        }
        long bytes = backlog.getAsLong();
        if (bytes >= xoff) {
            stop();
        } else if (bytes <= xon) {
            resume();
        }
        tell(nowNs);
    }

    private void stop() {
        for (int left = came; left != 0; left &= left - 1) {
            requests.stop(Integer.numberOfTrailingZeros(left));
        }
    }

    private void resume() {
        for (int left = requests.stopped(); left != 0; left &= left - 1) {
            requests.resume(Integer.numberOfTrailingZeros(left));
        }
        came = 0;
    }

    private void tell(long nowNs) {
        if (!requests.isDue(nowNs)) {
            return;
        }
        if (plain) {
            requests.writePause(frame, 0, mac, nowNs);
        } else {
            requests.writeFrame(frame, 0, mac, nowNs);
        }
        if (link.send(frame)) {
            counters.increment(Counter.TX_PAUSE_CTRL_PHY);
        }
    }

    /** Repeats what is due; returns when that is next, MAX_VALUE for never. */
    long onTurn(long nowNs) {
        if (requests.stopped() != 0) {
            look(nowNs);
        }
        return requests.nextDueNs(nowNs);
    }
}
