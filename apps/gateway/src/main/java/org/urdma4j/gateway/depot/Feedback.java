package org.urdma4j.gateway.depot;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.gateway.depot.DepotFlow.State;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.response.ResponseCopies;

/**
 * What follows from what the receiver says of the requests that were handed on to it. A NAK goes no
 * further where what it asks for was kept, or may be had from the Sentry. It comes once from a
 * receiver, so that it stays here until it is answered.
 */
final class Feedback<P> {
    /** Of the longest local round trip each further one takes off such a share. */
    private static final int FADING = 16;

    private final Environment<P> environment;
    private final DepotPackets<P> packets;
    private final Releaser<P> releaser;
    private final ResponseCopies<P> answers;

    Feedback(
            Environment<P> environment,
            DepotPackets<P> packets,
            Releaser<P> releaser,
            ResponseCopies<P> answers) {
        this.environment = environment;
        this.packets = packets;
        this.releaser = releaser;
        this.answers = answers;
    }

    /** The receiver has everything before this. */
    void onAcked(DepotFlow<P> flow, long acked, long nowNs) {
        if (acked <= flow.in.acked) {
            return;
        }
        packets.dropBefore(flow, acked);
        if (flow.in.acked == Flow.UNKNOWN || flow.state == State.PLAIN) {
            flow.keptFrom = flow.in.next;
        }
        flow.in.acked = acked;
        dropNak(flow);
        if (flow.asked != Flow.UNKNOWN && acked > flow.asked) {
            // a busy host answers late now and then, and then to what was handed on first: counted
            // from there even if it was asked again, or it would be asked too soon for ever
            long fadingNs = flow.localRttNs - flow.localRttNs / FADING;
            flow.localRttNs = Math.max(nowNs - flow.askedNs, fadingNs);
            long newest = flow.newestAsked;
            flow.stopAsking();
            if (newest >= acked) {
                releaser.onAsked(flow, newest, nowNs);
            }
        } else if (flow.asked != Flow.UNKNOWN) {
            releaser.onProgress(flow, nowNs);
        }
        if (flow.state == State.PLAIN && acked == flow.in.next) {
            flow.state = State.ORDERED;
        }
        if (acked > flow.in.next) {
            flow.waitsForReceiver = false;
            releaser.advance(flow, acked, nowNs);
            releaser.release(flow, nowNs);
        }
    }

    /** The receiver wants this number, or nothing more. */
    void onNegative(DepotFlow<P> flow, long psn, P packet, int syndrome, long nowNs) {
        onAcked(flow, psn, nowNs);
        boolean isSequenceError = syndrome == AethSyndrome.NAK_PSN_SEQUENCE_ERROR;
        if (AethSyndrome.isRnrNak(syndrome) || (isSequenceError && psn < flow.keptFrom)) {
            if (flow.isOrdered()) {
                flow.waitsForReceiver = true;
                flow.stopAsking();
                releaser.releaseFrom(flow, psn, nowNs);
            }
            environment.output().outside(packet);
        } else if (!isSequenceError) {
            packets.drop(flow);
            flow.settle();
            answers.drop(flow.answers);
            flow.state = State.CLOSED;
            environment.output().outside(packet);
        } else if (flow.isOrdered()) {
            environment.counters().naksAnswered++;
            dropNak(flow);
            flow.nak = packet;
            flow.waitsForReceiver = false;
            releaser.releaseFrom(flow, psn, nowNs);
        } else {
            environment.output().outside(packet);
        }
        if (isSequenceError && flow.state == State.PLAIN) {
            // the receiver takes nothing else until the host has gone back to it
            flow.orderFrom(psn);
        }
    }

    /**
     * Lets the host know of the NAK that was kept from it: it can't be answered here. Returns
     * whether there was one.
     */
    boolean forwardNak(DepotFlow<P> flow) {
        if (flow.nak == null) {
            return false;
        }
        environment.output().outside(flow.nak);
        flow.nak = null;
        return true;
    }

    /** Drops a NAK that was answered, or is of no interest any more. */
    void dropNak(DepotFlow<P> flow) {
        if (flow.nak != null) {
            environment.store().release(flow.nak);
            flow.nak = null;
        }
    }
}
