package org.urdma4j.transport.urdma.report;

import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.congestion.Feedback;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;

import java.nio.ByteBuffer;

/**
 * Takes the peer's reports on our requests and on our answers: marks what is missing, and tells
 * congestion control of both spaces together.
 */
public final class ReportReceiver {
    private final QpContext qp;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final SendBudget sending;
    private final ReportReader report = new ReportReader();
    private final Feedback feedback = new Feedback();

    public ReportReceiver(
            QpContext qp, OutboundSpace requests, OutboundSpace answers, SendBudget sending) {
        this.qp = qp;
        this.requests = requests;
        this.answers = answers;
        this.sending = sending;
    }

    /** Takes a part of a report on {@code space}; returns null if it is of no use. */
    public ReportReader take(UrdmaPacket packet, OutboundSpace space, long nowNs) {
        ByteBuffer b = packet.buffer();
        int extended = packet.extendedOffset();
        int body = extended + ExtendedAeth.LENGTH;
        if (!report.wrap(b, body, packet.offset() + packet.length() - body)) {
            qp.count(Counter.DROPPED_MALFORMED);
            return null;
        }
        qp.count(Counter.REPORTS_RCVD);
        long spuriousBefore = space.sack.spurious();
        long packetsBefore = space.packetsReceived();
        boolean heard = report.packetsReceived() != 0 || packetsBefore != 0;
        int echo = ExtendedAeth.t1Echo(b, extended);
        long sentNs = heard ? past(echo, nowNs) : Long.MIN_VALUE;
        int ts = ExtendedAeth.ts(b, extended);
        int t3 = ExtendedAeth.t3(b, extended);
        long rttNs = heard ? Timestamp.nanos(ts + (Timestamp.of(nowNs) - t3)) : 0;
        long missingBefore = space.missing();
        space.sack.hostNoise(qp.schedulingDelay.ns(nowNs));
        if (!space.onReport(report, sentNs, rttNs, sending.loss(), nowNs)) {
            return null;
        }
        qp.counters.add(Counter.SPURIOUS_RETRANSMITS, space.sack.spurious() - spuriousBefore);
        if (heard && space.packetsReceived() != packetsBefore && sending.isMeasuredWhole()) {
            sending.loss()
                    .onPackets(
                            space.packetsReceived() - packetsBefore,
                            space.missing() - missingBefore);
            measure(ts, echo + ts, rttNs, nowNs);
        }
        return report;
    }

    /** Returns the last time at which our clock read {@code timestamp}. */
    private static long past(int timestamp, long nowNs) {
        long age = Integer.toUnsignedLong(Timestamp.of(nowNs) - timestamp);
        return ((nowNs >> Timestamp.SHIFT) - age) << Timestamp.SHIFT;
    }

    /**
     * Tells congestion control.
     *
     * @param arrived when the newest packet that has arrived did so, by the peer's clock: what came
     *     by then is what the report counts, however long the peer took to write it
     */
    private void measure(int ts, int arrived, long rttNs, long nowNs) {
        long elapsedNs = nowNs - feedback.nowNs;
        feedback.nowNs = nowNs;
        feedback.sentNs = Math.max(requests.newestSentNs(), answers.newestSentNs());
        feedback.rttNs = Math.max(0, rttNs);
        // Next to the values before, as the numbers of the wire wrap within minutes.
        feedback.forwardDelayNs = Timestamp.unwrap(feedback.forwardDelayNs, ts);
        feedback.receiverNs = Timestamp.unwrap(feedback.receiverNs + elapsedNs, arrived);
        feedback.hostNoiseNs = qp.schedulingDelay.ns(nowNs);
        feedback.hostBufferBytes = qp.config.maxInFlightBytes();
        feedback.receivedPackets = requests.packetsReceived() + answers.packetsReceived();
        feedback.receivedBytes =
                qp.wireBytes(
                        feedback.receivedPackets,
                        requests.bytesReceived() + answers.bytesReceived());
        feedback.missingPackets = requests.missing() + answers.missing();
        feedback.markedPackets = requests.marked() + answers.marked();
        sending.onReport(feedback);
    }
}
