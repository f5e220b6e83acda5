package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** WRITEs to the same memory wait for each other unless both ends allow any order. */
class WriteOrderTest {
    private final Solo solo = Solo.connected();

    private static List<Seen> write(Solo solo, long id, long at, int bytes) {
        return solo.post(
                solo.request(id, WrOpcode.RDMA_WRITE, bytes)
                        .rdma(Solo.REMOTE + at, Solo.REMOTE_KEY));
    }

    private static Raw reported(Solo solo, int number, int packets) {
        int psn = Solo.PSN + packets;
        return Raw.report(0xda, number, psn, psn, packets, solo.units());
    }

    @Test
    void shouldHoldAWriteThatOverlapsAnUnacknowledgedOne() {
        assertThat(write(solo, 1, 0, 100)).hasSize(1);
        assertThat(write(solo, 2, 99, 10)).isEmpty();
        assertThat(write(solo, 3, 500, 10)).as("nor what comes after it").isEmpty();
        assertThat(solo.receive(reported(solo, 1, 1))).hasSize(2);
    }

    @Test
    void shouldSendNeighboursAtOnce() {
        assertThat(write(solo, 1, 100, 100)).hasSize(1);
        assertThat(write(solo, 2, 200, 100)).hasSize(1);
        assertThat(write(solo, 3, 0, 100)).hasSize(1);
        assertThat(write(solo, 4, 400, 100)).hasSize(1);
        assertThat(write(solo, 5, 300, 100)).as("within the hull of all").hasSize(1);
        assertThat(write(solo, 6, 50, 0)).as("empty").hasSize(1);
        assertThat(write(solo, 7, 299, 2)).isEmpty();
    }

    @Test
    void shouldHoldAnOverlapInsideALargerWrite() {
        assertThat(write(solo, 1, 0, 1000)).hasSize(4);
        assertThat(write(solo, 2, 512, 4)).isEmpty();
    }

    @Test
    void shouldCompareAddressesWithoutSign() {
        solo.post(
                solo.request(1, WrOpcode.RDMA_WRITE, 100)
                        .rdma(Long.MAX_VALUE - 49, Solo.REMOTE_KEY));
        List<Seen> across =
                solo.post(
                        solo.request(2, WrOpcode.RDMA_WRITE, 10)
                                .rdma(Long.MIN_VALUE + 40, Solo.REMOTE_KEY));
        assertThat(across).isEmpty();
        Solo high = Solo.connected();
        high.post(high.request(1, WrOpcode.RDMA_WRITE, 100).rdma(-100, Solo.REMOTE_KEY));
        assertThat(high.post(high.request(2, WrOpcode.RDMA_WRITE, 4).rdma(-4, Solo.REMOTE_KEY)))
                .as("up to the end of all addresses")
                .isEmpty();
    }

    @Test
    void shouldHoldNothingWhenBothAllowAnyOrder() {
        QpAttr attr =
                Host.attr()
                        .urdmaOffer(Host.OFFER.toBuilder().relaxedOrder(true).build())
                        .urdmaPeerOffer(Host.OFFER.toBuilder().relaxedOrder(true).build());
        Solo relaxed = new Solo().connect(attr);
        assertThat(write(relaxed, 1, 0, 100)).hasSize(1);
        assertThat(write(relaxed, 2, 0, 100)).hasSize(1);
    }

    @Test
    void shouldHoldWhenOnlyOneAllowsAnyOrder() {
        Solo strict =
                new Solo()
                        .connect(
                                Host.attr()
                                        .urdmaOffer(
                                                Host.OFFER.toBuilder().relaxedOrder(true).build()));
        assertThat(write(strict, 1, 0, 100)).hasSize(1);
        assertThat(write(strict, 2, 0, 100)).isEmpty();
    }

    @Test
    void shouldFenceWhatFollowsARead() {
        solo.post(1, WrOpcode.RDMA_READ, 8);
        List<Seen> sent =
                solo.post(
                        solo.request(2, WrOpcode.SEND, 8)
                                .sendFlags(SendFlags.SIGNALED | SendFlags.FENCE));
        assertThat(sent).isEmpty();
        List<Seen> then = solo.receive(Raw.answer(0xd0, Host.RESPONSE_PSN, 0, 0, 8).payload(0, 8));
        assertThat(Solo.only(then, 0xc4)).hasSize(1);
    }

    @Test
    void shouldKeepTheLastOfManyOverReorderingAndLoss() {
        Wire wire = Wire.connected();
        int[] count = {0};
        wire.tap =
                (from, packet) -> {
                    int n = count[0]++;
                    return n % 5 == 3 ? Wire.LOST : new long[] {(n * 7 % 4) * 900_000L};
                };
        for (int i = 0; i < 40; i++) {
            wire.a.word(8L * i, i);
            wire.a.post(
                    wire.a
                            .request(i, WrOpcode.RDMA_WRITE, 8L * i, 8)
                            .rdma(wire.b.address(0), wire.b.region.rkey()));
        }
        wire.run();
        assertThat(wire.a.sent()).hasSize(40);
        assertThat(wire.b.word(0)).isEqualTo(39);
    }
}
