package org.urdma4j.transport.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.grant.GrantLimit.UNASKED;
import static org.urdma4j.transport.grant.GrantScheduler.QUANTUM;
import static org.urdma4j.transport.grant.GrantWish.Say.DEMAND;
import static org.urdma4j.transport.grant.GrantWish.Say.NOTHING;
import static org.urdma4j.transport.grant.GrantWish.Say.RETURN;

import org.junit.jupiter.api.Test;

class GrantWishTest {
    private static final long MS = 1_000_000;
    private static final long RTT_NS = 8 * MS;

    private final GrantLimit limit = new GrantLimit();
    private final GrantWish wish = new GrantWish(limit);
    private long nowNs = 5000 * MS;

    GrantWishTest() {
        limit.start(true);
        wish.start();
    }

    private GrantWish.Say say(long backlog) {
        return wish.say(backlog, RTT_NS, nowNs);
    }

    private void send(long bytes) {
        limit.onSent(bytes, bytes + 66);
    }

    @Test
    void aShortMessageShouldAskForNothing() {
        assertThat(wish.isDue(true, nowNs)).isTrue();
        assertThat(say(UNASKED)).isEqualTo(NOTHING);
        assertThat(limit.exhausted()).isFalse();
        send(UNASKED);
        assertThat(limit.exhausted()).isTrue();
    }

    @Test
    void shouldAskAtOnceAndAgainEachRoundTrip() {
        assertThat(say(10 * QUANTUM)).isEqualTo(DEMAND);
        assertThat(wish.demanded()).isEqualTo(10 * QUANTUM);
        assertThat(wish.dueNs()).isEqualTo(nowNs + MS);

        int asked = 0;
        for (int i = 0; i < 24; i++) {
            nowNs += MS;
            asked += say(10 * QUANTUM) == DEMAND ? 1 : 0;
        }
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void shouldAskForMoreWhenThereIsMore() {
        assertThat(say(2 * QUANTUM)).isEqualTo(DEMAND);
        nowNs += MS;
        assertThat(say(2 * QUANTUM + 100)).isEqualTo(NOTHING);
        nowNs += MS;
        assertThat(say(3 * QUANTUM)).isEqualTo(DEMAND);
        limit.onGrant(3 * QUANTUM);
        nowNs += MS;
        assertThat(say(3 * QUANTUM)).isEqualTo(NOTHING);
        nowNs += MS;
        assertThat(say(3 * QUANTUM + 100)).isEqualTo(DEMAND);
    }

    @Test
    void shouldGiveBackAndHaveALittleAfterIdling() {
        assertThat(say(QUANTUM)).isEqualTo(DEMAND);
        limit.onGrant(QUANTUM);
        limit.onGrant(UNASKED);
        assertThat(limit.limit()).isEqualTo(QUANTUM);
        send(1000);
        assertThat(say(0)).isEqualTo(NOTHING);
        nowNs = wish.dueNs();
        assertThat(say(0)).isEqualTo(RETURN);
        assertThat(limit.exhausted()).isTrue();
        nowNs = wish.dueNs();
        assertThat(say(0)).isEqualTo(NOTHING);
        assertThat(limit.limit()).isEqualTo(1000 + UNASKED);
        assertThat(wish.dueNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(wish.isDue(false, nowNs)).isFalse();
    }

    /** A pause of less than a round trip is no reason for more than was granted. */
    @Test
    void shouldHaveNothingForAShortPause() {
        send(UNASKED);
        assertThat(say(0)).isEqualTo(NOTHING);
        nowNs += RTT_NS / 2;
        assertThat(say(0)).isEqualTo(NOTHING);
        assertThat(say(QUANTUM)).isEqualTo(DEMAND);
        assertThat(limit.exhausted()).isTrue();
    }

    @Test
    void shouldTellWhatIsLostFromWhatIsOnItsWay() {
        for (int i = 0; i < 10; i++) {
            limit.onSent(1000, 1100);
        }
        assertThat(limit.lost(6000, 2 * 1100)).isEqualTo(2000);
        assertThat(limit.lost(9000, 2 * 1100)).isEqualTo(-1000);
    }

    @Test
    void shouldLimitNothingWithoutGrants() {
        limit.start(false);
        send(1 << 30);
        assertThat(limit.exhausted()).isFalse();
    }
}
