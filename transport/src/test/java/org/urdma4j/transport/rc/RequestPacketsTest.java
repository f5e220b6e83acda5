package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;

/** The packets of one work request: kinds, numbers, headers, payload (IBTA 1.4 §9.2, §9.4). */
class RequestPacketsTest {
    private final Solo solo = new Solo();

    private static final int MEMORY = 1 << 16;

    private byte[] fillMemory() {
        byte[] content = new byte[MEMORY];
        for (int i = 0; i < MEMORY; i++) {
            content[i] = (byte) (i * 7 + (i >> 8));
        }
        solo.host.memory.copyFrom(MemorySegment.ofArray(content));
        return content;
    }

    record Size(Mtu mtu, int bytes) {}

    static Stream<Size> sizes() {
        return Stream.of(Mtu.values())
                .flatMap(mtu -> {
                    int m = mtu.bytes();
                    return Stream.of(1, 3, m - 1, m, m + 1, 2 * m - 1, 2 * m, 2 * m + 1)
                            .map(bytes -> new Size(mtu, bytes));
                });
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldCutAMessageIntoPackets(Size size) {
        int mtu = size.mtu().bytes();
        byte[] content = fillMemory();
        solo.connect(Solo.attr().pathMtu(size.mtu()));

        List<Captured> packets = solo.post(1, WrOpcode.RDMA_WRITE, size.bytes());

        int count = (size.bytes() + mtu - 1) / mtu;
        assertThat(packets).hasSize(count);
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            Captured packet = packets.get(i);
            assertThat(packet.opcode()).isEqualTo(writeOpcode(i, count));
            assertThat(packet.psn()).isEqualTo(SQ_PSN + i);
            assertThat(packet.payload()).hasSize(i + 1 < count ? mtu : size.bytes() - i * mtu);
            assertThat(packet.headers.padCount()).isEqualTo(-packet.payload().length & 3);
            assertThat(packet.headers.ackRequested()).isEqualTo(i + 1 == count);
            assertThat(packet.headers.destQp()).isEqualTo(Solo.PEER_QPN);
            assertThat(packet.headers.pKey()).isEqualTo(Bth.DEFAULT_P_KEY);
            joined.writeBytes(packet.payload());
        }
        assertThat(joined.toByteArray()).isEqualTo(java.util.Arrays.copyOf(content, size.bytes()));
        assertThat(packets.getFirst().headers.virtualAddress()).isEqualTo(Solo.REMOTE);
        assertThat(packets.getFirst().headers.rKey()).isEqualTo(Solo.REMOTE_KEY);
        assertThat(packets.getFirst().headers.dmaLength()).isEqualTo(size.bytes());
    }

    private static int writeOpcode(int index, int count) {
        if (count == 1) {
            return Opcode.RC_RDMA_WRITE_ONLY;
        }
        if (index == 0) {
            return Opcode.RC_RDMA_WRITE_FIRST;
        }
        return index + 1 == count ? Opcode.RC_RDMA_WRITE_LAST : Opcode.RC_RDMA_WRITE_MIDDLE;
    }

    @ParameterizedTest
    @EnumSource(
            names = {"SEND", "SEND_WITH_IMM", "SEND_WITH_INV", "RDMA_WRITE", "RDMA_WRITE_WITH_IMM"})
    void shouldSendAMessageOfNoBytesAsOneEmptyPacket(WrOpcode opcode) {
        solo.connect(Solo.attr()).uncounted();

        List<Captured> packets = solo.post(1, opcode, 0);

        String name = opcode.name().replace("RDMA_", "");
        String expected =
                name.contains("_WITH") ? name.replace("_WITH", "_ONLY_WITH") : name + "_ONLY";
        expected = expected.replace("IMM", "IMMEDIATE").replace("INV", "INVALIDATE");
        assertThat(brief(packets)).containsExactly(expected + " 200");
        assertThat(packets.getFirst().payload()).isEmpty();
        assertThat(packets.getFirst().headers.ackRequested()).isTrue();
    }

    @Test
    void shouldSendImmediateDataWithTheLastPacketOnly() {
        solo.connect(Solo.attr()).uncounted();

        List<Captured> packets =
                solo.post(solo.request(1, WrOpcode.SEND_WITH_IMM, 600).immData(0x01020304));

        assertThat(brief(packets))
                .containsExactly(
                        "SEND_FIRST 200", "SEND_MIDDLE 201", "SEND_LAST_WITH_IMMEDIATE 202");
        assertThat(packets.getLast().headers.immediate()).isEqualTo(0x01020304);
    }

    @Test
    void shouldSendTheKeyToInvalidateWithTheLastPacketOnly() {
        solo.connect(Solo.attr()).uncounted();

        List<Captured> packets =
                solo.post(solo.request(1, WrOpcode.SEND_WITH_INV, 300).invalidateRkey(0x55));

        assertThat(brief(packets))
                .containsExactly("SEND_FIRST 200", "SEND_LAST_WITH_INVALIDATE 201");
        assertThat(packets.getLast().headers.invalidateRkey()).isEqualTo(0x55);
    }

    @Test
    void shouldAskForARead() {
        solo.connect(Solo.attr()).uncounted();

        Captured request = solo.post(1, WrOpcode.RDMA_READ, 1000).getFirst();

        assertThat(request).hasToString("READ_REQUEST 200");
        assertThat(request.headers.virtualAddress()).isEqualTo(Solo.REMOTE);
        assertThat(request.headers.rKey()).isEqualTo(Solo.REMOTE_KEY);
        assertThat(request.headers.dmaLength()).isEqualTo(1000);
        assertThat(request.headers.length()).isEqualTo(28);
        assertThat(brief(solo.post(2, WrOpcode.RDMA_WRITE, 8))).containsExactly("WRITE_ONLY 204");
    }

    @Test
    void shouldAskForAtomicOperations() {
        solo.connect(Solo.attr()).uncounted();
        SendWr add =
                new SendWr()
                        .opcode(WrOpcode.ATOMIC_FETCH_AND_ADD)
                        .atomic(Solo.REMOTE, Solo.REMOTE_KEY, 11, 12)
                        .addSge(solo.address(), 8, solo.host.region.lkey());

        Captured fetchAdd = solo.post(add).getFirst();
        Captured swap = solo.post(add.opcode(WrOpcode.ATOMIC_CMP_AND_SWP)).getFirst();

        assertThat(fetchAdd).hasToString("FETCH_ADD 200");
        assertThat(fetchAdd.headers.virtualAddress()).isEqualTo(Solo.REMOTE);
        assertThat(fetchAdd.headers.rKey()).isEqualTo(Solo.REMOTE_KEY);
        assertThat(fetchAdd.headers.swapAdd()).isEqualTo(11);
        assertThat(swap).hasToString("COMPARE_SWAP 201");
        assertThat(swap.headers.swapAdd()).isEqualTo(12);
        assertThat(swap.headers.compare()).isEqualTo(11);
    }

    @Test
    void shouldSetTheSolicitedBitOnTheLastPacketOnly() {
        solo.connect(Solo.attr()).uncounted();

        List<Captured> packets =
                solo.post(solo.request(1, WrOpcode.SEND, 600).sendFlags(SendFlags.SOLICITED));

        assertThat(packets)
                .extracting(p -> p.headers.solicited())
                .containsExactly(false, false, true);
    }

    @Test
    void shouldNotSetTheSolicitedBitOnAPlainWrite() {
        solo.connect(Solo.attr()).uncounted();

        List<Captured> packets =
                solo.post(solo.request(1, WrOpcode.RDMA_WRITE, 8).sendFlags(SendFlags.SOLICITED));

        assertThat(packets.getFirst().headers.solicited()).isFalse();
    }

    @Test
    void shouldGatherFromAListOfPieces() {
        byte[] content = fillMemory();
        solo.connect(Solo.attr()).uncounted();
        int lkey = solo.host.region.lkey();
        SendWr wr =
                new SendWr()
                        .opcode(WrOpcode.SEND)
                        .addSge(solo.address() + 5000, 255, lkey)
                        .addSge(0, 0, 0xdead)
                        .addSge(solo.address() + 100, 2, lkey)
                        .addSge(solo.address() + 9000, 300, lkey);

        List<Captured> packets = solo.post(wr);

        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.write(content, 5000, 255);
        expected.write(content, 100, 2);
        expected.write(content, 9000, 300);
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        packets.forEach(p -> joined.writeBytes(p.payload()));
        assertThat(joined.toByteArray()).isEqualTo(expected.toByteArray());
    }

    @Test
    void shouldSendInlineDataAsTheyWereWhenPosted() {
        solo.connect(Solo.attr()).uncounted();
        MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2, 3});
        SendWr wr = new SendWr().wrId(9).opcode(WrOpcode.SEND).inlineData(data);
        solo.host.post(wr);
        data.set(ValueLayout.JAVA_BYTE, 0, (byte) 77);
        wr.wrId(10).inlineData(MemorySegment.ofArray(new byte[] {9}));

        List<Captured> first = solo.turn();
        solo.elapse(70_000_000);

        assertThat(first.getFirst().payload()).containsExactly(1, 2, 3);
        assertThat(solo.log.getLast().payload()).as("sent again").containsExactly(1, 2, 3);
        solo.answer(SQ_PSN, AethSyndrome.ACK_UNLIMITED);
        assertThat(solo.sent()).containsExactly("9 SUCCESS");
    }
}
