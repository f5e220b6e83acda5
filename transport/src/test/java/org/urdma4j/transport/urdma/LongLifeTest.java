package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.queue.Slots;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.lang.reflect.Field;

/** Connections so old that their counters pass what fits in fewer bits than the counter has. */
class LongLifeTest {
    private static final int ROUNDS = 40;

    private final Wire wire = new Wire();

    /** Sets counters as if that many requests had been posted and completed. */
    private static void age(Object owner, long value, String... fields) {
        age(owner.getClass(), owner, value, fields);
    }

    private static void age(Class<?> type, Object owner, long value, String... fields) {
        try {
            for (String name : fields) {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                if (field.getType() == int.class) {
                    field.setInt(owner, (int) value);
                } else {
                    field.setLong(owner, value);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Object part(Object owner, String field) {
        try {
            Field found = owner.getClass().getDeclaredField(field);
            found.setAccessible(true);
            return found.get(owner);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Loses every fifth packet, delays others. */
    private void impair() {
        int[] count = {0};
        wire.tap =
                (from, packet) -> {
                    int n = count[0]++;
                    return n % 5 == 3 ? Wire.LOST : new long[] {(n * 7 % 4) * 400_000L};
                };
    }

    private void post(int round) {
        Host a = wire.a;
        Host b = wire.b;
        b.receive(round, 300_000 + 1000L * round, 1000);
        a.post(
                a.request(4L * round, WrOpcode.RDMA_WRITE, 1000L * round, 1000)
                        .rdma(b.address(100_000 + 1000L * round), b.region.rkey()));
        a.post(
                a.request(4L * round + 1, WrOpcode.RDMA_READ, 500_000 + 1000L * round, 1000)
                        .rdma(b.address(600_000 + 1000L * round), b.region.rkey()));
        a.post(a.request(4L * round + 2, WrOpcode.SEND, 1000L * round, 1000));
        a.post(
                a.request(4L * round + 3, WrOpcode.ATOMIC_FETCH_AND_ADD, 900_000, 8)
                        .atomic(b.address(900_008), b.region.rkey(), 1, 0));
    }

    private void exchange() {
        wire.a.fill(0, 1000L * ROUNDS);
        wire.b.fill(600_000, 1000L * ROUNDS);
        impair();
        for (int round = 0; round < ROUNDS; round++) {
            post(round);
        }
        wire.runFor(60_000_000_000L);
        assertThat(wire.a.sent()).hasSize(4 * ROUNDS).allMatch(s -> s.endsWith("SUCCESS"));
        assertThat(wire.b.received()).hasSize(ROUNDS).allMatch(s -> s.endsWith("SUCCESS"));
        assertThat(wire.b.filled(100_000, 1000L * ROUNDS)).isEqualTo(1000L * ROUNDS);
        assertThat(wire.b.filled(300_000, 1000L * ROUNDS)).isEqualTo(1000L * ROUNDS);
        assertThat(wire.a.filled(500_000, 1000L * ROUNDS)).isEqualTo(1000L * ROUNDS);
        assertThat(wire.b.word(900_008)).isEqualTo(ROUNDS);
        assertThat(wire.a.count(Counter.RETRANSMITTED_PKTS)).isPositive();
    }

    private static Object partsOf(Host host) {
        return part(part(host.qp, "profile"), "connection");
    }

    private static void ageSlots(Slots slots, long requests) {
        Class<?> completingSide = Slots.class.getSuperclass();
        age(completingSide, slots, requests, "head", "delivered");
        age(completingSide.getSuperclass(), slots, requests, "tail", "polled");
    }

    private static void ageQueues(Host host, long requests) {
        ageSlots(host.sendQueue.slots(), requests);
        ageSlots(host.receiveQueue.slots(), requests);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 24, 1L << 31, 1L << 32, 1L << 33, 1L << 34, 1L << 40})
    void shouldGoOnAfterManyRequests(long requests) {
        ageQueues(wire.a, requests - ROUNDS);
        ageQueues(wire.b, requests - ROUNDS);
        wire.connect(Host.attr(), Host.attr());
        Object sender = part(partsOf(wire.a), "requester");
        age(part(sender, "reads"), requests - ROUNDS / 2, "oldest", "next");
        Object answers = part(partsOf(wire.b), "responseSender");
        age(answers, requests - ROUNDS, "head", "cursor", "tail");
        exchange();
    }

    /** Messages that take a receive are numbered in 32 bits, one of which stands for no limit. */
    @ParameterizedTest
    @ValueSource(longs = {1L << 24, 1L << 31, 1L << 32})
    void shouldGoOnAfterManyReceives(long messages) {
        wire.connect(Host.attr(), Host.attr());
        long first = messages - ROUNDS / 2;
        Object sender = part(partsOf(wire.a), "requester");
        age(sender, first, "nextRmsn");
        Object limit = part(sender, "receives");
        age(limit, first, "limit");
        Object taker = part(partsOf(wire.b), "responder");
        age(part(taker, "placement"), -first, "base");
        age(taker, first, "limitReported");
        exchange();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 24, 1L << 31, 1L << 32, 1L << 33, 1L << 40})
    void shouldGoOnInTheStandardProfileToo(long requests) {
        ageQueues(wire.a, requests - ROUNDS);
        ageQueues(wire.b, requests - ROUNDS);
        UrdmaOffer other = new UrdmaOffer(1, 0, 64, 1_000, 0, 256, 0, UrdmaOffer.NO_LIMIT, 0);
        wire.connect(Host.attr().urdmaPeerOffer(other), Host.attr().urdmaPeerOffer(other));
        long sent = requests - ROUNDS + Host.SQ_PSN;
        Object window = part(part(wire.a.qp, "profile"), "window");
        age(part(window, "psns"), sent, "una", "next", "max");
        age(window, sent, "askedUntil");
        Object responder = part(part(wire.b.qp, "profile"), "responder");
        age(part(responder, "psns"), sent, "expected");
        exchange();
    }
}
