package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.qp.EngineConfig.PACKET_COST;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.PeerShare;
import org.urdma4j.transport.qp.PeerShares;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** Queue pairs to one peer share the limit on bytes in flight. */
class PeerShareTest {
    private static final WrOpcode WRITE = WrOpcode.RDMA_WRITE;
    private static final int FULL = MTU + PACKET_COST;
    private static final int MESSAGE = 60_000;

    private record To(String peer) implements Route {
        @Override
        public boolean isFrom(Object source) {
            return true;
        }
    }

    @Test
    void shouldBeOneForEachPeerAndBeKeptForTheNextConnection() {
        PeerShares shares = new PeerShares(_ -> {});
        PeerShare first = shares.of(new To("a"));

        assertThat(shares.of(new To("a"))).isSameAs(first);
        assertThat(shares.of(new To("b"))).isNotSameAs(first);

        shares.release(first);
        shares.release(first);
        assertThat(shares.of(new To("a"))).isSameAs(first);
    }

    @Test
    void shouldNotKeepThoseOfAllPeersThereEverWere() {
        PeerShares shares = new PeerShares(_ -> {});
        PeerShare used = shares.of(new To("used"));
        for (int i = 0; i < 1000; i++) {
            shares.release(shares.of(new To("peer " + i)));
            shares.release(shares.of(new To("often")));
        }

        assertThat(shares.size()).isEqualTo(65);
        assertThat(shares.of(new To("used"))).isSameAs(used);
        PeerShare newest = shares.of(new To("peer 999"));
        shares.release(newest);
        assertThat(shares.of(new To("peer 999"))).isSameAs(newest);
    }

    @Test
    void shouldGiveUpHalfToAnotherThatJoins() {
        Solo solo = solo(100L * FULL);
        assertThat(solo.post(1, WRITE, MESSAGE)).hasSize(100);
        solo.host.qp.share().join();

        assertThat(solo.acknowledge(SQ_PSN + 49)).isEmpty();
        assertThat(solo.acknowledge(SQ_PSN + 59)).hasSize(10);

        solo.host.qp.share().leave();
        assertThat(solo.acknowledge(SQ_PSN + 60)).hasSize(51);
    }

    @Test
    void shouldCountOnlyWhoHasSomethingInFlight() {
        Solo solo = solo(100L * FULL);
        PeerShare share = solo.host.qp.share();
        assertThat(share.of(100)).isEqualTo(100);

        solo.post(1, WRITE, MTU);
        share.join();
        assertThat(share.of(100)).isEqualTo(50);

        solo.acknowledge(SQ_PSN);
        share.join();
        assertThat(share.of(100)).isEqualTo(50);
    }

    @Test
    void shouldAskOnceMoreWhenItsPartShrinksBehindPacketsThatAskedForNothing() {
        int burst = 5;
        long kilobits = 8L * burst * (MTU + 100);
        Solo solo =
                new Solo(EngineConfig.builder().maxInFlightBytes(100L * FULL).build())
                        .connect(Solo.attr().rateLimit(kilobits).timeout(0).sqPsn(SQ_PSN + 1));
        List<Captured> first = solo.post(1, WRITE, MESSAGE);
        assertThat(first).isNotEmpty().noneMatch(packet -> packet.headers.ackRequested());
        for (int i = 0; i < 99; i++) {
            solo.host.qp.share().join();
        }

        List<Captured> later = solo.elapse(1_000_000_000);

        assertThat(later).hasSize(1);
        assertThat(later.getFirst().headers.ackRequested()).isTrue();
    }

    private static Solo solo(long bytes) {
        return new Solo(EngineConfig.builder().maxInFlightBytes(bytes).build())
                .connect(Solo.attr());
    }
}
