package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.urdma.packet.ResponseCopies;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;

/** READs behind READs, while the memory that they read changes and answers are lost. */
class ReadOrderTest {
    private final Wire wire = Wire.connected();
    private final Host a = wire.a;
    private final Host b = wire.b;

    private void read(long id, long to, long from, long bytes) {
        a.post(a.request(id, WrOpcode.RDMA_READ, to, bytes).rdma(b.address(from), b.region.rkey()));
    }

    /** A counter that only grows: no READ may see less than one before it, whatever is lost. */
    @Test
    void shouldNeverReadOlderDataThanAnEarlierRead() {
        int[] count = {0};
        wire.tap =
                (from, packet) -> {
                    b.word(0, ++count[0]);
                    b.word(100_000 - 8, count[0]);
                    int n = count[0];
                    return from == b && packet.isData() && n % 3 == 1
                            ? Wire.LOST
                            : new long[] {(n * 7 % 4) * 300_000L};
                };
        for (int i = 0; i < 100; i++) {
            read(i, 16L * i, i % 2 == 0 ? 0 : 100_000 - 8, 8);
        }
        wire.runFor(60_000_000_000L);
        assertThat(a.sent()).hasSize(100).allMatch(s -> s.endsWith("SUCCESS"));
        long before = 0;
        for (int i = 0; i < 100; i++) {
            assertThat(a.word(16L * i)).as("READ %s", i).isGreaterThanOrEqualTo(before);
            before = a.word(16L * i);
        }
    }

    /** Data, then the version that says whether it was whole. */
    @Test
    void shouldReadAVersionNoOlderThanTheDataBeforeIt() {
        int length = 100_000;
        int[] version = {0};
        wire.tap =
                (from, packet) -> {
                    version[0]++;
                    for (int at = 0; at < length; at += 8) {
                        b.word(at, version[0]);
                    }
                    b.word(length, version[0]);
                    return from == b && packet.isData() && packet.psn() % 7 == 3 && !packet.again()
                            ? Wire.LOST
                            : Wire.PASS;
                };
        read(1, 0, 0, length);
        read(2, length, length, 8);
        wire.runFor(60_000_000_000L);
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        for (int at = 0; at < length; at += 8) {
            assertThat(a.word(at)).isLessThanOrEqualTo(a.word(length));
        }
    }

    @Test
    void shouldLeaveTheLaterOfTwoReadsInOneBuffer() {
        b.fill(0, 5000);
        b.word(10_000, -1);
        wire.tap =
                (from, packet) ->
                        from == b
                                        && packet.isData()
                                        && packet.psn() == Host.RESPONSE_PSN
                                        && !packet.again()
                                ? Wire.LOST
                                : Wire.PASS;
        read(1, 0, 10_000, 4000);
        read(2, 0, 0, 5000);
        wire.runFor(10_000_000_000L);
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        assertThat(a.filled(0, 5000)).isEqualTo(5000);
    }

    @Test
    void shouldNotHoldReadsIntoOtherMemory() {
        Solo solo = Solo.connected();
        assertThat(solo.post(1, WrOpcode.RDMA_READ, 1000)).hasSize(1);
        assertThat(
                        solo.post(
                                solo.host
                                        .request(2, WrOpcode.RDMA_READ, 1000, 8)
                                        .rdma(Solo.REMOTE, Solo.REMOTE_KEY)))
                .hasSize(1);
        assertThat(solo.post(3, WrOpcode.RDMA_READ, 1)).isEmpty();
    }

    @Test
    void shouldHoldNothingWhereBothAllowAnyOrder() {
        UrdmaOffer any = Host.OFFER.toBuilder().relaxedOrder(true).build();
        QpAttr attr = Host.attr().urdmaOffer(any).urdmaPeerOffer(any);
        Solo solo = new Solo().connect(attr);
        assertThat(solo.post(1, WrOpcode.RDMA_READ, 1000)).hasSize(1);
        assertThat(solo.post(2, WrOpcode.RDMA_READ, 1000)).hasSize(1);
    }

    /** More than there is room for copies: the rest is read again, and arrives whole. */
    @Test
    void shouldAnswerWhatIsTooLongToBeCopied() {
        ResponseCopies copies = new ResponseCopies();
        byte[] bytes = new byte[100_000];
        var from = MemorySegment.ofArray(bytes);
        int kept = 0;
        while (copies.keep(from, 0, bytes.length)) {
            kept += bytes.length;
        }
        assertThat(kept).isEqualTo(ResponseCopies.LARGEST / bytes.length * bytes.length);
        copies.release(bytes.length);
        assertThat(copies.keep(from, 0, bytes.length)).isTrue();
        assertThat(copies.keep(from, 0, bytes.length)).isFalse();
        assertThat(copies.next()).isEqualTo((long) kept + bytes.length);
    }
}
