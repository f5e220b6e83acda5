package org.urdma4j.transport.rc;

import org.urdma4j.retransmit.GoBackNSender;
import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.retransmit.RetryBudget;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.verbs.WrOpcode;

/**
 * Where the requester stands in its send queue, and what the completer has taken off it: the
 * sequence numbers, the request that comes next, what is in flight, and the timers over it.
 *
 * <p>A READ longer than {@link SendWqe#chunk} is asked for in several requests. Each is a message
 * of its own to the responder; the sequence numbers are the same as for one long READ.
 */
final class RequestWindow {
    private static final int READS_TO_FILL_THE_WINDOW = 8;

    private final QpContext qp;
    private final SendQueue queue;
    final GoBackNSender psns = new GoBackNSender();
    final CreditLimit credits = new CreditLimit();
    final RetransmitTimer ackTimer = new RetransmitTimer();
    final RetransmitTimer rnrTimer = new RetransmitTimer();
    final RoundTrips roundTrips;
    final RetryBudget retries = new RetryBudget();
    final RetryBudget rnrRetries = new RetryBudget();

    /** Queue position of the request that holds the next sequence number. */
    private long cursor;

    /** READ requests and atomic operations sent and not answered in full. */
    private int answersOutstanding;

    /** READ and atomic work requests placed and not completed. */
    private int answeredWork;

    /** In-flight cost of everything ever placed. */
    private long totalCost;

    /** End of what has been sent, since going back, with an acknowledgement asked for. */
    private long askedUntil;

    /** Set while answers behind a gap are ignored: the requester has gone back for it already. */
    private boolean gapSignaled;

    /** End of what had been sent when it did. */
    private long gapEnd;

    /** The furthest answer behind a gap since going back. */
    private long furthestAnswer;

    /** Set while the oldest packet is being sent again because of a NAK. */
    private boolean nakTaken;

    /** Whether this queue pair counts among those that share the limit on bytes in flight. */
    private boolean sharing;

    RequestWindow(QpContext qp) {
        this.qp = qp;
        this.queue = qp.sendQueue;
        this.roundTrips = new RoundTrips(qp);
    }

    void start(long psn) {
        psns.start(psn);
        updateShare();
        credits.reset();
        roundTrips.clear();
        ackTimer.stop();
        rnrTimer.stop();
        retries.onProgress();
        rnrRetries.onProgress();
        cursor = queue.head();
        answersOutstanding = 0;
        answeredWork = 0;
        totalCost = 0;
        askedUntil = psn;
        furthestAnswer = psn;
        gapSignaled = false;
        nakTaken = false;
    }

    /** Returns the request that holds the next sequence number, null when all is sent. */
    SendWqe current() {
        SendWqe wqe = queue.at(cursor);
        while (wqe != null && wqe.placed() && psns.next() >= wqe.endPsn()) {
            cursor++;
            wqe = queue.at(cursor);
        }
        return wqe;
    }

    /** Returns whether {@link #current} is the oldest request not completed. */
    boolean currentIsOldest() {
        return cursor == queue.head();
    }

    /** Returns the oldest request not completed, null when there is none that was taken up. */
    SendWqe oldest() {
        SendWqe wqe = queue.at(queue.head());
        return wqe != null && wqe.placed() ? wqe : null;
    }

    /** Gives {@code wqe} its sequence numbers. */
    void place(SendWqe wqe) {
        long packets = packets(wqe);
        boolean answered = wqe.isAnswered();
        wqe.chunk(readChunk());
        long messages = wqe.opcode() == WrOpcode.RDMA_READ ? chunks(wqe, packets) : 1;
        int ssn = credits.takeSsn(messages);
        long receives = wqe.consumesReceive() ? credits.takeReceive() : credits.taken();
        wqe.place(psns.next(), packets, totalCost);
        wqe.number(ssn, receives);
        totalCost += wqe.length() + packets * EngineConfig.PACKET_COST;
        if (answered) {
            answeredWork++;
        }
    }

    /** Gives {@code wqe}, which has been executed and sends nothing, its place among the others. */
    void placeLocal(SendWqe wqe) {
        wqe.place(psns.next(), 0, totalCost);
        wqe.number(credits.nextSsn(), credits.taken());
    }

    private long packets(SendWqe wqe) {
        if (wqe.isAtomic()) {
            return 1;
        }
        return Math.max(1, (wqe.length() + qp.mtu - 1) / qp.mtu);
    }

    private static long chunks(SendWqe wqe, long packets) {
        return (packets + wqe.chunk() - 1) / wqe.chunk();
    }

    /**
     * Returns the most packets that one READ request asks for: what lets as many of them as may be
     * outstanding fill the window together.
     */
    private long readChunk() {
        int reads = Math.clamp(qp.maxReadAtomic, 1, READS_TO_FILL_THE_WINDOW);
        long byBytes = qp.maxInFlightBytes() / (qp.mtu + EngineConfig.PACKET_COST);
        return Math.max(1, Math.min(byBytes, qp.config.maxInFlightPackets()) / reads);
    }

    /** Returns the end of the READ request, of {@code wqe}'s, that covers {@code psn}. */
    long chunkEnd(SendWqe wqe, long psn) {
        long index = (psn - wqe.firstPsn()) / wqe.chunk();
        return Math.min(wqe.endPsn(), wqe.firstPsn() + (index + 1) * wqe.chunk());
    }

    /**
     * Returns whether the sequence numbers of {@link #current} up to {@code end} may be in flight
     * too.
     */
    boolean fits(SendWqe current, long end) {
        if (psns.inFlight() == 0) {
            return true;
        }
        SendWqe oldest = oldest();
        return end - psns.una() <= qp.config.maxInFlightPackets()
                && cost(current, end) - cost(oldest, psns.una()) <= qp.maxInFlightBytes();
    }

    /** Returns whether the peer has been asked for an acknowledgement that has not come. */
    boolean acknowledgeOwed() {
        return psns.una() < askedUntil;
    }

    /** Records that {@code count} sequence numbers were sent. */
    void onSent(long count) {
        psns.onSent(count);
        updateShare();
    }

    /** Returns the cost of what is in flight: sent and not acknowledged. */
    long inFlightBytes() {
        SendWqe oldest = oldest();
        SendWqe now = current();
        if (psns.inFlight() == 0 || oldest == null) {
            return 0;
        }
        long end = now != null && now.placed() ? cost(now, psns.next()) : totalCost;
        return end - cost(oldest, psns.una());
    }

    private void updateShare() {
        boolean now = psns.una() < psns.max();
        if (now != sharing) {
            sharing = now;
            if (now) {
                qp.share.join();
            } else {
                qp.share.leave();
            }
        }
    }

    /** Leaves the limit on bytes in flight to others: nothing will be sent any more. */
    void stopSharing() {
        if (sharing) {
            sharing = false;
            qp.share.leave();
        }
    }

    /** Returns the cost of everything before {@code psn}, which is one of {@code wqe}'s. */
    private long cost(SendWqe wqe, long psn) {
        long packets = psn - wqe.firstPsn();
        return wqe.startCost()
                + Math.min(wqe.length(), packets * qp.mtu)
                + packets * EngineConfig.PACKET_COST;
    }

    boolean drained() {
        SendWqe oldest = oldest();
        return oldest == null || !begun(oldest);
    }

    /** Returns whether any packet of {@code wqe}, which has its sequence numbers, was ever sent. */
    boolean begun(SendWqe wqe) {
        return wqe.firstPsn() < psns.max();
    }

    /** Takes the credits of an acknowledgement that has been worked off otherwise. */
    void onCredits(int syndrome, int msn) {
        SendWqe oldest = oldest();
        if (oldest == null) {
            credits.onAck(syndrome, msn, credits.nextSsn(), credits.taken());
        } else {
            long itself = oldest.consumesReceive() ? 1 : 0;
            credits.onAck(syndrome, msn, oldest.firstSsn(), oldest.receives() - itself);
        }
    }

    boolean answersAwaited() {
        return answeredWork > 0;
    }

    boolean mayAskForAnswer() {
        return answersOutstanding < qp.maxReadAtomic;
    }

    void onAnswerAsked() {
        answersOutstanding++;
    }

    void onAnswerComplete() {
        // Answers to an earlier transmission may complete what was not asked for again yet.
        answersOutstanding = Math.max(0, answersOutstanding - 1);
    }

    /** The oldest request is about to be completed. */
    void removeOldest() {
        SendWqe wqe = oldest();
        if (wqe != null && wqe.isAnswered()) {
            answeredWork--;
        }
        if (currentIsOldest()) {
            cursor++;
        }
    }

    /** Drops everything queued, without completions. */
    void discardAll() {
        while (queue.at(queue.head()) != null) {
            queue.free();
        }
        start(0);
    }

    /** Records that everything before {@code psn} is acknowledged; returns whether it is news. */
    boolean acknowledge(long psn) {
        if (!psns.onAcknowledged(psn)) {
            return false;
        }
        updateShare();
        retries.onProgress();
        rnrRetries.onProgress();
        rnrTimer.stop();
        gapSignaled = false;
        nakTaken = false;
        return true;
    }

    /**
     * An acknowledgement of everything before {@code psn} was asked for, and is owed only now:
     * paced packets that ask for nothing may take longer than the timeout.
     */
    void onAcknowledgeDue(long psn, long nowNs) {
        askedUntil = psn;
        if (!ackTimer.running()) {
            ackTimer.start(nowNs, qp.ackTimeoutNs);
        }
    }

    void restartAckTimer(long nowNs) {
        if (acknowledgeOwed()) {
            ackTimer.start(nowNs, qp.ackTimeoutNs);
        } else {
            ackTimer.stop();
        }
    }

    /** Goes back to the oldest unacknowledged packet; what follows is sent again. */
    void goBack() {
        psns.goBack();
        roundTrips.clear();
        cursor = queue.head();
        answersOutstanding = 0;
        askedUntil = psns.una();
        furthestAnswer = psns.una();
        ackTimer.stop();
    }

    /**
     * Returns true once for each gap in the answers, and once more whenever what went back for it
     * was lost as well. Answers to what had been sent by then may still be on their way; one to
     * anything later comes behind the answer that is asked for again.
     *
     * @param psn of the answer behind the gap
     */
    boolean signalGap(long psn) {
        if (gapSignaled && psn < gapEnd) {
            return false;
        }
        gapSignaled = true;
        gapEnd = psns.max();
        return true;
    }

    /**
     * Returns whether an answer is behind a gap, and further than any since going back: a peer that
     * sends what comes after a gap, a whole window of it perhaps, has yet to come to what it was
     * asked for again.
     */
    boolean comesNearer(long psn) {
        boolean further = psn > furthestAnswer;
        furthestAnswer = Math.max(furthestAnswer, psn);
        return further && psn > psns.una();
    }

    /**
     * Returns true for the first sequence error NAK that names the oldest packet. More of them can
     * come of one loss, where duplicates reach the responder between the packets behind the gap; to
     * go back for each would use up the retries in a single round trip.
     */
    boolean takeNak() {
        boolean first = !nakTaken;
        nakTaken = true;
        return first;
    }

    /** What was sent again for a gap or a NAK may be asked for once more: it was lost as well. */
    void forgetSignals() {
        gapSignaled = false;
        nakTaken = false;
    }
}
