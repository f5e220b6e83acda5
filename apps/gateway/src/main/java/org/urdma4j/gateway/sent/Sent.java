package org.urdma4j.gateway.sent;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.Holes;
import org.urdma4j.gateway.message.GatewayMessage;

/**
 * What was sent of a flow in one space, and what of it is known to have arrived.
 *
 * @param <P> handles of packets
 */
public final class Sent<P> {
    final Flow<?, P> flow;
    final int space;

    /** Whether anything was sent, or is about to be. */
    public boolean started;

    /** The next number that was never seen; the paper's ePSN_s. */
    public long high;

    /** The first number that was seen. */
    public long first;

    /** What has arrived at whom it is for, or {@link Flow#UNKNOWN}. */
    public long acked = Flow.UNKNOWN;

    /** Below this a number that isn't noted is gone, not merely of no interest. */
    public long untrackedTo;

    /** One beyond the highest that can't be sent again though the other gateway lacks it. */
    long goneTo;

    /** Packets of it that are noted, those of them that are missing without a copy. */
    int noted;

    int missing;

    /** None of what is noted has a lower number. */
    long notedFrom;

    /** Below this all is confirmed but the holes. */
    long confirmedTo;

    final Holes holes = new Holes();
    final HoleBlocks blocks = new HoleBlocks();

    /** Whether the other gateway has answered, and its number. */
    boolean statusSeen;

    int peer;

    /** Number of the newest MARK, and of the newest that was answered. */
    int mark;

    int answered;
    long markedHigh;
    long markSentNs;
    int markRepeats;

    /** When something of it was last sent. */
    public long lastSentNs;

    /**
     * @param space of {@link GatewayMessage}
     */
    public Sent(Flow<?, P> flow, int space) {
        this.flow = flow;
        this.space = space;
    }

    public void startAt(long psn) {
        started = true;
        first = psn;
        high = psn;
        notedFrom = psn;
        confirmedTo = psn;
        goneTo = psn;
        untrackedTo = space == GatewayMessage.REQUESTS ? Long.MAX_VALUE : psn;
    }

    /** Forgets all but who it is between. What is noted of it is to be dropped before. */
    public void forget() {
        started = false;
        first = 0;
        high = 0;
        acked = Flow.UNKNOWN;
        holes.clear();
        blocks.clear();
    }

    /** Returns what a message that goes its way looks like below the transport, or null. */
    P way() {
        return space == GatewayMessage.REQUESTS ? flow.there() : flow.back();
    }

    /** Returns the oldest number that is not known to have arrived. */
    public long oldest() {
        return acked == Flow.UNKNOWN ? first : acked;
    }

    /** Returns below what there is nothing to send again, as MARKs tell it. */
    long low() {
        return space == GatewayMessage.REQUESTS ? oldest() : Math.max(oldest(), goneTo);
    }

    public boolean isStatusSeen() {
        return statusSeen;
    }

    /** Returns how many packets have to be sent again by the host. */
    public int missing() {
        return missing;
    }

    /** Returns whether a number is below what the newest STATUS told of, and in no hole. */
    public boolean isConfirmed(long psn) {
        return psn < confirmedTo && !holes.contains(psn);
    }

    boolean isAllConfirmed() {
        return acked >= high || (confirmedTo >= high && holes.isEmpty());
    }

    boolean isFreedByStatus() {
        return space != GatewayMessage.REQUESTS || !flow.isPaired();
    }

    /** Takes note that a number was sent, be it once more: all from there on may be lost again. */
    public void onSentAgain(long psn) {
        acked = Math.min(acked, psn);
        goneTo = Math.min(goneTo, psn);
        confirmedTo = Math.min(confirmedTo, psn);
    }

    public boolean isEmpty() {
        return noted == 0;
    }

    /** Takes note of what has arrived, other than by a STATUS. */
    public void onAcked(long to) {
        acked = to;
        holes.fill(0, to);
    }
}
