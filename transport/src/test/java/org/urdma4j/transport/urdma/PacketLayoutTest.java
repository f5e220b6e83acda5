package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** Every kind of packet as it leaves the engine, by the tables of docs/wire-urdma.md. */
class PacketLayoutTest {
    private final Solo solo = Solo.connected();

    private static void assertBth(Seen packet, String firstWord, int psn) {
        assertThat(packet.hex(0, 4)).isEqualTo(firstWord);
        assertThat(packet.hex(4, 8)).as("T1 at offset 0, queue pair").isEqualTo("2000beef");
        assertThat(packet.u8(8) & 0x7f).as("Tr at offset 1").isEqualTo(0x41);
        assertThat(packet.psn()).isEqualTo(psn);
    }

    @Test
    void shouldWriteEachPacketOfAWriteWithItsOwnPlace() {
        solo.host.fill(0, 600);
        List<Seen> sent = solo.post(1, WrOpcode.RDMA_WRITE, 599);
        assertThat(sent).hasSize(3);
        String[] bths = {"c600ffff", "c700ffff", "c810ffff"};
        for (int i = 0; i < 3; i++) {
            Seen packet = sent.get(i);
            assertBth(packet, bths[i], Solo.PSN + i);
            assertThat(packet.u64(12)).isEqualTo(Solo.REMOTE + 256L * i);
            assertThat(packet.u32(20)).isEqualTo(Solo.REMOTE_KEY);
            assertThat(packet.u32(24)).as("bytes to the end").isEqualTo(599 - 256 * i);
            assertThat(packet.u32(28)).as("T1").isEqualTo(solo.units());
            assertThat(packet.u32(32)).as("Tr, not measured").isZero();
            assertThat(packet.bytes()).hasSize(36 + (i < 2 ? 256 : 88));
            assertThat(packet.bytes()[36]).isEqualTo(Host.pattern(256L * i));
        }
        assertThat(sent.get(2).hex(36 + 87, 36 + 88)).as("pad").isEqualTo("00");
    }

    @Test
    void shouldNumberMessagesThatConsumeAReceive() {
        solo.post(1, WrOpcode.SEND, 4);
        solo.post(2, WrOpcode.RDMA_WRITE, 4);
        solo.post(
                solo.request(3, WrOpcode.RDMA_WRITE_WITH_IMM, 4)
                        .rdma(Solo.REMOTE + 4, Solo.REMOTE_KEY));
        List<Seen> sent = solo.post(4, WrOpcode.SEND, 300);
        assertBth(sent.getFirst(), "c000ffff", Solo.PSN + 3);
        assertThat(sent.get(0).hex(12, 28)).isEqualTo("00000002000000000000012c00000000");
        assertBth(sent.get(1), "c200ffff", Solo.PSN + 4);
        assertThat(sent.get(1).hex(12, 28)).isEqualTo("00000002000001000000002c00000000");
    }

    @Test
    void shouldPutImmediateDataAndKeyBehindThePlacement() {
        Seen write =
                solo.post(solo.request(1, WrOpcode.RDMA_WRITE_WITH_IMM, 4).immData(0xcafef00d))
                        .getFirst();
        assertBth(write, "cb00ffff", Solo.PSN);
        assertThat(write.hex(28, 32)).isEqualTo("cafef00d");
        assertThat(write.u32(32)).isEqualTo(solo.units());
        assertThat(write.bytes()).hasSize(44);
        Seen send =
                solo.post(
                                solo.request(2, WrOpcode.SEND_WITH_IMM, 3)
                                        .immData(7)
                                        .sendFlags(SendFlags.SIGNALED | SendFlags.SOLICITED))
                        .getFirst();
        assertBth(send, "c590ffff", Solo.PSN + 1);
        assertThat(send.hex(12, 32)).isEqualTo("0000000100000000000000030000000000000007");
        Seen invalidate =
                solo.post(solo.request(3, WrOpcode.SEND_WITH_INV, 4).invalidateRkey(0x4711))
                        .getFirst();
        assertBth(invalidate, "d700ffff", Solo.PSN + 2);
        assertThat(invalidate.hex(28, 32)).isEqualTo("00004711");
    }

    @Test
    void shouldNumberReadsAndAtomics() {
        Seen read = solo.post(1, WrOpcode.RDMA_READ, 1000).getFirst();
        assertBth(read, "cc00ffff", Solo.PSN);
        assertThat(read.hex(12, 32))
                .isEqualTo("0000700000001234" + "0badcafe" + "000003e800000000");
        assertThat(read.u32(32)).isEqualTo(solo.units());
        assertThat(read.bytes()).hasSize(40);
        Seen add =
                solo.post(
                                solo.host
                                        .request(2, WrOpcode.ATOMIC_FETCH_AND_ADD, 1000, 8)
                                        .atomic(Solo.REMOTE + 4, Solo.REMOTE_KEY, 5, 0))
                        .getFirst();
        assertBth(add, "d400ffff", Solo.PSN + 1);
        assertThat(add.hex(12, 44))
                .isEqualTo(
                        "00007000000012380badcafe"
                                + "0000000000000005"
                                + "0000000000000000"
                                + "00000001");
        Seen swap =
                solo.post(
                                solo.host
                                        .request(3, WrOpcode.ATOMIC_CMP_AND_SWP, 1008, 8)
                                        .atomic(Solo.REMOTE + 4, Solo.REMOTE_KEY, 5, 9))
                        .getFirst();
        assertBth(swap, "d300ffff", Solo.PSN + 2);
        assertThat(swap.hex(24, 44))
                .as("swap 9, compare 5")
                .isEqualTo("0000000000000009" + "0000000000000005" + "00000002");
        assertThat(swap.bytes()).hasSize(52);
    }

    @Test
    void shouldAnswerInASpaceOfItsOwn() {
        solo.host.fill(0, 300);
        List<Seen> sent =
                Solo.only(
                        solo.receive(Raw.read(Solo.PSN, solo.address(0), solo.rkey(), 299, 0)),
                        0xcd);
        assertThat(sent).hasSize(1);
        assertBth(sent.getFirst(), "cd00ffff", Host.RESPONSE_PSN);
        assertThat(sent.getFirst().hex(12, 28)).isEqualTo("00000000000000000000012b00000000");
    }

    @Test
    void shouldEndTheAnswerWithItsRest() {
        solo.host.fill(0, 300);
        List<Seen> sent =
                Solo.only(
                        solo.receive(
                                Raw.read(Solo.PSN, solo.address(0), solo.rkey(), 299, 0).t1(1)),
                        0xcf);
        assertBth(sent.getFirst(), "cf10ffff", Host.RESPONSE_PSN + 1);
        assertThat(sent.getFirst().hex(12, 28)).isEqualTo("00000000000001000000002b00000000");
        assertThat(sent.getFirst().tr()).as("one-way delay").isEqualTo(solo.units() - 1);
        assertThat(sent.getFirst().bytes()).hasSize(36 + 44);
        assertThat(sent.getFirst().bytes()[36]).isEqualTo(Host.pattern(256));
    }

    @Test
    void shouldAnswerAnAtomicWithWhatStoodThere() {
        solo.host.word(8, Long.reverseBytes(0x3333333344444444L));
        List<Seen> sent =
                Solo.only(
                        solo.receive(
                                Raw.atomic(0xd4, Solo.PSN, solo.address(8), solo.rkey(), 1, 0, 0)),
                        0xd2);
        assertThat(sent).hasSize(1);
        assertBth(sent.getFirst(), "d200ffff", Host.RESPONSE_PSN);
        assertThat(sent.getFirst().hex(12, 28)).isEqualTo("00000000000000000000000800000000");
        assertThat(sent.getFirst().bytes()).hasSize(44);
    }

    @Test
    void shouldMarkARetransmissionAndKeepItsNumber() {
        List<Seen> sent = solo.post(1, WrOpcode.RDMA_WRITE, 256L * 8);
        int t1 = sent.getLast().t1();
        solo.nowNs += 5_000_000;
        List<Seen> again =
                solo.receive(
                        Raw.report(0xda, 1, Solo.PSN, Solo.PSN + 8, 7, t1)
                                .missing(Solo.PSN, 1)
                                .delays(solo.units(), 39062));
        again = again.isEmpty() ? solo.elapse(20_000_000) : again;
        assertBth(again.getFirst(), "c640ffff", Solo.PSN);
        assertThat(again.getFirst().t1()).as("T1 is its own").isNotEqualTo(t1);
        assertThat(again.getFirst().hex(12, 28)).isEqualTo(sent.getFirst().hex(12, 28));
    }

    @Test
    void shouldReportWhatArrived() {
        solo.nowNs += 1000 * 128;
        Raw write = Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 4).payload(0, 4);
        List<Seen> sent = solo.receive(write.t1(77).asks());
        assertThat(sent).hasSize(1);
        Seen report = sent.getFirst();
        assertThat(report.hex(0, 12)).isEqualTo("da00ffff" + "0000beef" + "00000001");
        assertThat(report.hex(12, 16)).as("ACK, one message").isEqualTo("1f000001");
        assertThat(report.u32(16)).as("T3").isEqualTo(solo.units());
        assertThat(report.u32(20)).as("Ts").isEqualTo(solo.units() - 77);
        assertThat(report.u24(24)).isEqualTo(Solo.PSN);
        assertThat(report.u32(28)).as("T1").isEqualTo(77);
        assertThat(report.u32(32)).as("number").isOne();
        assertThat(report.u32(36)).as("cumulative").isEqualTo(Solo.PSN + 1);
        assertThat(report.u32(40)).as("highest").isEqualTo(Solo.PSN + 1);
        assertThat(report.u32(44)).as("packets").isOne();
        assertThat(report.u64(48)).as("bytes, BTH to ICRC").isEqualTo(44);
        assertThat(report.hex(56, 72)).as("missing to duplicates").isEqualTo("0".repeat(32));
        assertThat(report.u32(72)).as("receive limit").isZero();
        assertThat(report.hex(76, 80)).as("part 0 of 1, no entries").isEqualTo("00010000");
        assertThat(report.bytes()).hasSize(80);
    }
}
