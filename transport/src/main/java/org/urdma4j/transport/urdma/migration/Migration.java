package org.urdma4j.transport.urdma.migration;

import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.probe.ProbePacket;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Follows a peer whose packets come from another address or UDP port than before, as they do when
 * an address translator has forgotten it or began anew (RFC 9000, 9.3). A packet that has proven
 * itself and that left the peer after all that came from where it was makes that place a candidate;
 * both places are asked. Packets go there when it has answered, the place before hasn't, and
 * nothing newer has come from there meanwhile: who copies packets from elsewhere has no effect as
 * long as the peer is where it was.
 */
public final class Migration {
    private static final long LEAST_PATIENCE_NS = 20_000_000L;
    private static final long LEAST_WAIT_NS = 2_000_000L;
    private static final long REST_NS = 100_000_000L;
    private static final int MOST_ANSWERS = 4;
    private static final long NEVER = Long.MAX_VALUE;

    private final QpContext qp;
    private final boolean enabled;
    private final LongSupplier roundTripNs;
    private final MoveListener onMoved;

    /** Null, as the next, unless it is agreed on. */
    private final LatestTimestamp latest;

    private final long[] answers;
    private int owed;
    private Candidate candidate;
    private long restUntilNs;

    /**
     * Creates it.
     *
     * @param enabled whether both ends have agreed on it; if not, nothing is strange and nothing
     *     follows
     * @param roundTripNs of the path, 0 while unknown
     * @param onMoved is told when packets go elsewhere
     */
    public Migration(
            QpContext qp, boolean enabled, LongSupplier roundTripNs, MoveListener onMoved) {
        this.qp = qp;
        this.enabled = enabled;
        latest = enabled ? new LatestTimestamp() : null;
        answers = enabled ? new long[MOST_ANSWERS] : null;
        this.roundTripNs = roundTripNs;
        this.onMoved = onMoved;
    }

    /** Returns whether both ends have agreed on it. */
    public boolean enabled() {
        return enabled;
    }

    /** Begins at the route of the address vector. */
    public void start() {
        if (enabled) {
            latest.clear();
        }
        owed = 0;
        candidate = null;
        restUntilNs = Long.MIN_VALUE;
    }

    /**
     * A packet came that only the peer can have made.
     *
     * @param stamp when it left the peer, by the peer's clock
     */
    public void onProven(ReceivedPacket packet, int stamp, long nowNs) {
        if (!enabled) {
            return;
        }
        Object source = packet.source();
        if (qp.route.isExactlyFrom(source)) {
            latest.take(stamp, nowNs);
            if (candidate != null && candidate.firstStamp - stamp <= 0) {
                abandon(nowNs);
            }
        } else if (candidate != null && candidate.route.isExactlyFrom(source)) {
            candidate.received(packet.length());
            candidate.latest.take(stamp, nowNs);
        } else if (candidate == null && nowNs >= restUntilNs && latest.isBefore(stamp, nowNs)) {
            begin(packet, stamp, nowNs);
        }
    }

    private void begin(ReceivedPacket packet, int stamp, long nowNs) {
        Object source = packet.source();
        Route route = qp.pathFinder.back(packet.arrivedAt(), source);
        if (route == null) {
            return;
        }
        candidate = new Candidate(route, source, stamp, qp.nonces, nowNs);
        candidate.received(packet.length());
        qp.count(Counter.PEER_ELSEWHERE);
    }

    /** The peer is where it was, or has to show anew that it isn't. */
    private void abandon(long nowNs) {
        candidate = null;
        restUntilNs = nowNs + Math.max(REST_NS, roundTripNs.getAsLong());
    }

    /** Takes a question, which is answered to where the peer is, or the answer to one. */
    public void onProbe(ReceivedPacket packet, int kind, long nowNs) {
        if (!enabled) {
            return;
        }
        ByteBuffer b = packet.urdma().buffer();
        long nonce = ProbeHeader.nonce(b, packet.urdma().extendedOffset());
        if (kind == ProbeHeader.ADDRESS_CHALLENGE) {
            if (owed < MOST_ANSWERS) {
                answers[owed++] = nonce;
            }
        } else if (candidate != null) {
            onAnswer(packet.source(), nonce, nowNs);
        }
    }

    private void onAnswer(Object source, long nonce, long nowNs) {
        if (candidate.route.isExactlyFrom(source)) {
            if (candidate.answers(nonce, nowNs)) {
                onTimer(nowNs);
            }
        } else if (qp.route.isExactlyFrom(source) && candidate.isOfBefore(nonce)) {
            abandon(nowNs);
        }
    }

    /** Does what is due. */
    public void onTimer(long nowNs) {
        if (candidate == null) {
            return;
        }
        if (candidate.movedNs(LEAST_WAIT_NS) <= nowNs) {
            move(nowNs);
        } else if (candidate.isSilent(nowNs)) {
            abandon(nowNs);
        }
    }

    private void move(long nowNs) {
        Candidate moved = candidate;
        boolean sameHost = qp.route.peer().equals(moved.route.peer());
        candidate = null;
        latest.clear();
        latest.take(moved.firstStamp, nowNs);
        qp.move(moved.route, moved.source);
        qp.count(Counter.PEER_MOVED);
        onMoved.onMoved(!sameHost, nowNs);
    }

    /** Returns whether the peer may be somewhere else, or asks. */
    public boolean isMoving() {
        return candidate != null || owed > 0;
    }

    /** Returns when {@link #onTimer} or {@link #poll} is to be called. */
    public long deadlineNs() {
        if (owed > 0) {
            return Long.MIN_VALUE;
        }
        return candidate == null
                ? NEVER
                : Math.min(candidate.dueNs(), candidate.movedNs(LEAST_WAIT_NS));
    }

    /** Adds a question or an answer to an empty batch; returns whether one was due. */
    public boolean poll(TransmitBatch batch, long nowNs) {
        if (owed > 0) {
            write(batch, qp.route, ProbeHeader.ADDRESS_ANSWER, answers[--owed]);
            return true;
        }
        if (candidate == null || !candidate.isDue(nowNs)) {
            return false;
        }
        Route to = candidate.asksHere(ProbePacket.EMPTY) ? candidate.route : qp.route;
        long patienceNs = Math.max(LEAST_PATIENCE_NS, roundTripNs.getAsLong() * 5 / 4);
        long nonce = candidate.ask(ProbePacket.EMPTY, patienceNs, nowNs);
        write(batch, to, ProbeHeader.ADDRESS_CHALLENGE, nonce);
        qp.count(Counter.PROBES_SENT);
        return true;
    }

    private void write(TransmitBatch batch, Route route, int kind, long nonce) {
        ProbePacket.writeEmpty(batch, qp, route, 0, 0, kind, nonce);
        batch.close();
    }
}
