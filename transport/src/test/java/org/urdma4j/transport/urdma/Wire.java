package org.urdma4j.transport.urdma;

import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpAttr;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Two hosts, each with a clock of its own, and the wire between them, in virtual time: every packet
 * takes {@link #DELAY_NS} each way unless the test's tap says otherwise.
 */
final class Wire {
    static final long DELAY_NS = 1_000_000;

    /** What a test does to packets on their way. */
    @FunctionalInterface
    interface Tap {
        /**
         * Returns how much later than usual each copy arrives: {@link #LOST}, {@link #PASS}, or
         * what it likes.
         */
        long[] fate(Host from, Seen packet);
    }

    static final long[] LOST = {};
    static final long[] PASS = {0};
    static final long[] TWICE = {0, 0};

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Flight(long atNs, long order, Host to, Host from, byte[] bytes) {}

    final Host a;
    final Host b;
    final List<Seen> fromA = new ArrayList<>();
    final List<Seen> fromB = new ArrayList<>();
    Tap tap = (from, packet) -> PASS;
    long nowNs;
    private Host asleep;
    private long wakesNs;
    private long order;
    private final PriorityQueue<Flight> flights =
            new PriorityQueue<>(
                    Comparator.comparingLong(Flight::atNs).thenComparingLong(Flight::order));

    Wire() {
        this(new Host("a"), new Host("b"));
    }

    Wire(Host a, Host b) {
        this.a = a;
        this.b = b;
    }

    static Wire connected() {
        return new Wire().connect(Host.attr(), Host.attr());
    }

    Wire connect(QpAttr forA, QpAttr forB) {
        a.connect(b.qp.qpn(), b, forA);
        b.connect(a.qp.qpn(), a, forB);
        return this;
    }

    /** Lets everything happen that happens by itself; time jumps from event to event. */
    void run() {
        runUntil(Long.MAX_VALUE);
    }

    void runFor(long ns) {
        runUntil(nowNs + ns);
    }

    /**
     * Suspends a host for so long: what is sent to it waits, and the other one goes on by itself.
     *
     * @param clockStops as that of a machine does that is suspended as a whole; the clock of a
     *     process that was stopped goes on
     */
    void suspend(Host host, long ns, boolean clockStops) {
        asleep = host;
        wakesNs = nowNs + ns;
        runUntil(wakesNs - 1);
        nowNs = wakesNs;
        asleep = null;
        host.clockNs -= clockStops ? ns : 0;
    }

    void runUntil(long endNs) {
        turn(a);
        turn(b);
        while (true) {
            long next = Math.min(deadline(a), deadline(b));
            if (!flights.isEmpty()) {
                next = Math.min(next, flights.peek().atNs());
            }
            if (next == Long.MAX_VALUE || next > endNs) {
                nowNs = endNs == Long.MAX_VALUE ? nowNs : endNs;
                return;
            }
            nowNs = Math.max(nowNs, next);
            while (!flights.isEmpty() && flights.peek().atNs() <= nowNs) {
                Flight flight = flights.poll();
                if (flight.to() == asleep) {
                    Flight held =
                            new Flight(
                                    wakesNs, order++, flight.to(), flight.from(), flight.bytes());
                    flights.add(held);
                } else {
                    deliver(flight.to(), flight.from(), flight.bytes());
                }
            }
            timers(a);
            timers(b);
            turn(a);
            turn(b);
        }
    }

    private void timers(Host host) {
        if (host != asleep) {
            host.shard.onTimers(nowNs + host.clockNs);
        }
    }

    private long deadline(Host host) {
        long deadline = host == asleep ? Long.MAX_VALUE : host.shard.nextDeadlineNs();
        return deadline == Long.MAX_VALUE ? deadline : deadline - host.clockNs;
    }

    /** Hands a packet to {@code to} now. */
    void deliver(Host to, Object from, byte[] sent) {
        byte[] bytes = sent.clone(); // which the receiver may write to
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        to.received.wrap(buffer, MemorySegment.ofArray(bytes), 0, 0, bytes.length, from);
        to.shard.onPacket(to.received, nowNs + to.clockNs);
    }

    void turn(Host host) {
        if (host == asleep) {
            return;
        }
        host.shard.onDoorbells();
        while (host.shard.pollTransmit(host.batch, nowNs + host.clockNs) > 0) {
            for (int i = 0; i < host.batch.count(); i++) {
                send(host, host.batch.offset(i), host.batch.length(i));
            }
        }
    }

    private void send(Host from, int offset, int lengthWithIcrc) {
        byte[] bytes = new byte[lengthWithIcrc - TransmitBatch.ICRC_LENGTH];
        from.batch.buffer().get(offset, bytes);
        Seen seen = Seen.of(nowNs, bytes);
        (from == a ? fromA : fromB).add(seen);
        for (long later : tap.fate(from, seen)) {
            Host to = from == a ? b : a;
            flights.add(new Flight(nowNs + DELAY_NS + later, order++, to, from, bytes));
        }
    }
}
