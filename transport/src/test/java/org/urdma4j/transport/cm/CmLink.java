package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Two hosts and the way between them, in virtual time: 10 ms, unless a test's tap says else. */
final class CmLink {
    static final long DELAY_NS = 10_000_000;
    static final long[] LOST = {};
    static final long[] PASS = {0};
    static final long[] TWICE = {0, 0};

    /** What a test does to datagrams on their way. */
    @FunctionalInterface
    interface Tap {
        /** Returns how much later than usual each copy of the {@code n}th datagram arrives. */
        long[] fate(int n, Seen datagram);
    }

    /** A datagram that was sent, lost ones included. */
    record Seen(long atNs, TransportAddress from, TransportAddress to, ByteBuffer mad) {
        CmMessage message() {
            return CmMessage.of(mad, 0);
        }
    }

    private record Flight(long atNs, int order, Seen datagram) {}

    final CmHost a;
    final CmHost b;
    final List<Seen> sent = new ArrayList<>();
    Tap tap = (n, datagram) -> PASS;
    long nowNs = 1_000;
    private int order;
    private final PriorityQueue<Flight> flights =
            new PriorityQueue<>(
                    Comparator.comparingLong(Flight::atNs).thenComparingInt(Flight::order));

    CmLink() {
        this(1, 1 << 16);
    }

    CmLink(long seed, int maxConnections) {
        a = new CmHost(this, "10.77.0.1", 2 * seed, maxConnections);
        b = new CmHost(this, "10.77.0.2", 2 * seed + 1, maxConnections).listening();
    }

    void send(TransportAddress from, TransportAddress to, ByteBuffer mad) {
        ByteBuffer copy = ByteBuffer.allocate(mad.limit()).put(0, mad, 0, mad.limit());
        Seen datagram = new Seen(nowNs, from, to, copy.asReadOnlyBuffer());
        for (long later : tap.fate(sent.size(), datagram)) {
            flights.add(new Flight(nowNs + DELAY_NS + later, order++, datagram));
        }
        sent.add(datagram);
    }

    /** Hands a datagram to {@code host} as if {@code from} had sent it. */
    void inject(CmHost host, TransportAddress from, ByteBuffer mad) {
        host.cm.onMad(from, mad, 0, mad.limit(), nowNs);
    }

    /** Runs until nothing is left to do. */
    void run() {
        runUntil(Long.MAX_VALUE - 1);
    }

    void runFor(long ns) {
        long until = nowNs + ns;
        runUntil(until);
        nowNs = until;
    }

    private void runUntil(long until) {
        while (true) {
            a.drain();
            b.drain();
            long arrival = flights.isEmpty() ? Long.MAX_VALUE : flights.peek().atNs;
            long timer = Math.min(a.cm.nextDeadlineNs(), b.cm.nextDeadlineNs());
            long next = Math.min(arrival, timer);
            if (next > until) {
                return;
            }
            nowNs = Math.max(nowNs, next);
            if (arrival <= timer) {
                Seen datagram = flights.poll().datagram;
                CmHost to = datagram.to.equals(a.gid) ? a : b;
                inject(to, datagram.from, datagram.mad);
            } else {
                a.cm.onTimer(nowNs);
                b.cm.onTimer(nowNs);
            }
        }
    }

    /** Returns the messages that were sent, in order. */
    List<CmMessage> messages() {
        return sent.stream().map(Seen::message).toList();
    }
}
