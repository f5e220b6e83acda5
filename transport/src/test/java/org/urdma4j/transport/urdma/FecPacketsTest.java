package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;
import java.util.List;

/** Packets of a connection with forward error correction, and what it repairs. */
class FecPacketsTest {
    private static final UrdmaOffer OFFER = Host.OFFER.toBuilder().fec(16).build();

    private static QpAttr attr(String mode) {
        return Host.attr()
                .urdmaOffer(OFFER)
                .urdmaPeerOffer(OFFER)
                .urdmaTuning(Host.UNPACED.toBuilder().fec(mode).build());
    }

    @Test
    void shouldSayWhichGroupAPacketIsIn() {
        Solo solo = new Solo().connect(attr("4,1"));
        solo.host.fill(0, 1024);
        List<Seen> sent = solo.post(1, WrOpcode.RDMA_WRITE, 1024);
        assertThat(sent).extracting(Seen::opcode).containsExactly(0xc6, 0xc7, 0xc7, 0xc8, 0xd8);
        for (int i = 0; i < 4; i++) {
            Seen packet = sent.get(i);
            assertThat(packet.hex(36, 44)).isEqualTo("000" + i + "0101" + "00000000");
            assertThat(packet.bytes()).as("header 44").hasSize(44 + 256);
            assertThat(packet.bytes()[44]).isEqualTo(Host.pattern(256L * i));
        }
        Seen repair = sent.getLast();
        assertThat(repair.hex(0, 12)).isEqualTo("d800ffff" + "2000beef" + "00001000");
        assertThat(repair.hex(12, 16)).as("0 of 1, over 4").isEqualTo("00010004");
        assertThat(repair.u32(16)).as("T1").isEqualTo(solo.units());
        // c6 ^ c7 ^ c7 ^ c8, no flags, four times 16 + 256 coded bytes
        assertThat(repair.hex(20, 24)).isEqualTo("0e000000");
        assertThat(repair.bytes()).as("as long as the others").hasSize(44 + 256);
        for (int at = 0; at < 16 + 256; at++) {
            int xor = 0;
            for (Seen member : sent.subList(0, 4)) {
                xor ^= at < 16 ? member.u8(12 + at) : member.u8(44 + at - 16);
            }
            assertThat(repair.u8(24 + at)).as("byte %d", at).isEqualTo(xor);
        }
    }

    @Test
    void shouldPutNoRetransmissionInAGroup() {
        Solo solo = new Solo().connect(attr("4,1"));
        List<Seen> sent = solo.post(1, WrOpcode.RDMA_WRITE, 1024);
        solo.nowNs += 5_000_000;
        solo.receive(
                Raw.report(0xda, 1, Solo.PSN, Solo.PSN + 4, 3, sent.get(3).t1())
                        .missing(Solo.PSN, 1)
                        .delays(solo.units(), 39062));
        List<Seen> again = solo.elapse(20_000_000).stream().filter(Seen::again).toList();
        solo.nowNs += 20_000_000;
        again = again.isEmpty() ? solo.elapse(2_000_000_000L) : again;
        assertThat(again.getFirst().hex(36, 44)).isEqualTo("0000000000000000");
    }

    @Test
    void shouldHaveNoGroupsUnlessBothOfferThem() {
        Solo solo = new Solo().connect(attr("4,1").urdmaPeerOffer(Host.OFFER));
        List<Seen> sent = solo.post(1, WrOpcode.RDMA_WRITE, 1024);
        assertThat(sent).hasSize(4);
        assertThat(sent.getFirst().bytes()).hasSize(36 + 256);
    }

    @Test
    void shouldSendTheEmptyWordWithCorrectionOff() {
        Solo solo = new Solo().connect(attr("off"));
        List<Seen> sent = solo.post(1, WrOpcode.RDMA_WRITE, 1024);
        assertThat(sent).hasSize(4);
        assertThat(sent.getFirst().hex(36, 44)).isEqualTo("0000000000000000");
        assertThat(sent.getFirst().bytes()).hasSize(44 + 256);
    }

    @Test
    void shouldRepairWritesSendsAndAnswersWithoutARetransmission() {
        Wire wire = new Wire().connect(attr("4,1"), attr("4,1"));
        Host a = wire.a;
        Host b = wire.b;
        a.fill(0, 4096);
        b.fill(65536, 4096);
        b.receive(1, 8192, 4096);
        wire.tap = // one member of each group
                (from, packet) ->
                        packet.isData() && packet.opcode() != 0xcc && packet.u16(36) == 2
                                ? Wire.LOST
                                : Wire.PASS;
        a.post(a.request(1, WrOpcode.RDMA_WRITE, 0, 4096).rdma(b.address(0), b.region.rkey()));
        a.post(a.request(2, WrOpcode.SEND, 0, 4096));
        a.post(
                a.request(3, WrOpcode.RDMA_READ, 65536, 4096)
                        .rdma(b.address(65536), b.region.rkey()));
        wire.run();
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 SUCCESS", "3 SUCCESS");
        assertThat(b.received()).containsExactly("1 SUCCESS");
        assertThat(b.filled(0, 4096)).isEqualTo(4096);
        assertThat(b.filled(8192, 4096)).isEqualTo(4096);
        assertThat(a.filled(65536, 4096)).isEqualTo(4096);
        assertThat(b.count(Counter.REPAIRED_PKTS)).isEqualTo(8);
        assertThat(a.count(Counter.REPAIRED_PKTS)).isEqualTo(4);
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
        assertThat(b.count(Counter.RETRANSMITTED_PKTS)).isZero();
        Seen report = wire.fromB.stream().filter(p -> p.opcode() == 0xda).toList().getLast();
        assertThat(report.u32(56)).as("missing, before repair").isEqualTo(8);
        assertThat(report.u32(60)).as("repaired").isEqualTo(8);
    }

    @Test
    void shouldRepairTheOnlyPacketThereIs() {
        Wire wire = new Wire().connect(attr("4,1"), attr("4,1"));
        wire.a.fill(0, 5);
        wire.b.receive(1, 0, 16);
        wire.tap = (from, packet) -> packet.opcode() == 0xc5 ? Wire.LOST : Wire.PASS;
        wire.a.post(wire.a.request(1, WrOpcode.SEND_WITH_IMM, 0, 5).immData(0x55667788));
        wire.runFor(20_000_000);
        var completions = wire.b.receiveCompletions();
        assertThat(completions).hasSize(1);
        assertThat(completions.getFirst().immData()).isEqualTo(0x55667788);
        assertThat(completions.getFirst().byteLen()).isEqualTo(5);
        assertThat(wire.b.filled(0, 6)).isEqualTo(5);
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
    }

    /** Returns a WRITE_ONLY of 256 bytes that begin as {@code from} says, in a group of four. */
    private static byte[] member(Solo solo, int i, int from, int t1) {
        byte[] plain =
                Raw.write(0xca, Solo.PSN + i, solo.address(256L * i), solo.rkey(), 256)
                        .payload(from, 256)
                        .t1(t1)
                        .to(solo.host.qp.qpn());
        ByteBuffer b = ByteBuffer.allocate(plain.length + 8).put(plain, 0, 40);
        return b.putInt(0x0000_0101 | i << 16).putInt(0).put(plain, 40, 256).array();
    }

    /** Returns the repair packet of such a group. */
    private static byte[] repair(Solo solo, byte[][] members, int t1) {
        ByteBuffer b = ByteBuffer.allocate(12 + 4 + 12 + 16 + 256);
        b.putInt(0xd800_ffff).putInt(0x2000_0000 | solo.host.qp.qpn()).putInt(Solo.PSN);
        b.putInt(Host.RESPONSE_PSN);
        b.putInt(0x0001_0004).putInt(t1).putInt(0);
        for (byte[] member : members) {
            for (int at = 0; at < 16 + 256; at++) {
                byte of = member[at < 16 ? 16 + at : 48 + at - 16];
                b.put(28 + at, (byte) (b.get(28 + at) ^ of));
            }
        }
        return b.array();
    }

    /**
     * What comes once more from before the sequence numbers wrapped has the number of another, and
     * a parity would be repaired with it to right headers and wrong bytes.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotDecodeWithWhatIsStale(boolean repairIsStale) {
        int minutes = 120 * 7_812_500;
        Solo solo = new Solo().connect(attr("off"));
        byte[][] old = new byte[4][];
        byte[][] fresh = new byte[4][];
        for (int i = 0; i < 4; i++) {
            old[i] = member(solo, i, 999 * (i + 1), 1);
            fresh[i] = member(solo, i, 256 * i, minutes + i);
        }
        solo.deliver(solo.peer, fresh[0]);
        solo.deliver(solo.peer, repairIsStale ? repair(solo, old, 2) : old[1]);
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isOne();
        solo.deliver(solo.peer, fresh[3]);
        if (repairIsStale) {
            solo.deliver(solo.peer, fresh[2]);
        }
        assertThat(solo.host.count(Counter.REPAIRED_PKTS)).isZero();
        solo.deliver(solo.peer, repair(solo, fresh, minutes + 4));
        solo.deliver(solo.peer, fresh[2]);
        assertThat(solo.host.count(Counter.REPAIRED_PKTS)).isEqualTo(1);
        assertThat(solo.host.filled(0, 1025)).isEqualTo(1024);
    }

    /** As above, for the answers to a READ. */
    @Test
    void shouldNotDecodeAnswersWithAStaleOne() {
        int minutes = 120 * 7_812_500;
        Solo solo = new Solo().connect(attr("off"));
        solo.post(1, WrOpcode.RDMA_READ, 1024);
        int number = 0;
        solo.deliver(solo.peer, answer(solo, 0, number, 0, minutes));
        solo.deliver(solo.peer, answer(solo, 1, number, 999, 1));
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isOne();
        assertThat(solo.host.filled(0, 1024)).isEqualTo(256);
        for (int i = 1; i < 4; i++) {
            solo.deliver(solo.peer, answer(solo, i, number, 256 * i, minutes + i));
        }
        assertThat(solo.host.filled(0, 1025)).isEqualTo(1024);
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    private static byte[] answer(Solo solo, int i, int number, int from, int t1) {
        int opcode = i == 0 ? 0xcd : i == 3 ? 0xcf : 0xce;
        byte[] plain =
                Raw.answer(opcode, Host.RESPONSE_PSN + i, number, 256 * i, 1024 - 256 * i)
                        .payload(from, 256)
                        .t1(t1)
                        .to(solo.host.qp.qpn());
        ByteBuffer b = ByteBuffer.allocate(plain.length + 8).put(plain, 0, 40);
        return b.putInt(0x0000_0101 | i << 16).putInt(0).put(plain, 40, 256).array();
    }
}
