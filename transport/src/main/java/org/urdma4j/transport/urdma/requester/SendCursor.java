package org.urdma4j.transport.urdma.requester;

import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.mtu.PayloadSize;
import org.urdma4j.verbs.SendFlags;

/**
 * What of a send queue was not sent yet: where the requester is in it, and how much waits from
 * there on. Confined to the event loop.
 */
final class SendCursor {
    /** Requests behind the present one that are counted, to see where the transfer ends. */
    private static final int LOOK_AHEAD = 64;

    /** Requests that are counted to say what there is to send. */
    private static final int MOST_COUNTED = 4096;

    private final SendQueue queue;
    private final PayloadSize size;

    /** Position of the request whose packets are sent next. */
    long position;

    /** How many of its bytes were sent. */
    long offset;

    /** Whether it has its sequence numbers. */
    boolean begun;

    SendCursor(SendQueue queue, PayloadSize size) {
        this.queue = queue;
        this.size = size;
    }

    /** The request at {@code at} is next. */
    void moveTo(long at) {
        position = at;
        offset = 0;
        begun = false;
    }

    /** Returns the request whose packets are sent next, null if there is none. */
    SendWqe next() {
        return queue.at(position);
    }

    /** Returns about how many bytes of payload wait to be sent for the first time. */
    long bytes() {
        long bytes = 0;
        for (int i = 0; i < LOOK_AHEAD; i++) {
            SendWqe wqe = queue.at(position + i);
            if (wqe == null) {
                return bytes;
            }
            if (!wqe.isLocal() && !wqe.isAnswered()) {
                bytes += wqe.length() - (i == 0 ? offset : 0);
            }
        }
        long behind = queue.available() - (position - queue.head()) - LOOK_AHEAD;
        return bytes + bytes / LOOK_AHEAD * Math.max(0, behind);
    }

    /** Returns how many packets are queued behind the next request, or many. */
    long packetsBehind() {
        long packets = 0;
        for (int i = 1; i <= LOOK_AHEAD; i++) {
            SendWqe wqe = queue.at(position + i);
            if (wqe == null) {
                return packets;
            }
            packets += wqe.isAnswered() ? 0 : size.packets(wqe.length());
        }
        return Integer.MAX_VALUE;
    }

    /**
     * Returns about how many bytes of payload would leave if nothing but the path held them, each
     * packet with {@code overhead}.
     *
     * @param firstRmsn number of the next message that takes a receive
     */
    long bytes(int overhead, int firstRmsn, OutstandingReads reads, ReceiveLimit receives) {
        long bytes = 0;
        SendWqe wqe = next();
        if (begun && wqe != null) {
            long left = wqe.isAnswered() ? 0 : wqe.length() - offset;
            bytes += left + size.packets(left) * overhead;
        }
        int rmsn = firstRmsn;
        for (int i = begun ? 1 : 0; i < MOST_COUNTED; i++) {
            wqe = queue.at(position + i);
            boolean held = wqe != null && wqe.has(SendFlags.FENCE) && reads.outstanding() > 0;
            if (wqe == null || held) {
                break;
            }
            if (wqe.consumesReceive() && !receives.allows(rmsn++)) {
                break;
            }
            if (!wqe.isLocal()) {
                long length = wqe.isAnswered() ? 0 : wqe.length();
                bytes += length + size.packets(length) * overhead;
            }
        }
        return bytes;
    }
}
