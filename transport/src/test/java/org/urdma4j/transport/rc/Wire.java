package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Two hosts and the wire between them, in virtual time: every packet takes {@link #DELAY_NS} each
 * way unless the test's tap drops it, changes it, or sends copies.
 */
final class Wire {
    static final long DELAY_NS = 1_000_000;

    /** What a test does to packets on their way. */
    @FunctionalInterface
    interface Tap {
        /** Returns how many copies arrive: 0 to lose it, 1 to let it pass, 2 to duplicate it. */
        int copies(Host from, TransportPacket packet);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Flight(long atNs, long order, Host to, Host from, byte[] bytes) {}

    final Host a;
    final Host b;
    final List<String> log = new ArrayList<>();
    Tap tap = (from, packet) -> 1;
    long nowNs;
    private long order;
    private final PriorityQueue<Flight> flights =
            new PriorityQueue<>(
                    Comparator.comparingLong(Flight::atNs).thenComparingLong(Flight::order));

    Wire(Host a, Host b) {
        this.a = a;
        this.b = b;
    }

    /** Lets everything happen that happens by itself; time jumps from event to event. */
    void run() {
        runUntil(Long.MAX_VALUE);
    }

    void runUntil(long endNs) {
        turn(a);
        turn(b);
        while (true) {
            long next = Math.min(a.shard.nextDeadlineNs(), b.shard.nextDeadlineNs());
            if (!flights.isEmpty()) {
                next = Math.min(next, flights.peek().atNs());
            }
            if (next == Long.MAX_VALUE || next > endNs) {
                nowNs = endNs == Long.MAX_VALUE ? nowNs : endNs;
                return;
            }
            nowNs = Math.max(nowNs, next);
            deliverDue();
            a.shard.onTimers(nowNs);
            b.shard.onTimers(nowNs);
            turn(a);
            turn(b);
        }
    }

    private void deliverDue() {
        while (!flights.isEmpty() && flights.peek().atNs() <= nowNs) {
            Flight flight = flights.poll();
            deliver(flight.to(), flight.from(), flight.bytes());
        }
    }

    /** Hands a packet to {@code to} now. */
    void deliver(Host to, Object from, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        to.received.wrap(buffer, MemorySegment.ofArray(bytes), 0, 0, bytes.length, from);
        to.shard.onPacket(to.received, nowNs);
    }

    void turn(Host host) {
        host.shard.onDoorbells();
        while (host.shard.pollTransmit(host.batch, nowNs) > 0) {
            for (int i = 0; i < host.batch.count(); i++) {
                send(host, host.batch.offset(i), host.batch.length(i));
            }
        }
    }

    private void send(Host from, int offset, int lengthWithIcrc) {
        byte[] bytes = new byte[lengthWithIcrc - TransmitBatch.ICRC_LENGTH];
        from.batch.buffer().get(offset, bytes);
        TransportPacket packet = new TransportPacket();
        if (packet.wrap(ByteBuffer.wrap(bytes), 0, bytes.length) != PacketStatus.OK) {
            throw new AssertionError("the engine sent a malformed packet");
        }
        int copies = tap.copies(from, packet);
        log.add(
                "%d %s %s%s"
                        .formatted(nowNs / 1000, from, packet, copies == 1 ? "" : " x" + copies));
        for (int i = 0; i < copies; i++) {
            Host to = from == a ? b : a;
            flights.add(new Flight(nowNs + DELAY_NS, order++, to, from, bytes));
        }
    }
}
