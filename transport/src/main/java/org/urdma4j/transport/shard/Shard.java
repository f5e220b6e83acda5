package org.urdma4j.transport.shard;

import org.agrona.collections.Int2ObjectHashMap;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.grant.GrantScheduler;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.PathFinder;
import org.urdma4j.transport.qp.PeerShares;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.qp.SchedulingDelay;
import org.urdma4j.transport.queue.PooledReceives;
import org.urdma4j.transport.queue.ReceivePool;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * All queue pairs and memory regions of one event loop. Whoever drives it calls
 *
 * <ol>
 *   <li>{@link #onPacket} for each packet of a batch, {@link #onDoorbells} when woken, {@link
 *       #onTimers} when {@link #nextDeadlineNs} has come, {@link #giveNotices} after each of them,
 *   <li>then {@link #pollTransmit} until it adds nothing, sending each batch,
 *   <li>then waits, at most until {@link #nextDeadlineNs}.
 * </ol>
 *
 * Except for {@link Doorbell#ring}, everything is confined to that loop.
 */
public final class Shard {
    private final EngineConfig config;
    private final RandomGenerator random;
    private final ShardNumber number;
    private final RegionTable regions;
    private final Counters counters = new Counters();
    private final Int2ObjectHashMap<ScheduledQp> qps = new Int2ObjectHashMap<>();
    private final RestingNumbers gone = new RestingNumbers();
    private final Doorbell.Stack doorbells = new Doorbell.Stack();
    private final PeerShares shares = new PeerShares(this::wake);
    private final SchedulingDelay schedulingDelay = new SchedulingDelay();
    private final GrantScheduler grants = new GrantScheduler(this::wake);
    private final Profiles profiles = new Profiles(grants);
    private final DeadlineHeap deadlines = new DeadlineHeap();
    private final ArrayDeque<ScheduledQp> ready = new ArrayDeque<>();
    private final ArrayDeque<ScheduledQp> held = new ArrayDeque<>();
    private final ArrayDeque<Runnable> notices = new ArrayDeque<>();
    private final MulticastGroups groups = new MulticastGroups();
    private PathFinder pathFinder = PathFinder.NONE;
    private GeneralServices services;
    private boolean servicesWent;

    /** The one that had the last packet, and mostly has the next. */
    private ScheduledQp latest;

    /**
     * Creates the one shard of a device, which is empty.
     *
     * @param random draws keys and queue pair numbers; unpredictable outside of tests
     */
    public Shard(EngineConfig config, RandomGenerator random) {
        this(config, random, ShardNumber.ONLY);
    }

    /**
     * Creates an empty shard.
     *
     * @param random draws keys and queue pair numbers; unpredictable outside of tests; the shards
     *     of a device may share one that several threads may use
     * @param number which of the device's shards it is
     */
    public Shard(EngineConfig config, RandomGenerator random, ShardNumber number) {
        this.config = config;
        this.random = random;
        this.number = number;
        this.regions = new RegionTable(random);
    }

    public RegionTable regions() {
        return regions;
    }

    /** Returns the sums over all queue pairs that ever were, and what reached none. */
    public Counters counters() {
        return counters;
    }

    /** Returns what says how much the peers of this port may send. */
    public GrantScheduler grants() {
        return grants;
    }

    private void wake(int qpn) {
        ScheduledQp scheduled = qps.get(qpn);
        if (scheduled != null) {
            markReady(scheduled);
        }
    }

    /** Attaches what stands behind queue pair 1; packets to it are dropped before that. */
    public void attach(GeneralServices generalServices) {
        services = generalServices;
    }

    /** Gives queue pairs that are made from now on several paths to their peers. */
    public void ways(PathFinder finder) {
        pathFinder = finder;
    }

    public ShardNumber number() {
        return number;
    }

    /** Returns a queue pair number of this shard's that is not in use, and wasn't lately. */
    public int freshQpn() {
        int qpn;
        do {
            qpn = number.next(random.nextInt(ShardNumber.FIRST_QPN, Bth.QPN_MASK));
        } while (qpn >= Bth.QPN_MASK || qps.containsKey(qpn) || gone.contains(qpn));
        return qpn;
    }

    public Qp createQp(QpSetup setup) {
        Qp qp =
                new Qp(
                        profiles,
                        setup,
                        config,
                        regions,
                        counters,
                        shares,
                        schedulingDelay,
                        pathFinder,
                        random::nextLong);
        ScheduledQp scheduled = new ScheduledQp(qp);
        qps.put(setup.qpn(), scheduled);
        if (setup.receiveQueue() instanceof PooledReceives pooled) {
            pooled.onPosted(() -> onPosted(scheduled));
        }
        return qp;
    }

    /** Returns the queue pair of a number, null if there is none. */
    public Qp find(int qpn) {
        ScheduledQp scheduled = qps.get(qpn);
        return scheduled == null ? null : scheduled.qp;
    }

    public Doorbell doorbell(Qp qp) {
        return new Doorbell(doorbells, qp);
    }

    public Doorbell doorbell(ReceivePool pool) {
        return new Doorbell(doorbells, pool);
    }

    /** Forgets a queue pair: packets to it are dropped from now on. */
    public void destroyQp(Qp qp) {
        ScheduledQp scheduled = qps.remove(qp.qpn());
        gone.add(qp.qpn());
        groups.forget(scheduled);
        qp.dispose();
        regions.windows().unbindAll(qp.qpn());
        deadlines.remove(scheduled);
        if (scheduled.held) {
            held.remove(scheduled);
        }
        if (scheduled == latest) {
            latest = null;
        }
        scheduled.destroyed = true; // it may be ready, among thousands that are destroyed as well
    }

    public int qpCount() {
        return qps.size();
    }

    /** Shows every queue pair to a visitor, in no order. */
    public void forEachQp(Consumer<Qp> visitor) {
        qps.values().forEach(scheduled -> visitor.accept(scheduled.qp));
    }

    /** Takes a packet to the queue pair that it names, which has the rest of the checks. */
    public void onPacket(ReceivedPacket packet, long nowNs) {
        boolean urdma = packet.isUrdma() || packet.isSealed() || packet.isSealedDatagram();
        TransportPacket headers = packet.headers();
        PacketStatus status = headers.status();
        if (status != PacketStatus.OK && !urdma) {
            counters.increment(
                    status == PacketStatus.UNKNOWN_OPCODE
                            ? Counter.DROPPED_UNKNOWN_OPCODE
                            : Counter.DROPPED_MALFORMED);
            return;
        }
        int destQp = headers.destQp();
        if (destQp == GsiPacket.QPN && services != null && (!urdma || packet.isSealedDatagram())) {
            services.onPacket(packet, nowNs);
            return;
        }
        ScheduledQp scheduled = latest;
        if (scheduled == null || scheduled.qpn != destQp) {
            scheduled = qps.get(destQp);
            if (scheduled == null) {
                onGroupPacket(packet, destQp, nowNs);
                return;
            }
            latest = scheduled;
        }
        scheduled.qp.onPacket(packet, nowNs);
        markReady(scheduled);
    }

    /** Takes a packet that names no queue pair to those that are attached to its group, if any. */
    private void onGroupPacket(ReceivedPacket packet, int destQp, long nowNs) {
        ScheduledQp[] attached = destQp == MulticastGroups.QPN ? groups.attached(packet) : null;
        if (attached == null || attached.length == 0) {
            counters.increment(Counter.DROPPED_UNKNOWN_QP);
            return;
        }
        for (ScheduledQp each : attached) {
            each.qp.onPacket(packet, nowNs);
            markReady(each);
        }
    }

    /** Returns the multicast groups of this shard's queue pairs. */
    public MulticastGroups groups() {
        return groups;
    }

    /**
     * Has a queue pair get the packets to a group; again it does nothing.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} if the backend has no multicast, {@link
     *     Errno#ENOMEM} beyond {@link MulticastGroups#MOST} and {@link
     *     MulticastGroups#MOST_ATTACHED}, or what the network says
     */
    public void attach(Qp qp, Gid group) {
        groups.attach(qps.get(qp.qpn()), group);
    }

    /** Ends that; returns false if there is nothing to end. */
    public boolean detach(Qp qp, Gid group) {
        return groups.detach(qps.get(qp.qpn()), group);
    }

    /** Takes up what was posted since the last call. */
    public void onDoorbells() {
        Doorbell doorbell = doorbells.takeAll();
        while (doorbell != null) {
            Qp qp = doorbell.qp;
            ReceivePool pool = doorbell.pool;
            doorbell = doorbell.collect();
            if (pool != null) {
                pool.wakeWaiting();
            } else {
                ScheduledQp scheduled = qps.get(qp.qpn());
                if (scheduled != null && scheduled.qp == qp) { // not one that came after it
                    onPosted(scheduled);
                }
            }
        }
    }

    private void onPosted(ScheduledQp scheduled) {
        scheduled.qp.onDoorbell();
        markReady(scheduled);
    }

    /**
     * Has an application told of something before long: waking one thread costs as much as dozens
     * of packets, and what it is woken for is mostly the first of several.
     */
    public void later(Runnable notice) {
        notices.add(notice);
    }

    /** Gives the notices that are due. To be called between packets that belong together. */
    public void giveNotices() {
        for (Runnable next = notices.poll(); next != null; next = notices.poll()) {
            next.run();
        }
    }

    /** What was due {@code lateNs} before {@code nowNs} is only done now. */
    public void onLate(long lateNs, long nowNs) {
        schedulingDelay.onLate(lateNs, nowNs);
    }

    /** Does what is due at {@code nowNs}. */
    public void onTimers(long nowNs) {
        while (deadlines.earliestNs() <= nowNs) {
            ScheduledQp scheduled = deadlines.takeEarliest();
            scheduled.qp.onTimer(nowNs);
            markReady(scheduled);
        }
        if (grants.nextNs() <= nowNs) {
            grants.onTimer(nowNs);
        }
        if (services != null && services.nextDeadlineNs() <= nowNs) {
            services.onTimer(nowNs);
        }
    }

    /** A queue pair was modified: it may have something to send. */
    public void markReady(Qp qp) {
        ScheduledQp scheduled = qps.get(qp.qpn());
        if (scheduled != null) {
            if (scheduled.held) {
                held.remove(scheduled);
                release(scheduled); // it may go another way now
            }
            markReady(scheduled);
        }
    }

    /** A way that was paused, {@link Route#isPaused}, no longer is. */
    public void onResumed() {
        while (!held.isEmpty()) {
            release(held.pollFirst());
        }
    }

    private void release(ScheduledQp scheduled) {
        scheduled.held = false;
        ready.addLast(scheduled);
    }

    private void markReady(ScheduledQp scheduled) {
        if (!scheduled.ready) {
            scheduled.ready = true;
            ready.addLast(scheduled);
        }
    }

    /**
     * Fills {@code batch} with packets of one queue pair; queue pairs take turns. Queue pair 1 has
     * every second turn at most, so that strangers who ask it can't hold up the others.
     *
     * @return the number of packets, 0 when nothing may be sent before the next deadline
     */
    public int pollTransmit(TransmitBatch batch, long nowNs) {
        batch.clear();
        if (services != null && !servicesWent && services.poll(batch, nowNs) > 0) {
            servicesWent = true;
            return batch.count();
        }
        int packets = pollQps(batch, nowNs);
        boolean servicesMissed = servicesWent;
        servicesWent = false;
        return packets == 0 && servicesMissed ? services.poll(batch, nowNs) : packets;
    }

    /** Returns whether the queue pair whose turn is next, one of several, sends on a way. */
    public boolean mayFollow(Route way) {
        if (ready.size() < 2) {
            return false; // the one that sends now, which had its batch
        }
        Route next = ready.getFirst().qp.route();
        return next != null && way.isSameWay(next);
    }

    private int pollQps(TransmitBatch batch, long nowNs) {
        while (!ready.isEmpty()) {
            ScheduledQp scheduled = ready.pollFirst();
            if (scheduled.destroyed) {
                continue;
            }
            scheduled.qp.poll(batch, nowNs);
            if (!batch.isEmpty()) {
                if (scheduled.goesOn()) {
                    ready.addFirst(scheduled);
                } else {
                    ready.addLast(scheduled);
                }
                return batch.count();
            }
            if (scheduled.qp.isHeld()) {
                scheduled.held = true;
                held.addLast(scheduled);
            } else {
                scheduled.ready = false;
                deadlines.ensure(scheduled, scheduled.qp.nextDeadlineNs(nowNs));
            }
        }
        return 0;
    }

    /** Returns when {@link #onTimers} must be called, {@link Long#MAX_VALUE} for never. */
    public long nextDeadlineNs() {
        long queuePairsNs = Math.min(deadlines.earliestNs(), grants.nextNs());
        return services == null ? queuePairsNs : Math.min(queuePairsNs, services.nextDeadlineNs());
    }
}
