package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.CreditCode;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.retransmit.GoBackNReceiver;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.function.LongConsumer;

/**
 * What the responder owes its peer, in the order of sequence numbers: READ data and atomic results,
 * then one acknowledgement or NAK for all that came after them. An acknowledgement replaces an
 * earlier one that has not left yet, which is how they coalesce.
 */
final class ResponseQueue {
    private static final int NOTHING = -1;
    private static final int ACKNOWLEDGE_LENGTH =
            Opcode.headerLength(Opcode.RC_ACKNOWLEDGE) + TransmitBatch.ICRC_LENGTH;

    private final QpContext qp;
    private final ResponseStore answers;
    private final GoBackNReceiver psns;
    private final ResponseWriter writer;
    private final LongConsumer onAnswerLost;

    /** Syndrome to send, {@link #NOTHING} if none is due; an ACK's credits are filled in late. */
    private int due = NOTHING;

    private int msn;
    private int unacknowledged;
    private boolean receiveTaken;
    private boolean outOfCredits;

    /**
     * Creates an empty queue.
     *
     * @param onAnswerLost takes the PSN of READ data whose memory is gone
     */
    ResponseQueue(
            QpContext qp, ResponseStore answers, GoBackNReceiver psns, LongConsumer onAnswerLost) {
        this.qp = qp;
        this.answers = answers;
        this.psns = psns;
        this.writer = new ResponseWriter(qp);
        this.onAnswerLost = onAnswerLost;
    }

    void reset() {
        due = NOTHING;
        msn = 0;
        unacknowledged = 0;
        receiveTaken = false;
        outOfCredits = false;
    }

    /** Drops everything that is owed. */
    void clear() {
        due = NOTHING;
        answers.clearQueue();
    }

    boolean isEmpty() {
        return due == NOTHING && answers.head() == null;
    }

    void onMessageComplete() {
        msn = Psn.add(msn, 1);
    }

    int msn() {
        return msn;
    }

    /** Tells whether a message in progress holds the oldest receive. */
    void receiveTaken(boolean taken) {
        receiveTaken = taken;
    }

    /** A request was accepted; acknowledges now if asked to, or after a number of them. */
    void onAccepted(boolean askedOrLast) {
        unacknowledged++;
        if (askedOrLast || unacknowledged >= qp.config.ackInterval()) {
            due = AethSyndrome.ACK;
        } else if (due != AethSyndrome.ACK) {
            due = NOTHING; // a NAK that has not left is out of date
        }
    }

    /** Acknowledges what has been accepted so far; a NAK that is due does so as well. */
    void acknowledge() {
        if (due == NOTHING) {
            due = AethSyndrome.ACK;
        }
    }

    /** Refuses the expected request. */
    void refuse(int syndrome) {
        due = syndrome;
    }

    /** Queues READ data or an atomic result; it acknowledges everything before it. */
    void answer(Response answer) {
        due = NOTHING;
        unacknowledged = 0;
        answers.enqueue(answer);
    }

    /** Queues an answer once more. */
    void repeat(Response answer) {
        answers.enqueue(answer);
    }

    /** Receives were posted: a peer that was told there are none hears of it at once. */
    void onReceivesPosted() {
        if (outOfCredits && !qp.receiveQueue.shared() && due == NOTHING && credits() > 0) {
            due = AethSyndrome.ACK;
        }
    }

    /** Receives that others may take too are no credit (IBTA 1.4 §9.7.7.2). */
    private int creditCode(int credits) {
        return qp.receiveQueue.shared() ? CreditCode.UNLIMITED : CreditCode.encode(credits);
    }

    private int credits() {
        return qp.receiveQueue.available() - (receiveTaken ? 1 : 0);
    }

    /** The peer was told of so many credits. */
    private void onTold(int credits) {
        outOfCredits = credits == 0;
        qp.receiveQueue.want(outOfCredits);
        if (outOfCredits) {
            onReceivesPosted(); // some may have been meanwhile
        }
    }

    /** Adds what is owed to {@code batch}, as far as it takes it and pacing allows. */
    void poll(TransmitBatch batch, long nowNs) {
        Response answer = answers.head();
        long budget = answer == null ? 0 : qp.pacer().budget(nowNs);
        while (answer != null) {
            if (budget <= 0) {
                return;
            }
            int credits = credits();
            int length = writer.select(answer);
            if (!batch.accepts(length)) {
                return;
            }
            if (!writer.write(batch, answer, AethSyndrome.ack(creditCode(credits)))) {
                if (!answer.answeredOnce()) {
                    answers.clearQueue();
                    onAnswerLost.accept(answer.next());
                    break;
                }
                if (!refuseRepetition(batch, answer)) {
                    return;
                }
                answers.removeHead();
                answer = answers.head();
                continue;
            }
            qp.pacer().onTransmit(nowNs, length + qp.config.framingBytes());
            budget -= length + qp.config.framingBytes();
            if (answer.step()) {
                onTold(credits);
                answers.removeHead();
                answer = answers.head();
            }
        }
        pollAcknowledge(batch);
    }

    /**
     * A READ was answered, asked for again, and its memory is gone. Most often the answer was only
     * late and the requester has done with it: it ignores this NAK, and nothing ends here.
     */
    private boolean refuseRepetition(TransmitBatch batch, Response answer) {
        if (!batch.accepts(ACKNOWLEDGE_LENGTH)) {
            return false;
        }
        int syndrome = AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR;
        writer.writeAcknowledge(batch, syndrome, answer.msn(), answer.next());
        return true;
    }

    private void pollAcknowledge(TransmitBatch batch) {
        if (due == NOTHING || !batch.accepts(ACKNOWLEDGE_LENGTH)) {
            return;
        }
        boolean ack = due == AethSyndrome.ACK;
        int credits = credits();
        int syndrome = ack ? AethSyndrome.ack(creditCode(credits)) : due;
        writer.writeAcknowledge(batch, syndrome, msn, psns.expected() - (ack ? 1 : 0));
        qp.count(Counter.ACKS_SENT);
        due = NOTHING;
        unacknowledged = 0;
        if (ack) {
            onTold(credits);
        }
    }
}
