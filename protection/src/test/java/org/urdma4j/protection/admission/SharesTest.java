package org.urdma4j.protection.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Gid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

class SharesTest {
    private final Shares<Integer> shares = new Shares<>(new Quota(8, 4, 2));
    private int next;
    private long nowNs;

    private static Gid address(int network, int host) {
        return Gid.parse("10.0.%d.%d".formatted(network, host));
    }

    /** Returns what had to go, -1 for nothing, -2 if there is no room. */
    private int ask(Gid from) {
        nowNs += Shares.LEAST_AMONG_OWN_NS;
        Optional<Integer> gone = shares.displaced(from, nowNs);
        gone.ifPresent(shares::remove);
        if (!shares.hasRoom(from)) {
            return -2;
        }
        shares.add(from, next++, nowNs);
        return gone.orElse(-1);
    }

    @Test
    void shouldGiveAnAddressItsShare() {
        assertThat(ask(address(1, 1))).isEqualTo(-1);
        assertThat(ask(address(1, 1))).isEqualTo(-1);
        assertThat(ask(address(1, 1))).isEqualTo(-2);
        assertThat(ask(address(1, 2))).isEqualTo(-1);
    }

    @Test
    void shouldGiveANetworkItsShare() {
        ask(address(1, 1));
        ask(address(1, 1));
        ask(address(1, 2));
        ask(address(1, 2));
        assertThat(ask(address(1, 2))).isEqualTo(-2);
        assertThat(ask(address(1, 3))).as("the oldest of who has most there").isZero();
        assertThat(ask(address(2, 1))).isEqualTo(-1);
        assertThat(shares.size()).isEqualTo(5);
    }

    @Test
    void shouldTakeFromWhoHasMost() {
        for (int host = 1; host <= 4; host++) {
            ask(address(1, host));
        }
        for (int network = 2; network <= 5; network++) {
            ask(address(network, 1));
        }
        assertThat(shares.size()).isEqualTo(8);
        assertThat(ask(address(6, 1))).as("the oldest of network 1").isZero();
        assertThat(ask(address(6, 2))).isEqualTo(1);
        assertThat(ask(address(6, 3))).as("no network has more: one of its own").isEqualTo(8);
        assertThat(ask(address(6, 2))).as("no address of it has more").isEqualTo(-2);
        assertThat(shares.size()).isEqualTo(8);
    }

    @Test
    void shouldTakeTheOldestWhereAllHaveOne() {
        for (int network = 1; network <= 8; network++) {
            ask(address(network, 1));
        }
        for (int network = 9; network <= 20; network++) {
            assertThat(ask(address(network, 1))).isEqualTo(network - 9);
        }
        assertThat(shares.oldest()).contains(12);
        assertThat(shares.all()).hasSize(8);
    }

    /** So that there is an end to how fast one follows another. */
    @Test
    void shouldLetNobodyGoAtOnce() {
        for (int host = 1; host <= 4; host++) {
            shares.add(address(1, host), host, 0);
            shares.add(address(2, host), 10 + host, 0);
        }
        long among = Shares.LEAST_AMONG_OWN_NS;
        assertThat(shares.displaced(address(3, 1), Shares.LEAST_NS - 1)).isEmpty();
        assertThat(shares.displaced(address(3, 1), Shares.LEAST_NS)).contains(1);
        assertThat(shares.displaced(address(2, 9), among - 1)).isEmpty();
        assertThat(shares.displaced(address(2, 9), among)).contains(11);
    }

    @Test
    void shouldKnowNetworks() {
        assertThat(SourceNetwork.of(Gid.parse("192.0.2.1")))
                .isEqualTo(SourceNetwork.of(Gid.parse("192.0.2.254")))
                .isNotEqualTo(SourceNetwork.of(Gid.parse("192.0.3.1")));
        assertThat(SourceNetwork.of(Gid.parse("2001:db8:1:201::1")))
                .isEqualTo(SourceNetwork.of(Gid.parse("2001:db8:1:2ff::2")))
                .isNotEqualTo(SourceNetwork.of(Gid.parse("2001:db8:1:301::1")));
        assertThatThrownBy(() -> new Quota(1, 2, 1)).hasMessageContaining("doesn't hold");
        assertThat(Quota.of(1)).isEqualTo(new Quota(1, 1, 1));
    }

    /** Against a list that is counted anew each time. */
    @Test
    void shouldHoldItsLimitsWhateverComes() {
        Random random = new Random(5);
        Map<Integer, Gid> held = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            Gid from = address(random.nextInt(5), random.nextInt(4));
            nowNs += random.nextLong(Shares.LEAST_NS);
            Optional<Integer> gone = shares.displaced(from, nowNs);
            if (gone.isPresent()) {
                assertThat(shares.remove(gone.get())).isTrue();
                assertThat(held.remove(gone.get())).isNotNull();
            }
            if (shares.hasRoom(from)) {
                shares.add(from, i, nowNs);
                held.put(i, from);
            }
            if (random.nextInt(3) == 0 && !held.isEmpty()) {
                List<Integer> all = new ArrayList<>(held.keySet());
                Integer one = all.get(random.nextInt(all.size()));
                held.remove(one);
                assertThat(shares.remove(one)).isTrue();
                assertThat(shares.remove(one)).isFalse();
            }
            long ofNetwork =
                    held.values().stream()
                            .filter(one -> SourceNetwork.of(one).equals(SourceNetwork.of(from)))
                            .count();
            long ofAddress = held.values().stream().filter(from::equals).count();
            assertThat(shares.size()).isEqualTo(held.size()).isLessThanOrEqualTo(8);
            assertThat(ofNetwork).isLessThanOrEqualTo(4);
            assertThat(ofAddress).isLessThanOrEqualTo(2);
        }
        List.copyOf(held.keySet()).forEach(shares::remove);
        assertThat(shares.size()).isZero();
        assertThat(shares.oldest()).isEmpty();
    }
}
