package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;

import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Whatever becomes of single datagrams, both applications come to know the same. */
class LossTest {
    private static final List<String> ACTIVE =
            List.of("ConnectResponse", "Disconnected", "TimewaitExit");
    private static final List<String> PASSIVE =
            List.of("ConnectRequest", "Established", "Disconnected", "TimewaitExit");
    private static final long SECOND = 1_000_000_000;

    enum Trouble {
        LOST(CmLink.LOST),
        TWICE(CmLink.TWICE),
        LATE(new long[] {3 * SECOND}),
        TWICE_ONCE_LATE(new long[] {0, 3 * SECOND});

        private final long later0;
        private final int copies;

        Trouble(long[] fate) {
            copies = fate.length;
            later0 = fate.length == 0 ? 0 : fate[fate.length - 1];
        }

        long[] fate() {
            return switch (copies) {
                case 0 -> CmLink.LOST;
                case 1 -> new long[] {later0};
                default -> new long[] {0, later0};
            };
        }
    }

    /** Each datagram, and each pair of them; those that are sent because of it included. */
    @ParameterizedTest
    @EnumSource
    void shouldConnectAndDisconnectInSpiteOfTrouble(Trouble trouble) {
        for (int first = 0; first < 8; first++) {
            for (int second = first; second < 9; second++) {
                CmLink link = new CmLink();
                int one = first;
                int other = second;
                link.tap = (n, seen) -> n == one || n == other ? trouble.fate() : CmLink.PASS;
                int id = link.a.connect(link.b);
                link.runFor(20 * SECOND);
                link.a.cm.disconnect(id, link.nowNs);
                link.run();
                String what = "%s of %d and %d".formatted(trouble, first, second);
                assertThat(link.a.kinds()).as(what).isEqualTo(ACTIVE);
                assertThat(link.b.kinds()).as(what).isEqualTo(PASSIVE);
                assertThat(link.a.cm.size() + link.b.cm.size()).as(what).isZero();
            }
        }
    }

    private static int connected(CmLink link) {
        return Collections.frequency(link.a.kinds(), "ConnectResponse");
    }

    /** What copies count on: 4 s until a user is told of a port, 10 s until it is given up. */
    @Test
    void shouldConnectOverALongPathThatLosesAFifth() {
        int soon = 0;
        int connected = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            CmLink link = new CmLink();
            Random random = new Random(seed);
            long later = 300_000_000 - CmLink.DELAY_NS;
            link.tap = (_, _) -> random.nextDouble() < 0.2 ? CmLink.LOST : new long[] {later};
            link.a.connect(link.b);
            link.runFor(4 * SECOND);
            soon += connected(link);
            link.runFor(6 * SECOND);
            connected += connected(link);
        }
        assertThat(soon).isGreaterThanOrEqualTo(990);
        assertThat(connected).isEqualTo(1_000);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseInSpiteOfTrouble(Trouble trouble) {
        for (int n = 0; n < 4; n++) {
            CmLink link = new CmLink();
            CmHost b = link.b;
            b.app =
                    event -> {
                        if (event instanceof CmEvent.ConnectRequest) {
                            RejectReason reason = RejectReason.CONSUMER_DEFINED;
                            b.cm.reject(event.id(), reason, PrivateData.NONE, link.nowNs);
                        }
                    };
            int one = n;
            link.tap = (i, seen) -> i == one ? trouble.fate() : CmLink.PASS;
            link.a.connect(b);
            link.run();
            assertThat(link.a.kinds()).as("%s of %d", trouble, n).containsExactly("Rejected");
            assertThat(b.kinds().getFirst()).isEqualTo("ConnectRequest");
            assertThat(link.a.cm.size() + b.cm.size()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldResolveInSpiteOfTrouble(Trouble trouble) {
        for (int n = 0; n < 4; n++) {
            CmLink link = new CmLink();
            int one = n;
            link.tap = (i, seen) -> i == one ? trouble.fate() : CmLink.PASS;
            link.a.resolve(link.b);
            link.run();
            assertThat(link.a.kinds())
                    .as("%s of %d", trouble, n)
                    .containsExactly("ServiceResolved");
            assertThat(link.b.kinds()).containsExactly("ServiceRequest");
            assertThat(link.a.cm.size() + link.b.cm.size()).isZero();
        }
    }

    /** Both ends disconnect in the same instant. */
    @Test
    void shouldEndOnceWhenBothEndIt() {
        for (int lost = -1; lost < 5; lost++) {
            CmLink link = new CmLink();
            int n = lost < 0 ? -1 : 3 + lost;
            link.tap = (i, seen) -> i == n ? CmLink.LOST : CmLink.PASS;
            int id = link.a.connect(link.b);
            link.runFor(SECOND);
            link.a.cm.disconnect(id, link.nowNs);
            link.b.cm.disconnect(link.b.lastId(), link.nowNs);
            link.run();
            assertThat(link.a.kinds()).as("lost %d", n).isEqualTo(ACTIVE);
            assertThat(link.b.kinds()).as("lost %d", n).isEqualTo(PASSIVE);
        }
    }

    /** A thousand, ten at a time, over a link that loses, doubles and delays. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldMakeAThousandConnections(long seed) {
        CmLink link = new CmLink(seed, 1 << 16);
        Random random = new Random(seed);
        link.tap = (n, seen) -> fate(random, 0.1, 0.1, SECOND / 5);
        for (int round = 0; round < 100; round++) {
            int[] ids = new int[10];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = link.a.connect(link.b);
            }
            link.runFor(40 * SECOND);
            for (int id : ids) {
                assertThat(link.a.cm.state(id)).as("seed %d", seed).isEqualTo(CmState.ESTABLISHED);
                link.a.cm.disconnect(id, link.nowNs);
            }
            link.runFor(40 * SECOND);
            for (int id : ids) {
                assertThat(link.a.kinds(id)).as("seed %d", seed).isEqualTo(ACTIVE);
            }
            assertThat(link.a.cm.size() + link.b.cm.size()).as("seed %d", seed).isZero();
            assertThat(link.b.kinds()).hasSize(10 * PASSIVE.size());
            link.a.events.clear();
            link.b.events.clear();
            link.sent.clear();
        }
        assertThat(link.a.cm.counters().get(CmCounter.ESTABLISHED)).isEqualTo(1000);
        assertThat(link.b.cm.counters().get(CmCounter.ESTABLISHED)).isEqualTo(1000);
    }

    /**
     * Delays of several seconds make old requests look new. Then connections may fail, but all of
     * them end, and nothing is kept.
     */
    @Test
    void shouldEndWhateverHappens() {
        for (long seed = 0; seed < 300; seed++) {
            CmLink link = new CmLink(seed, 1 << 16);
            Random random = new Random(seed);
            link.tap = (n, seen) -> fate(random, 0.3, 0.3, 8 * SECOND);
            int id = link.a.connect(link.b);
            int asked = link.a.resolve(link.b);
            link.runFor(random.nextInt(30) * SECOND);
            link.a.cm.disconnect(id, link.nowNs);
            link.run();
            for (CmEvent event : List.copyOf(link.b.events)) {
                link.b.cm.disconnect(event.id(), link.nowNs);
            }
            link.run();
            assertThat(link.a.cm.size() + link.b.cm.size()).as("seed %d", seed).isZero();
            assertThat(link.a.kinds(asked)).as("seed %d", seed).hasSize(1);
            assertThat(link.a.cm.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        }
    }

    private static long[] fate(Random random, double loss, double twice, long latest) {
        if (random.nextDouble() < loss) {
            return CmLink.LOST;
        }
        int copies = random.nextDouble() < twice ? 2 : 1;
        return random.longs(copies, 0, latest).toArray();
    }
}
