package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A host that was suspended goes on where it stood, however far its clock, or the peer's, has gone
 * on meanwhile: T1 alone says this only up to half a turn, 275 s.
 */
class SuspendedTest {
    private static final long SECOND = 1_000_000_000L;

    /** More than any of the suspensions. */
    private static final Duration PATIENT = Duration.ofHours(1);

    record Case(int seconds, boolean requester, boolean clockStops, boolean fec) {}

    static Stream<Case> cases() {
        return Stream.of(10, 100, 275, 300, 400, 500, 545, 550, 700, 820, 1100)
                .flatMap(s ->
                        Stream.of(
                                new Case(s, true, true, false),
                                new Case(s, true, false, false),
                                new Case(s, true, true, true),
                                new Case(s, false, true, false),
                                new Case(s, false, false, false),
                                new Case(s, false, true, true)));
    }

    private static Wire connected(Case c) {
        UrdmaOffer offer = c.fec() ? Host.OFFER.toBuilder().fec(8).build() : Host.OFFER;
        QpAttr attr =
                Host.attr()
                        .urdmaOffer(offer)
                        .urdmaPeerOffer(offer)
                        .urdmaTuning(
                                Host.UNPACED.toBuilder()
                                        .fec(c.fec() ? "4,1" : "off")
                                        .retryTime(PATIENT)
                                        .build());
        return new Wire().connect(attr, attr);
    }

    /** Requests of each kind from one host to the other. */
    private static void post(Host from, Host to, int round) {
        long at = 8192L * round;
        from.fill(at, 2000);
        to.fill(at + 4096, 2000);
        to.receive(round, at + 6144, 2000);
        int key = to.region.rkey();
        from.post(from.request(1, WrOpcode.RDMA_WRITE, at, 2000).rdma(to.address(at), key));
        from.post(
                from.request(2, WrOpcode.RDMA_READ, at + 4096, 2000)
                        .rdma(to.address(at + 4096), key));
        from.post(from.request(3, WrOpcode.SEND, at, 2000));
    }

    private static void check(Wire wire, int round, long sinceNs) {
        long at = 8192L * round;
        assertThat(wire.a.sent()).isEqualTo(List.of("1 SUCCESS", "2 SUCCESS", "3 SUCCESS"));
        assertThat(wire.b.received()).containsExactly(round + " SUCCESS");
        assertThat(wire.b.filled(at, 2001)).isEqualTo(2000);
        assertThat(wire.a.filled(at + 4096, 2001)).isEqualTo(2000);
        assertThat(wire.b.filled(at + 6144, 2001)).isEqualTo(2000);
        long last = Math.max(wire.fromA.getLast().atNs(), wire.fromB.getLast().atNs());
        assertThat(last - sinceNs).as("ns it took").isLessThan(3 * SECOND);
    }

    private static void exchange(Wire wire, int rounds) {
        for (int round = 0; round < rounds; round++) {
            long sinceNs = wire.nowNs;
            post(wire.a, wire.b, round);
            wire.run();
            check(wire, round, sinceNs);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGoOnWhenNothingWasUnderWay(Case c) {
        Wire wire = connected(c);
        exchange(wire, 3);
        wire.suspend(c.requester() ? wire.a : wire.b, c.seconds() * SECOND, c.clockStops());
        exchange(wire, 3);
        wire.nowNs += 400 * SECOND; // both are idle
        exchange(wire, 3);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldGoOnWithRequestsUnderWay(Case c) {
        Wire wire = connected(c);
        exchange(wire, 3);
        post(wire.a, wire.b, 3);
        wire.runFor(Wire.DELAY_NS + Wire.DELAY_NS / 2); // requests there, answers not
        wire.suspend(c.requester() ? wire.a : wire.b, c.seconds() * SECOND, c.clockStops());
        long sinceNs = wire.nowNs;
        wire.run();
        check(wire, 3, sinceNs);
        exchange(wire, 3);
    }
}
