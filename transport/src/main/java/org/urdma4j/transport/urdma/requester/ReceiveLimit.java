package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.RnrTimer;
import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.retransmit.RetryBudget;
import org.urdma4j.transport.urdma.report.Owed;
import org.urdma4j.verbs.UrdmaOffer;

/**
 * How many receive-consuming messages the peer has room for, as its offer and its reports say, so
 * that a path full of packets isn't thrown away for a missing receive. An RNR NAK, which remains
 * for the race between a message and a report, holds back the message that it names and later ones.
 */
public final class ReceiveLimit {
    private static final int UNLIMITED_RNR_RETRY = 7;

    private final RetransmitTimer hold = new RetransmitTimer();
    private final RetransmitTimer ask = new RetransmitTimer();
    private final RetryBudget retries = new RetryBudget();
    private final Owed owed;
    private boolean limited;
    private int limit;
    private int heldFrom;

    /** When the peer was asked first that has not answered since. */
    private long askedNs = RetransmitTimer.NEVER;

    ReceiveLimit(Owed owed) {
        this.owed = owed;
    }

    void start(int allowed) {
        limited = allowed != UrdmaOffer.NO_LIMIT;
        limit = allowed;
        hold.stop();
        ask.stop();
        owed.remove(Owed.QUESTION);
        askedNs = RetransmitTimer.NEVER;
        retries.onProgress();
    }

    public void retries(int rnrRetryCount) {
        retries.limit(rnrRetryCount == UNLIMITED_RNR_RETRY ? RetryBudget.UNLIMITED : rnrRetryCount);
    }

    /** Returns whether message {@code rmsn}, modulo 2^32, may be sent. */
    boolean allows(int rmsn) {
        return !holds(rmsn) && (!limited || limit - rmsn > 0);
    }

    /** Returns whether an RNR NAK holds back the packets of message {@code rmsn}. */
    boolean holds(int rmsn) {
        return hold.running() && rmsn - heldFrom >= 0;
    }

    boolean holding() {
        return hold.running();
    }

    /** Takes the limit of a report; what it allows is held back no longer. */
    public void onReport(int allowed) {
        askedNs = RetransmitTimer.NEVER;
        boolean grows = !limited || allowed == UrdmaOffer.NO_LIMIT || allowed - limit > 0;
        boolean opens = limited && allowed == UrdmaOffer.NO_LIMIT;
        limited = allowed != UrdmaOffer.NO_LIMIT;
        limit = allowed;
        if (grows) {
            ask.stop();
            owed.remove(Owed.QUESTION);
        }
        // A peer that never had a limit promises nothing by having none: the wait goes on.
        if (opens || (limited && limit - heldFrom > 0)) {
            hold.stop();
        }
    }

    /** Takes an RNR NAK; returns false when the retries are used up. */
    boolean onRnrNak(int rmsn, int syndrome, long nowNs) {
        askedNs = RetransmitTimer.NEVER;
        if (hold.running()) {
            return true;
        }
        if (!retries.take()) {
            return false;
        }
        heldFrom = rmsn;
        hold.start(nowNs, RnrTimer.nanos(AethSyndrome.value(syndrome)));
        return true;
    }

    /** Requests were acknowledged. */
    void onProgress() {
        retries.onProgress();
    }

    /** A message waits for the limit: unless it grows, the peer is asked after {@code afterNs}. */
    void onBlocked(long nowNs, long afterNs) {
        if (!ask.running() && !owed.has(Owed.QUESTION) && !hold.running()) {
            ask.start(nowNs, afterNs);
        }
    }

    public void onTimer(long nowNs) {
        if (hold.expired(nowNs)) {
            hold.stop();
        }
        if (ask.expired(nowNs)) {
            ask.stop();
            owed.add(Owed.QUESTION);
        }
    }

    public long deadlineNs() {
        return Math.min(hold.deadlineNs(), ask.deadlineNs());
    }

    /** The peer is to be asked for a report. */
    public void oweAsk() {
        owed.add(Owed.QUESTION);
    }

    public void onAsked(long nowNs) {
        owed.remove(Owed.QUESTION);
        askedNs = Math.min(askedNs, nowNs);
    }

    /**
     * Returns since when the peer owes an answer, {@link RetransmitTimer#NEVER} if it owes none.
     */
    long askedNs() {
        return askedNs;
    }

    public void stop() {
        hold.stop();
        ask.stop();
        owed.remove(Owed.QUESTION);
        askedNs = RetransmitTimer.NEVER;
    }
}
