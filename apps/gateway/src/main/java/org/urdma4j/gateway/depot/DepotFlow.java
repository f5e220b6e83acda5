package org.urdma4j.gateway.depot;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.received.Received;
import org.urdma4j.gateway.received.ReleasePacer;
import org.urdma4j.gateway.response.SentResponses;

/**
 * What a Depot knows of a flow.
 *
 * @param <P> handles of packets
 */
final class DepotFlow<P> extends Flow<DepotFlow<P>, P> {
    /** Where a flow stands. */
    enum State {
        /** Nothing has come, or it is not known how many numbers a packet took. */
        NEW,
        /** Packets are put in order. */
        ORDERED,
        /**
         * Everything is handed on as it comes, until an acknowledgement names the newest or a NAK
         * what it wants.
         */
        PLAIN,
        /** The connection has failed: everything is handed on as it comes. */
        CLOSED
    }

    State state = State.NEW;

    /** Requests; acked is what the receiver has acknowledged. */
    final Received in = new Received(GatewayMessage.REQUESTS);

    /** The first number that was seen. */
    private long first;

    /** Whether the connection manager has said so, and nothing has come yet. */
    boolean promised;

    /** Whether it began with READs: the other gateway says so only when answers get there. */
    boolean begunByRead;

    /** Packets of it that are filed. */
    int filed;

    /** None of those has a lower number. */
    long filedFrom;

    /** Whether a packet of it had a right ICRC, and how many before that had a wrong one. */
    boolean intact;

    int wrong;

    /** The receiver wants {@link Received#next} again from the host. */
    boolean waitsForReceiver;

    /** Below this nothing was kept when it was handed on: answers were not known to be of it. */
    long keptFrom;

    /** A NAK of the receiver that was not forwarded, nor answered yet; or null. */
    P nak;

    /** Where the host went back to behind what is acknowledged, or UNKNOWN; when it did. */
    private long backAt = UNKNOWN;

    private long backNs;

    /** Whether the receiver has said anything since. */
    private boolean heard;

    /** A dropped packet was reported; not again until next moves. */
    boolean reportedNoRoom;

    /** Number of a packet that asked for an acknowledgement and has none, or UNKNOWN. */
    long asked = UNKNOWN;

    /** Number of the newest packet that asked. */
    long newestAsked = UNKNOWN;

    long askedNs;
    int askedAgain;
    long askAtNs = NEVER;
    long localRttNs;

    final ReleasePacer pacer = new ReleasePacer();

    final SentResponses<P> answers = new SentResponses<>(this);

    DepotFlow(FlowKey key) {
        super(key);
    }

    /** Puts a flow in order whose first packet has this number. */
    void startAt(int psn) {
        first = begin(psn);
        in.startAt(first);
        keptFrom = first;
        filedFrom = first;
        state = State.ORDERED;
    }

    /** The receiver takes this number next, and the host goes back to it: from there in order. */
    void orderFrom(long psn) {
        settle();
        in.next = psn;
        in.end = psn;
        keptFrom = psn;
        state = State.ORDERED;
    }

    /** Forgets all but who it is between. Its packets are to be dropped before. */
    void forget() {
        state = State.NEW;
        first = 0;
        in.forget();
        waitsForReceiver = false;
        promised = false;
        begunByRead = false;
        backAt = UNKNOWN;
        settle();
    }

    /** Ends whatever it waits for. */
    void settle() {
        in.settle();
        pacer.releaseAtNs = NEVER;
        reportedNoRoom = false;
        stopAsking();
    }

    void stopAsking() {
        asked = UNKNOWN;
        newestAsked = UNKNOWN;
        askedAgain = 0;
        askAtNs = NEVER;
    }

    /** Returns whether packets of it are held and dropped. */
    boolean isOrdered() {
        return state == State.ORDERED && in.mark != 0;
    }

    /** The receiver has answered something of it. */
    void hear() {
        heard = true;
    }

    /**
     * Returns whether the host sends again what is said to be acknowledged, and did so before, and
     * the receiver was silent: what was acknowledged is of another flow.
     *
     * @param leastNs between the two
     */
    boolean isAskedInVain(long psn, long nowNs, long leastNs) {
        if (psn >= in.acked) {
            return false;
        }
        if (backAt == UNKNOWN || heard) {
            backAt = psn;
            backNs = nowNs;
            heard = false;
            return false;
        }
        return psn <= backAt && nowNs - backNs >= leastNs;
    }

    @Override
    protected boolean isStarted() {
        return state != State.NEW;
    }

    @Override
    protected long oldest() {
        return in.acked == UNKNOWN ? first : in.acked;
    }

    @Override
    protected long highest() {
        return in.end;
    }

    long dueNs() {
        return Math.min(in.statusAtNs, Math.min(askAtNs, pacer.releaseAtNs));
    }
}
