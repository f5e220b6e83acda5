package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.CreditCode;
import org.urdma4j.codec.ib.Psn;

/**
 * End-to-end flow control of the requester (IBTA 1.4 §9.7.7.2): how many messages that consume a
 * receive the responder has announced room for. One message may go beyond that, so that a sender
 * without credits finds out when there are some.
 *
 * <p>The specification counts all messages: the responder's message sequence number (MSN) plus its
 * credits is the limit for send sequence numbers (SSN). With many WRITEs in flight that would stop
 * SENDs which have receives waiting, so only messages that take a receive are counted here. What
 * MSN an announcement refers to is known from the oldest message that is not complete.
 */
final class CreditLimit {
    private boolean unlimited;
    private int nextSsn;
    private long taken;
    private long limit;

    void reset() {
        unlimited = false;
        nextSsn = 1;
        taken = 0;
        limit = 0;
    }

    /** Takes the sequence numbers of {@code messages} messages; returns the first. */
    int takeSsn(long messages) {
        int first = nextSsn;
        nextSsn = Psn.add(nextSsn, messages);
        return first;
    }

    int nextSsn() {
        return nextSsn;
    }

    /** Counts a message that takes a receive; returns its number among those, from 1. */
    long takeReceive() {
        return ++taken;
    }

    /** Returns how many messages take a receive, of those that have their numbers. */
    long taken() {
        return taken;
    }

    /** Returns whether the peer is known to have a receive for message {@code number}. */
    boolean covers(long number) {
        return unlimited || number <= limit;
    }

    /** Returns whether message {@code number} may be tried. */
    boolean allows(long number) {
        return covers(number - 1);
    }

    /**
     * Takes what an acknowledgement announces; an older one can't lower the limit.
     *
     * @param oldestSsn of the oldest message that is not complete
     * @param takenBefore how many messages before that one take a receive
     */
    void onAck(int syndrome, int msn, int oldestSsn, long takenBefore) {
        int code = AethSyndrome.value(syndrome);
        if (code == CreditCode.UNLIMITED) {
            unlimited = true;
        } else if (Psn.diff(msn, oldestSsn) >= -1) {
            // The responder may have got further than we know: then this is less than it has.
            limit = Math.max(limit, takenBefore + CreditCode.decode(code));
        }
    }
}
