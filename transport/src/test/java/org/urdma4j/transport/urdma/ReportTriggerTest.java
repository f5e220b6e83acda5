package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What makes a receiver report, and what it then says. */
class ReportTriggerTest {
    private static final long MS = 1_000_000;

    /** Reports every 8 packets, or after 4 ms. */
    private final Solo solo =
            new Solo()
                    .connect(
                            Host.attr()
                                    .urdmaOffer(Host.OFFER.toBuilder().sack(8, 5000).build())
                                    .urdmaPeerOffer(Host.OFFER.toBuilder().sack(60, 4000).build()));

    private int packets;

    /** Packet {@code i} of a WRITE that has no end in sight. */
    private Raw middle(int i) {
        packets++;
        return Raw.write(
                        i == 0 ? 0xc6 : 0xc7,
                        (Solo.PSN + i) & 0xff_ffff,
                        solo.address(256L * i),
                        solo.rkey(),
                        Host.MEMORY - 256 * i)
                .payload(0, 256)
                .t1(100 + 10 * packets);
    }

    private List<Seen> receive(int from, int to) {
        List<Seen> sent = new ArrayList<>();
        for (int i = from; i < to; i++) {
            sent.addAll(solo.receive(middle(i)));
        }
        return sent;
    }

    @Test
    void shouldReportByTheLesserCount() {
        assertThat(receive(0, 7)).isEmpty();
        assertThat(receive(7, 8)).hasSize(1);
        assertThat(receive(8, 15)).isEmpty();
        assertThat(receive(15, 16).getFirst().u32(32)).as("report number").isEqualTo(2);
    }

    @Test
    void shouldReportByTheLesserTime() {
        receive(0, 1);
        assertThat(solo.elapse(4 * MS - 1)).isEmpty();
        assertThat(solo.elapse(1)).hasSize(1);
        assertThat(solo.elapse(1000 * MS)).as("nothing came since").isEmpty();
    }

    @Test
    void shouldReportWhenAsked() {
        assertThat(solo.receive(middle(0).asks())).hasSize(1);
        assertThat(solo.receive(Raw.probe())).isEmpty();
        assertThat(solo.receive(Raw.probe().asks())).hasSize(1);
    }

    @Test
    void shouldReportAtTheEndOfAMessage() {
        Raw last = Raw.write(0xc8, Solo.PSN + 1, solo.address(256), solo.rkey(), 4).payload(0, 4);
        receive(0, 1);
        assertThat(solo.receive(last.t1(200))).hasSize(1);
    }

    @Test
    void shouldReportAHoleBeyondTheReorderingLimit() {
        receive(0, 1);
        List<Seen> sent = receive(2, 6);
        assertThat(sent).isNotEmpty();
        Seen report = sent.getFirst();
        assertThat(report.u32(36)).as("cumulative").isEqualTo(Solo.PSN + 1);
        assertThat(report.u32(56)).as("missing").isOne();
        assertThat(report.u16(78)).as("entries").isOne();
        assertThat(report.hex(80, 88)).as("one range of one").isEqualTo("00001001" + "00000001");
    }

    @Test
    void shouldNotReportAHoleThatIsFilledSoon() {
        receive(0, 1);
        assertThat(receive(2, 3)).isEmpty();
        assertThat(receive(1, 2)).isEmpty();
        List<Seen> reports = solo.elapse(5 * MS);
        assertThat(reports).hasSize(1);
        assertThat(reports.getFirst().u16(78)).isZero();
        assertThat(reports.getFirst().u32(56)).as("late is not missing").isZero();
    }

    @Test
    void shouldNameAHoleAgainUntilItIsFilled() {
        receive(0, 1);
        receive(9, 12);
        List<Seen> reports = solo.elapse(60 * MS);
        assertThat(reports).hasSizeGreaterThanOrEqualTo(4);
        for (Seen report : reports.subList(0, 3)) {
            assertThat(report.hex(80, 88)).isEqualTo("00001001" + "00000008");
        }
        receive(1, 9);
        solo.elapse(5 * MS);
        assertThat(solo.elapse(1000 * MS)).isEmpty();
    }

    @Test
    void shouldCountWithoutEverStartingAnew() {
        receive(0, 8);
        solo.receive(middle(3).again());
        solo.receive(middle(9));
        List<Seen> reports = solo.receive(Raw.probe().asks());
        Seen report = reports.getLast();
        assertThat(report.u32(44)).as("packets, the duplicate too").isEqualTo(10);
        assertThat(report.u64(48)).as("bytes").isEqualTo(10 * (36 + 256 + 4));
        assertThat(report.u32(56)).as("missing").isOne();
        assertThat(report.u32(68)).as("duplicates").isOne();
    }

    @Test
    void shouldEchoTheNewestT1NotTheLastToCome() {
        Raw late = middle(0);
        solo.receive(middle(1));
        List<Seen> reports = solo.receive(late.asks());
        assertThat(reports.getLast().u24(24)).isEqualTo(Solo.PSN + 1);
        assertThat(reports.getLast().u32(28)).isEqualTo(120);
    }

    @Test
    void shouldGoOnInFurtherPartsWhenHolesAreMany() {
        for (int i = 0; i < 1200; i += 3) {
            receive(i, i + 1);
        }
        List<Seen> parts = solo.elapse(4 * MS);
        int number = parts.getFirst().u32(32);
        List<Seen> ofOne = parts.stream().filter(p -> p.u32(32) == number).toList();
        assertThat(ofOne.size()).isGreaterThanOrEqualTo(1);
        for (int i = 0; i < ofOne.size(); i++) {
            boolean last = i == ofOne.size() - 1;
            assertThat(ofOne.get(i).u8(76)).as("part").isEqualTo(i);
            assertThat(ofOne.get(i).u8(77)).as("parts").isEqualTo(last ? ofOne.size() : 0);
            assertThat(ofOne.get(i).bytes().length).isLessThanOrEqualTo(36 + 256);
        }
    }

    /** Packets come between the parts: what has arrived by then is no longer named. */
    @Test
    void shouldNameNothingInALaterPartThatArrivedMeanwhile() {
        for (int i = 60; i < 4000; i += 60) {
            receive(i, i + 1);
        }
        solo.elapse(4 * MS);
        Host host = solo.host;
        solo.nowNs += 20 * MS; // every hole is due again
        host.shard.onTimers(solo.nowNs);
        Seen first = part(host);
        assertThat(first.u8(77)).as("more follow").isZero();
        receiveQuietly(0, 2690);
        int number = first.u32(32);
        int parts = 0;
        ReportReader reader = new ReportReader();
        for (Seen part = part(host); part != null && part.u32(32) == number; part = part(host)) {
            byte[] bytes = part.bytes();
            assertThat(reader.wrap(ByteBuffer.wrap(bytes), 32, bytes.length - 32))
                    .as("names only what is not acknowledged")
                    .isTrue();
            assertThat(part.u24(37)).isGreaterThanOrEqualTo(Solo.PSN + 2690);
            parts++;
        }
        assertThat(parts).isPositive();
    }

    private Seen part(Host host) {
        if (host.shard.pollTransmit(host.batch, solo.nowNs) == 0) {
            return null;
        }
        byte[] bytes = new byte[host.batch.length(0) - TransmitBatch.ICRC_LENGTH];
        host.batch.buffer().get(host.batch.offset(0), bytes);
        return Seen.of(solo.nowNs, bytes);
    }

    private void receiveQuietly(int from, int to) {
        for (int i = from; i < to; i++) {
            solo.deliver(solo.peer, middle(i).to(solo.host.qp.qpn()));
        }
    }
}
