package org.urdma4j.simulation.link;

import org.urdma4j.simulation.loss.Chance;
import org.urdma4j.simulation.loss.LossProcess;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.simulation.loss.ScriptAction;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * One direction of a path. Packets are offered at the sender's side, wait in a drop-tail queue, are
 * sent at the link's rate, may be lost or damaged on the wire, and come out at the receiver's side
 * in the order in which they arrive. Loss comes after the transmitter: a lost packet has taken its
 * share of the rate.
 *
 * <p>The link reads no clock. {@link #offer} and {@link #poll} are given the time, which must not
 * run backwards; in virtual time the caller polls at {@link #nextDeliveryNs}, in wall-clock time as
 * soon after as it can. Each impairment draws from its own random sequence, derived from the one
 * seed, so that turning one on leaves what the others do alone as far as it can. The same
 * configuration, seed and offers give the same deliveries.
 *
 * <p>Not thread-safe; confined to one thread or event loop. Neither offering nor delivering
 * allocates once the link has grown to the most packets that are in flight.
 *
 * @param <P> the packets; the link owns what is offered until it delivers or releases it
 */
public final class Link<P> {
    /** Longest packet, in bytes: far above any, and low enough for exact arithmetic. */
    public static final int MAX_PACKET_BYTES = 1 << 24;

    private final LinkConfig config;
    private final PacketOwner<P> owner;
    private final Transmitter transmitter;
    private final StepFunction delay;
    private final BlackoutSchedule blackouts;
    private final RandomGenerator lossRandom;
    private final Chance duplication;
    private final Chance corruption;
    private final Chance reordering;
    private final RandomGenerator jitter;
    private final RandomGenerator bits;
    private final DelayLine<P> line = new DelayLine<>();
    private final LinkCounters counters = new LinkCounters();
    private Script<P> script = new Script<>();
    private LinkTap<? super P> tap = new LinkTap<P>() {};

    private LossProcess loss;
    private boolean dead;
    private boolean launched;
    private long lastDueNs;
    private long newestDelivered = -1;

    /**
     * @param owner copies, damages and takes back packets
     * @param random seeds everything random about this link; read here and not kept
     * @param originNs the time from which the configuration's steps and blackouts count
     */
    public Link(LinkConfig config, PacketOwner<P> owner, RandomGenerator random, long originNs) {
        this.config = config;
        this.owner = owner;
        this.delay = new StepFunction(config.delayNs(), config.delaySteps(), originNs);
        this.blackouts = new BlackoutSchedule(config.blackouts(), originNs);
        this.lossRandom = derive(random);
        this.loss = config.loss().start(lossRandom, originNs);
        this.duplication = new Chance(config.duplicateProbability(), derive(random));
        this.corruption = new Chance(config.corruptProbability(), derive(random));
        this.reordering = new Chance(config.reorderProbability(), derive(random));
        this.jitter = derive(random);
        long bitsSeed = random.nextLong();
        this.bits = new SplittableRandom(bitsSeed);
        // of the same draw, so that links without marks are what they were before there were any
        this.transmitter = transmitter(new SplittableRandom(~bitsSeed), originNs);
    }

    private Transmitter transmitter(RandomGenerator marksRandom, long originNs) {
        StepFunction rate = new StepFunction(config.rateBps(), config.rateSteps(), originNs);
        RedMarking marking = config.marking();
        EgressMarks marks =
                marking.equals(RedMarking.NONE)
                        ? null
                        : new EgressMarks(marking, marksRandom, line.slots(), counters);
        return new Transmitter(rate, config.queueBytes(), marks);
    }

    /** Sets the script, in place of the one before. */
    public void script(Script<P> rules) {
        this.script = rules;
    }

    /** Sets the tap, in place of the one before. */
    public void tap(LinkTap<? super P> watcher) {
        this.tap = watcher;
    }

    /**
     * Offers a packet and passes its ownership on, whatever becomes of it.
     *
     * @param packetBytes its length without framing, 1 to {@link #MAX_PACKET_BYTES}; for a packet
     *     whose payload is elsewhere, with that payload
     * @return false if the queue had no room; a packet lost later gives true
     * @throws IllegalArgumentException if the length is out of range
     */
    public boolean offer(long nowNs, P packet, int packetBytes) {
        return offer(nowNs, packet, packetBytes, 0, false);
    }

    /**
     * Offers a packet that comes out of a queue before this link's own; see {@link #offer(long,
     * Object, int)}.
     *
     * @param waitedNs how long it has waited there
     * @param marked whether it was marked with congestion there
     */
    public boolean offer(long nowNs, P packet, int packetBytes, long waitedNs, boolean marked) {
        if (packetBytes < 1 || packetBytes > MAX_PACKET_BYTES) {
            throw new IllegalArgumentException(
                    "a packet has 1 to %d bytes, not %d".formatted(MAX_PACKET_BYTES, packetBytes));
        }
        counters.offered++;
        counters.offeredBytes += packetBytes;
        int wireBytes = packetBytes + config.framingBytes();
        if (!transmitter.offer(nowNs, wireBytes)) {
            counters.droppedByQueue++;
            drop(packet, packetBytes, DropCause.QUEUE, nowNs);
            return false;
        }
        long queuedNs = waitedNs + transmitter.queuedNs();
        counters.onTransmit(wireBytes, queuedNs, transmitter.waitingBytes());
        long departNs = transmitter.departNs();
        tap.onTransmit(packet, packetBytes, nowNs, departNs, queuedNs);
        if (marked) {
            counters.ecnMarked++;
        }
        cross(packet, packetBytes, departNs, nowNs, marked ? Marks.CONGESTION_EXPERIENCED : 0);
        return true;
    }

    /** Counts and releases a packet that a queue before this link's own has dropped. */
    public void refuse(long nowNs, P packet, int packetBytes) {
        counters.offered++;
        counters.offeredBytes += packetBytes;
        counters.droppedByQueue++;
        drop(packet, packetBytes, DropCause.QUEUE, nowNs);
    }

    /** Delivers every packet due by {@code nowNs} and returns how many. */
    public int poll(long nowNs, LinkSink<? super P> sink) {
        transmitter.advance(nowNs); // what is due has left the queue, and its mark is known
        int polled = 0;
        for (int slot = line.nextDue(nowNs); slot != DelayLine.NONE; slot = line.nextDue(nowNs)) {
            deliver(slot, nowNs, sink);
            polled++;
        }
        return polled;
    }

    /**
     * Sets the rate of what is offered from now on: what waits leaves as it would have. Steps of
     * the configuration that were to come are forgotten.
     *
     * @param bitsPerSecond 0 for no limit
     * @throws IllegalArgumentException if it is negative
     */
    public void rate(long bitsPerSecond) {
        if (bitsPerSecond < 0) {
            throw new IllegalArgumentException("there is no rate of " + bitsPerSecond + " bit/s");
        }
        transmitter.rate(bitsPerSecond);
    }

    /**
     * Sets the delay of what is offered from now on. Steps of the configuration that were to come
     * are forgotten; whether packets may overtake each other by this, {@link
     * LinkConfig#keepOrder()} says.
     *
     * @param ns 0 or more
     * @throws IllegalArgumentException if it is negative
     */
    public void delay(long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException("there is no delay of " + ns + " ns");
        }
        delay.set(ns);
    }

    /** Sets what is lost of what is offered from now on. */
    public void loss(LossSpec spec, long nowNs) {
        loss = spec.start(derive(lossRandom), nowNs);
    }

    /**
     * Kills the wire or has it carry again. While it is dead all that is offered is lost, after it
     * has taken its share of the rate, and counts as lost by a blackout; what was offered before
     * arrives.
     */
    public void dead(boolean dead) {
        this.dead = dead;
    }

    /** Returns when the last bit of what was taken last has left, or will have. */
    public long departNs() {
        return transmitter.departNs();
    }

    public int inFlight() {
        return line.size();
    }

    /**
     * Returns when the next packet arrives.
     *
     * @throws IllegalStateException if none is on its way
     */
    public long nextDeliveryNs() {
        int slot = line.next();
        if (slot == DelayLine.NONE) {
            throw new IllegalStateException("nothing is on its way; ask inFlight() first");
        }
        return line.slots().dueNs(slot);
    }

    /** Releases every packet on its way, as when the path is torn down. */
    public void clear(long nowNs) {
        transmitter.forgetSlots();
        for (int slot = line.next(); slot != DelayLine.NONE; slot = line.next()) {
            int packetBytes = line.slots().bytes(slot);
            P packet = line.slots().take(line.remove(slot));
            counters.cleared++;
            drop(packet, packetBytes, DropCause.CLEARED, nowNs);
        }
    }

    public LinkCounters counters() {
        return counters;
    }

    public LinkConfig config() {
        return config;
    }

    private void cross(P packet, int packetBytes, long departNs, long nowNs, int marks) {
        // asked about every packet, so that a script or blackout doesn't shift later losses
        boolean lost = loss.losesNext(departNs);
        if (blackouts.covers(departNs) || dead) {
            counters.droppedByBlackout++;
            drop(packet, packetBytes, DropCause.BLACKOUT, nowNs);
            return;
        }
        ScriptAction action = script.judge(packet);
        if (action instanceof ScriptAction.Drop) {
            counters.droppedByScript++;
            drop(packet, packetBytes, DropCause.SCRIPT, nowNs);
        } else if (lost) {
            counters.droppedByLoss++;
            drop(packet, packetBytes, DropCause.LOSS, nowNs);
        } else {
            arrive(packet, packetBytes, departNs, action, marks);
        }
    }

    private void arrive(P packet, int packetBytes, long departNs, ScriptAction action, int before) {
        P copy = null;
        if (duplication.hits() || action instanceof ScriptAction.Duplicate) {
            copy = owner.copy(packet);
        }
        P arriving = packet;
        int marks = before;
        if (corruption.hits() || action instanceof ScriptAction.Corrupt) {
            counters.corrupted++;
            arriving = owner.corrupt(packet, bits.nextInt(packetBytes * Byte.SIZE));
            marks |= Marks.CORRUPTED;
        }
        long holdNs = reordering.hits() ? config.reorderNs() : 0;
        if (action instanceof ScriptAction.Hold(long extraNs)) {
            holdNs += extraNs;
        }
        int slot = launch(arriving, packetBytes, marks, departNs, holdNs);
        int copySlot = EgressMarks.NO_SLOT;
        if (copy != null) {
            counters.duplicated++;
            copySlot = launch(copy, packetBytes, before | Marks.DUPLICATE, departNs, 0);
        }
        transmitter.newestIn(slot, copySlot);
    }

    private int launch(P packet, int packetBytes, int marks, long departNs, long holdNs) {
        long dueNs = departNs + delay.at(departNs);
        if (config.jitterNs() > 0) {
            dueNs += jitter.nextLong(config.jitterNs() + 1);
        }
        if (holdNs > 0) {
            return line.addHeld(packet, packetBytes, marks, dueNs + holdNs);
        }
        if (config.keepOrder()) {
            if (launched && dueNs - lastDueNs < 0) {
                dueNs = lastDueNs;
            }
            launched = true;
            lastDueNs = dueNs;
        }
        return line.add(packet, packetBytes, marks, dueNs);
    }

    private void deliver(int slot, long nowNs, LinkSink<? super P> sink) {
        PacketSlots<P> slots = line.slots();
        int packetBytes = slots.bytes(slot);
        int marks = slots.marks(slot);
        long dueNs = slots.dueNs(slot);
        long order = slots.order(slot);
        P packet = slots.take(slot);
        if ((marks & Marks.DUPLICATE) == 0) {
            if (order < newestDelivered) {
                counters.reordered++;
            } else {
                newestDelivered = order;
            }
        }
        long lateNs = nowNs - dueNs;
        counters.onDeliver(packetBytes, lateNs);
        tap.onDeliver(packet, packetBytes, marks, dueNs, lateNs);
        sink.deliver(packet, packetBytes, marks, dueNs);
    }

    private void drop(P packet, int packetBytes, DropCause cause, long nowNs) {
        tap.onDrop(packet, packetBytes, cause, nowNs);
        owner.release(packet);
    }

    private static RandomGenerator derive(RandomGenerator random) {
        return new SplittableRandom(random.nextLong());
    }
}
