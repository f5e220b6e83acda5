package org.urdma4j.transport.urdma.grant;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.GrantPacket;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.grant.GrantLimit;
import org.urdma4j.transport.grant.GrantScheduler;
import org.urdma4j.transport.grant.GrantWish;
import org.urdma4j.transport.grant.GrantedSender;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.CongestionControlType;

import java.nio.ByteBuffer;

/**
 * The grants of one queue pair, in both directions: messages, and when they are due. Does nothing
 * unless both ends have offered it. Confined to the event loop of the shard.
 */
public final class Grants {
    private static final long NEVER = Long.MAX_VALUE;

    /** Silence after which the order of timestamps says nothing: their half turn is 275 s. */
    private static final long FORGOTTEN_NS = 60_000_000_000L;

    private final QpContext qp;
    private final boolean active;
    private final CongestionControlType chosen;
    private final GrantScheduler scheduler;

    /** Null, as {@link #wish} and {@link #copies}, unless both ends have offered it. */
    private final GrantSource source;

    private final SendBudget sending;
    private final GrantLimit limit;
    private final GrantWish wish;
    private final GrantCopies copies;
    private final PeerClock clock;
    private final PeerProof proof;
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private GrantedSender peer;

    /** Whether it is granted anything itself; longer than {@link #peer} is, if answers are owed. */
    private boolean asks;

    private int newestT1;
    private long heardNs;
    private boolean heard;
    private long nowNs;

    public Grants(
            QpContext qp,
            Agreement agreement,
            GrantScheduler scheduler,
            GrantSource source,
            SendBudget sending,
            PeerClock clock,
            PeerProof proof,
            InboundSpace peerRequests,
            InboundSpace peerAnswers,
            OutboundSpace requests,
            OutboundSpace answers) {
        this.qp = qp;
        this.active = agreement.grants();
        this.chosen = agreement.tuning().congestionControl();
        this.scheduler = scheduler;
        this.source = source;
        this.sending = sending;
        this.limit = sending.granted();
        this.wish = active ? new GrantWish(limit) : null;
        this.copies = active ? new GrantCopies() : null;
        this.clock = clock;
        this.proof = proof;
        this.peerRequests = peerRequests;
        this.peerAnswers = peerAnswers;
        this.requests = requests;
        this.answers = answers;
        if (active && agreement.tuning().grantRate() != 0) {
            scheduler.rate(agreement.tuning().grantRate());
        }
    }

    /** The queue pair is connected. */
    public void start() {
        limit.start(active && qp.flow() == null);
        leave();
        heard = false;
        if (active) {
            copies.start();
            wish.start();
            asks = true;
            peer = scheduler.join(qp.qpn);
        }
    }

    /** Asks for nothing any more, and the peer gets nothing. */
    public void leave() {
        stop();
        asks = false;
    }

    /** The peer gets nothing more. */
    public void stop() {
        if (peer != null) {
            scheduler.leave(peer, nowNs);
            peer = null;
        }
    }

    /** What the peer has asked for is forgotten until it asks again. */
    public void forget() {
        if (peer != null) {
            scheduler.reset(peer);
        }
    }

    /** A request, answer or repair packet came, and was taken if it was the peer's. */
    public void onData(ReceivedPacket packet, long now) {
        nowNs = now;
        if (peer == null) {
            return;
        }
        long total = peerRequests.sack.bytesReceived() + peerAnswers.sack.bytesReceived();
        UrdmaPacket view = packet.urdma();
        int bytes = view.length() + TransmitBatch.ICRC_LENGTH;
        if (total == peer.arrived()) {
            return;
        }
        copies.onData();
        if (UrdmaOpcode.isPlaced(view.opcode())) {
            onRoundTrip(view.t1(), view.tr());
        }
        scheduler.onArrived(peer, total, bytes, qp.wireBytes(bytes), now);
    }

    private void onRoundTrip(int t1, int tr) {
        if (tr != PeerClock.UNKNOWN && peer != null) {
            peer.onRoundTrip(Timestamp.nanos(Timestamp.of(nowNs) - t1 + tr), nowNs);
        }
    }

    /** A GRANT came. */
    public void onPacket(ReceivedPacket packet, long now) {
        nowNs = now;
        if (!asks) {
            qp.count(Counter.DROPPED_UNKNOWN_OPCODE);
            return;
        }
        ByteBuffer b = packet.urdma().buffer();
        int at = packet.urdma().extendedOffset();
        int kind = GrantPacket.kind(b, at);
        long bytes = GrantPacket.bytes(b, at);
        long lost = GrantPacket.lost(b, at);
        if (kind > GrantPacket.RETURN || bytes < 0) {
            qp.count(Counter.DROPPED_MALFORMED);
            return;
        }
        int t1 = GrantPacket.t1(b, at);
        int tr = GrantPacket.tr(b, at);
        boolean unproven = tr == PeerClock.UNKNOWN && kind == GrantPacket.GRANT;
        if (unproven || !proof.ofData(t1, tr, now)) {
            qp.count(Counter.DROPPED_WRONG_PEER);
            peerRequests.onDropped(now);
            return;
        }
        qp.count(Counter.GRANTS_RCVD);
        clock.onArrival(t1, now);
        onRoundTrip(t1, tr);
        if (kind == GrantPacket.GRANT) {
            limit.onGrant(bytes);
            copies.onGrant();
        } else if (peer != null && isNewest(t1)) {
            take(kind, bytes, lost);
        }
    }

    private void take(int kind, long bytes, long lost) {
        if (kind == GrantPacket.DEMAND) {
            copies.onDemand();
            scheduler.onDemand(peer, bytes, lost, nowNs);
        } else {
            scheduler.onReturned(peer, bytes, lost, nowNs);
        }
    }

    /** Demands and returns overtake each other: an old one changes nothing. */
    private boolean isNewest(int t1) {
        boolean forgotten = !heard || nowNs - heardNs > FORGOTTEN_NS;
        if (!forgotten && Timestamp.nanosBetween(newestT1, t1) < 0) {
            return false;
        }
        heard = true;
        heardNs = nowNs;
        newestT1 = t1;
        return true;
    }

    /**
     * Adds a message that is due to an empty batch; returns whether there was one.
     *
     * @param sends whether data may leave, if only answers that are owed in ERR
     */
    public boolean poll(TransmitBatch batch, boolean sends, long now) {
        nowNs = now;
        if (!asks || !sends) {
            return false;
        }
        if (peer != null && peer.owed()) {
            peer.onTold();
            write(batch, GrantPacket.GRANT, peer.granted(), 0);
            copies.onGrantSent();
            return true;
        }
        if (qp.flow() != null) {
            return false; // whatever waits leaves in its slots
        }
        boolean work = source.hasWork();
        if (!wish.isDue(work, now)) {
            return false;
        }
        GrantWish.Say say =
                wish.say(work ? source.backlog(now) : 0, sending.control().rttNs(), now);
        if (say == GrantWish.Say.DEMAND) {
            write(batch, GrantPacket.DEMAND, wish.demanded(), lost());
            copies.onDemandSent(sending.control().rttNs(), now);
        } else if (say == GrantWish.Say.RETURN) {
            write(batch, GrantPacket.RETURN, limit.sent(), lost());
        }
        return !batch.isEmpty();
    }

    /** Returns whether the last message is to go another way, too, as nothing was heard of it. */
    public boolean isCopyDue() {
        return asks && copies.isDue();
    }

    /** Adds the copy that is due to an empty batch. */
    public void copy(TransmitBatch batch, long now) {
        nowNs = now;
        int kind = copies.take();
        if (kind == GrantPacket.DEMAND) {
            write(batch, kind, wish.demanded(), lost());
        } else if (peer != null) {
            write(batch, kind, peer.granted(), 0);
        }
    }

    private long lost() {
        long received = requests.bytesReceived() + answers.bytesReceived();
        return limit.lost(received, sending.inFlightBytes());
    }

    private void write(TransmitBatch batch, int kind, long bytes, long lost) {
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        int length = Bth.LENGTH + GrantPacket.LENGTH;
        UrdmaBth.write(b, at, UrdmaOpcode.GRANT, 0, 0, qp.pKey, qp.destQpn, 0);
        int t1 = Timestamp.of(nowNs);
        GrantPacket.write(b, at + Bth.LENGTH, t1, clock.delay(), kind, bytes, lost);
        batch.end(at + length, length + TransmitBatch.ICRC_LENGTH);
        batch.close();
        qp.count(Counter.GRANTS_SENT);
    }

    /** Does what is due. */
    public void onTimer(long now) {
        nowNs = now;
        if (peer != null && peer.tickNs() <= now) {
            scheduler.onTick(peer, now);
        }
    }

    /** Returns when {@link #onTimer} or {@link #poll} is due, {@link Long#MAX_VALUE} for never. */
    public long deadlineNs() {
        long tickNs = peer == null ? NEVER : peer.tickNs();
        return asks ? Math.min(tickNs, wish.dueNs()) : tickNs;
    }

    /** Returns what congestion control is doing, and whether it waits for the peer. */
    public String state(String controlled) {
        if (!active) {
            return chosen.grants() ? controlled + ", no grants" : controlled;
        }
        String own = chosen == CongestionControlType.GRANTS ? "grants" : controlled;
        return limit.exhausted() ? own + ", waits for a grant" : own;
    }
}
