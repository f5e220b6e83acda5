package org.urdma4j.transport.engine;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.CreditCode;
import org.urdma4j.codec.ib.Psn;

/**
 * End-to-end flow control of the requester (IBTA 1.4 §9.7.7.2): how many messages that consume a
 * receive the responder has announced room for. Messages are counted by send sequence number (SSN);
 * the responder's message sequence number (MSN) plus its credits is the limit. One message may go
 * beyond it, so that a sender without credits finds out when there are some.
 */
final class CreditLimit {
    private boolean unlimited;
    private int nextSsn;
    private int limitSsn;

    void reset() {
        unlimited = false;
        nextSsn = 1;
        limitSsn = 0;
    }

    /** Takes the sequence numbers of {@code messages} messages; returns the first. */
    int take(long messages, boolean consumesReceive) {
        int first = nextSsn;
        nextSsn = Psn.add(nextSsn, messages);
        if (!consumesReceive) {
            limitSsn = Psn.add(limitSsn, messages);
        }
        return first;
    }

    boolean allows(int ssn) {
        return unlimited || Psn.diff(ssn, Psn.add(limitSsn, 1)) <= 0;
    }

    /** Takes what an acknowledgement announces; an older one can't lower the limit. */
    void onAck(int syndrome, int msn) {
        int code = AethSyndrome.value(syndrome);
        if (code == CreditCode.UNLIMITED) {
            unlimited = true;
            return;
        }
        int announced = Psn.add(msn, CreditCode.decode(code));
        if (Psn.diff(announced, limitSsn) > 0) {
            limitSsn = announced;
        }
    }
}
