package org.urdma4j.transport.qp;

import org.urdma4j.congestion.RatePacer;
import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.queue.PooledReceives;
import org.urdma4j.transport.wire.PayloadSource;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * A queue pair: the state machine over a {@link Profile}, and the door that every packet comes in
 * by. Confined to the event loop of its shard.
 */
public final class Qp {
    private final QpContext context;
    private final NotificationPoint notifications;
    private final Sealing sealing;
    private final PacketAdmission admission;
    private final PauseClock pause = new PauseClock();
    private final Liveness liveness = new Liveness();
    private final Slots slots;
    private final Attributes attributes;
    private final ProfileChoice choice;
    private Profile profile;
    private boolean notifyDrained;

    /** Set when something threw that must not: it does nothing any more, until it is reset. */
    private boolean broken;

    /**
     * Creates it in RESET.
     *
     * @param profiles makes what it speaks
     * @param total sums over all queue pairs
     * @param shares what queue pairs to one peer share
     * @param pathFinder finds further paths to the peer
     * @param nonces numbers that nobody can guess
     */
    public Qp(
            ProfileFactory profiles,
            QpSetup setup,
            EngineConfig config,
            RegionTable regions,
            Counters total,
            PeerShares shares,
            SchedulingDelay schedulingDelay,
            PathFinder pathFinder,
            LongSupplier nonces) {
        context = new QpContext(setup, config, regions, total, schedulingDelay, pathFinder, nonces);
        notifications = new NotificationPoint(context);
        slots = new Slots(context);
        attributes = new Attributes(context, shares);
        sealing = new Sealing(context, this::onKeysEnded);
        admission = new PacketAdmission(context, liveness);
        choice = new ProfileChoice(context, profiles, this::fail);
        profile = choice.standard();
    }

    /** Returns what its packets are sealed and opened by. */
    public Sealing sealing() {
        return sealing;
    }

    /** Nothing can go out or come in any more. */
    private void onKeysEnded() {
        if (context.responds()) {
            context.raise(EventType.QP_FATAL);
            context.connectionFailed();
            fail();
            profile.silence();
        }
    }

    /** Whatever was posted or asked, the peer hasn't answered for too long. */
    private void onPeerVanished() {
        context.raise(EventType.QP_FATAL);
        context.peerVanished();
        fail();
        profile.silence();
    }

    public int qpn() {
        return context.qpn;
    }

    public QpState state() {
        return context.state();
    }

    public QpType type() {
        return context.type;
    }

    /** Returns the connected peer's queue pair, 0 before the move to RTR. */
    public int destQpn() {
        return context.destQpn;
    }

    public Counters counters() {
        return context.counters;
    }

    /** Returns how many requests were posted and haven't completed. */
    public int outstanding() {
        return context.sendQueue.available();
    }

    /** Returns what is known of the path now. */
    public PathStatistics path() {
        return profile.path();
    }

    /** Returns what is known of each pair of addresses that it sends between. */
    public List<RailStatistics> rails() {
        return profile.rails();
    }

    /** Returns the route to the connected peer, null before the move to RTR. */
    public Route route() {
        return context.route;
    }

    /**
     * Applies attributes that {@link QpStateTable} has agreed to, and then the move.
     *
     * @param route where packets go, given with {@link QpAttrMask#AV}
     * @param pKey the partition key, given with {@link QpAttrMask#PKEY_INDEX}
     */
    public void modify(QpAttr attr, int mask, Route route, int pKey) {
        QpState target = (mask & QpAttrMask.STATE) != 0 ? attr.qpState() : state();
        if (target == QpState.RTR && !ProfileChoice.isUrdma(attr, mask)) {
            sealing.requireNone();
        }
        attributes.applyAddress(attr, mask, route, pKey, profile);
        attributes.applyLimits(attr, mask);
        if (target == QpState.RTR && state() == QpState.INIT) {
            liveness.reset(ProfileChoice.tuning(attr, mask).keepAlive());
            profile = choice.choose(attr, mask, profile);
        }
        if (context.flow != null) {
            context.flow.cap(context.rateLimit);
        }
        profile.onModified();
        if (target == QpState.RTR && state() == QpState.INIT) {
            profile.startReceiving(attr.rqPsn());
        } else if (target == QpState.RTS && state() == QpState.RTR) {
            profile.startSending(attr.sqPsn());
        }
        if (target == QpState.ERR) {
            fail();
            profile.silence();
        } else if (target == QpState.RESET) {
            reset();
        } else if (target != state()) {
            context.moveTo(target);
        }
        if (state() == QpState.SQD) {
            notifyDrained |=
                    (mask & QpAttrMask.EN_SQD_ASYNC_NOTIFY) != 0 && attr.enSqdAsyncNotify();
            reportDrained();
        }
    }

    /** Returns whether it is in SQD with requests begun and not finished. */
    public boolean draining() {
        return state() == QpState.SQD && !profile.drained();
    }

    /** Tells the application, if it asked, that all requests begun before SQD are finished. */
    private void reportDrained() {
        if (notifyDrained && state() == QpState.SQD && profile.drained()) {
            notifyDrained = false;
            context.raise(EventType.SQ_DRAINED);
        }
    }

    /** Moves to the error state and flushes; what the profile owes the peer still goes out. */
    private void fail() {
        boolean moves = state() != QpState.ERR;
        if (moves) {
            profile.stop();
            context.moveTo(QpState.ERR);
            context.receiveQueue.want(true); // what comes from now on is flushed, too
        }
        profile.flush();
        if (moves && context.receiveQueue.shared()) {
            context.raise(EventType.QP_LAST_WQE_REACHED);
        }
    }

    public PeerShare share() {
        return context.share;
    }

    /** Leaves nothing behind in what it shares with others. */
    public void dispose() {
        attributes.leaveShare(profile);
        sealing.end();
        if (context.receiveQueue instanceof PooledReceives pooled) {
            pooled.close();
        }
    }

    private void reset() {
        profile.discard();
        context.receiveQueue.want(false);
        profile = choice.standard();
        sealing.end();
        context.tagging = null;
        broken = false;
        context.allowsMarks = false;
        notifications.reset();
        pause.reset();
        liveness.reset(KeepAlive.OFF);
        context.rateLimit = RatePacer.UNLIMITED;
        notifyDrained = false;
        context.moveTo(QpState.RESET);
    }

    /**
     * Something threw on the event loop. None of it is known; others must not suffer from it, and
     * to try again would throw again. The queue pair ends here.
     */
    private void onDefect(Throwable cause) {
        context.count(Counter.DEFECTS);
        context.defect(cause);
        if (broken) {
            return;
        }
        broken = true;
        context.raise(EventType.QP_FATAL);
        try {
            fail();
            profile.silence();
        } catch (RuntimeException | Error e) {
            context.defect(e);
        }
    }

    /** Work has been posted. */
    public void onDoorbell() {
        try {
            if (context.state() == QpState.ERR) {
                profile.flush();
            } else {
                profile.onDoorbell();
            }
        } catch (RuntimeException | Error e) {
            onDefect(e);
        }
    }

    /** Takes a packet addressed to this queue pair. */
    public void onPacket(ReceivedPacket packet, long nowNs) {
        if (broken) {
            context.count(Counter.DROPPED_QP_STATE);
            return;
        }
        try {
            take(packet, nowNs);
        } catch (RuntimeException | Error e) {
            onDefect(e);
        }
    }

    private void take(ReceivedPacket packet, long nowNs) {
        int bytes = packet.length() + TransmitBatch.ICRC_LENGTH;
        boolean late = context.state() == QpState.ERR;
        Counter refusal = admission.pass(packet, profile, nowNs);
        if (refusal == null) {
            if (packet.isNotification()) {
                refusal = late ? Counter.DROPPED_QP_STATE : onNotification(nowNs);
            } else if (late) {
                refusal = profile.onPacketTooLate(packet, nowNs);
            } else {
                refusal = profile.onPacket(packet, nowNs);
            }
        }
        if (refusal != null) {
            context.count(refusal);
        } else if (!late) {
            onTaken(packet, bytes, nowNs);
        }
    }

    private Counter onNotification(long nowNs) {
        context.count(Counter.RP_CNP_HANDLED);
        profile.onCongestionNotified(nowNs);
        return null;
    }

    private void onTaken(ReceivedPacket packet, int bytes, long nowNs) {
        if (!packet.isStrange()) {
            liveness.onHeard(nowNs);
        }
        context.count(Counter.RCVD_PKTS);
        context.counters.add(Counter.RCVD_BYTES, bytes);
        if (packet.congestionExperienced() && !packet.isNotification()) {
            notifications.onMarked(nowNs);
        }
        if (notifyDrained) {
            reportDrained();
        }
    }

    /**
     * Takes a whole frame that was steered to this queue pair.
     *
     * @param bytes its length
     */
    public void onFrame(PayloadSource frame, int bytes) {
        if (broken || !context.responds()) {
            context.count(Counter.DROPPED_QP_STATE);
            return;
        }
        context.count(Counter.RCVD_PKTS);
        context.counters.add(Counter.RCVD_BYTES, bytes + (long) TransmitBatch.ICRC_LENGTH);
        try {
            profile.onFrame(frame, bytes);
        } catch (RuntimeException | Error e) {
            onDefect(e);
        }
    }

    /** Adds packets to {@code batch}; adds none when there is nothing that may go now. */
    public void poll(TransmitBatch batch, long nowNs) {
        try {
            context.held = pause.isHeld(context.route, nowNs);
            if (context.held) {
                profile.passTurn();
            } else if (!broken) {
                if (pause.ends()) {
                    profile.onHeld(pause.openNs(), nowNs);
                }
                pause.onOpen(nowNs);
                pollOpen(batch, nowNs);
            }
        } catch (RuntimeException | Error e) {
            onDefect(e);
        }
        if (!batch.isEmpty()) {
            context.counters.add(Counter.SENT_PKTS, batch.count());
            context.counters.add(Counter.SENT_BYTES, batch.bytes());
            if (context.seal != null) {
                sealing.count();
            }
            if (notifyDrained) {
                reportDrained();
            }
        }
    }

    private void pollOpen(TransmitBatch batch, long nowNs) {
        if (!sealing.begin(batch, profile, nowNs)) {
            slots.idle(nowNs);
            profile.passTurn();
            return;
        }
        if (context.flow != null) {
            slots.poll(batch, profile, nowNs);
        } else if (!notifications.poll(batch, nowNs)) {
            profile.poll(batch, nowNs);
        }
    }

    /** Returns whether {@link #poll} added nothing because the way there is paused. */
    public boolean isHeld() {
        return context.held;
    }

    /** Returns how many batches in a row {@link #poll} is to be asked for, 1 to 16. */
    public double batches() {
        return profile.batches();
    }

    /** Does what is due at {@code nowNs}. */
    public void onTimer(long nowNs) {
        try {
            // what is due would only wait to be sent; poll() follows, and holds it
            if (!broken && !pause.isHeld(context.route, nowNs)) {
                profile.onTimer(nowNs);
                watch(nowNs);
            }
        } catch (RuntimeException | Error e) {
            onDefect(e);
        }
    }

    private void watch(long nowNs) {
        if (liveness.isTurn(nowNs)) {
            profile.trim();
        }
        switch (liveness.onTimer(profile.roundTripNs(), nowNs)) {
            case ASK -> profile.askForSign();
            case VANISHED -> onPeerVanished();
            case NOTHING -> {
                // it was heard
            }
        }
    }

    /** Returns when {@link #onTimer} or {@link #poll} is next to be called without other cause. */
    public long nextDeadlineNs(long nowNs) {
        if (broken) {
            return RetransmitTimer.NEVER;
        }
        long profileNs = profile.nextDeadlineNs(nowNs);
        long deadlineNs = context.flow == null ? profileNs : context.flow.deadlineNs(profileNs);
        boolean watched = context.sends() && type() == QpType.RC;
        return Math.min(deadlineNs, liveness.deadlineNs(watched, profile.roundTripNs(), nowNs));
    }
}
