package org.urdma4j.transport.unreliable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.transport.rc.Captured;
import org.urdma4j.transport.rc.Host;
import org.urdma4j.transport.rc.Solo;
import org.urdma4j.transport.rc.Somewhere;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Either end of UC and UD traffic between two Linux rxe devices, replaced by ours: the same
 * requests become the same packets, byte for byte, and the same packets the same completions. What
 * was posted and what completed is in the .log files beside the captures.
 */
class RecordedUnreliableTest {
    private static final Path FOLDER = Path.of("../codec/src/test/resources/captures");
    private static final int GRH = 40;

    /** The first bytes of the recorded requesters' memories. */
    private static final int UC_SEED = 0x22;

    private static final int UD_SEED = 0x33;

    /** Where the memory of the recorded responder was, and its key. */
    private static final long ADDRESS = 140_229_620_277_248L;

    private static final int RKEY = 1547;

    /** One line of a log. */
    private record Posted(WrOpcode opcode, int length, int immediate) {
        boolean write() {
            return opcode == WrOpcode.RDMA_WRITE || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        }

        boolean completesReceive() {
            return opcode != WrOpcode.RDMA_WRITE;
        }
    }

    private static final List<Posted> UC =
            List.of(
                    new Posted(WrOpcode.SEND, 100, 0),
                    new Posted(WrOpcode.SEND, 3000, 0),
                    new Posted(WrOpcode.SEND_WITH_IMM, 7, 0x0102_0304),
                    new Posted(WrOpcode.SEND_WITH_IMM, 2049, 0x0102_0305),
                    new Posted(WrOpcode.RDMA_WRITE, 100, 0),
                    new Posted(WrOpcode.RDMA_WRITE, 3000, 0),
                    new Posted(WrOpcode.RDMA_WRITE_WITH_IMM, 100, 9),
                    new Posted(WrOpcode.RDMA_WRITE_WITH_IMM, 2500, 10));

    private static final List<Posted> UD =
            List.of(
                    new Posted(WrOpcode.SEND, 0, 0),
                    new Posted(WrOpcode.SEND, 100, 0),
                    new Posted(WrOpcode.SEND, 1024, 0),
                    new Posted(WrOpcode.SEND_WITH_IMM, 33, 0x0a0b_0c0d));

    private static List<byte[]> packets(String file) throws IOException {
        List<byte[]> all = new ArrayList<>();
        RoceFrame frame = new RoceFrame();
        try (CaptureReader reader = CaptureReader.open(FOLDER.resolve(file))) {
            for (var record = reader.next(); record != null; record = reader.next()) {
                ByteBuffer bytes = record.bytes();
                frame.wrap(bytes, 0, bytes.limit(), LinkLayer.ETHERNET);
                byte[] packet = new byte[frame.transportLength()];
                bytes.get(frame.transportOffset(), packet);
                all.add(packet);
            }
        }
        return all;
    }

    private static TransportPacket headers(byte[] packet) {
        TransportPacket headers = new TransportPacket();
        assertThat(headers.wrap(ByteBuffer.wrap(packet), 0, packet.length))
                .isEqualTo(PacketStatus.OK);
        return headers;
    }

    /** The recorded requester's memory, which its program filled like this. */
    private static byte[] pattern(int seed, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed + 7 * i + (i >> 8));
        }
        return bytes;
    }

    private static byte[] memory(Solo solo, int length) {
        return solo.host.memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }

    private static QpAttr attr(byte[] first) {
        int psn = headers(first).psn();
        return Solo.attr().pathMtu(Mtu.MTU_1024).sqPsn(psn).rqPsn(psn);
    }

    private static Solo connected(byte[] first) {
        Solo solo = new Solo(new Host("uc", QpType.UC, 1));
        solo.host.connect(headers(first).destQp(), solo.peer, attr(first));
        return solo;
    }

    private static Solo datagram(byte[] first) {
        Solo solo = new Solo(new Host("ud", QpType.UD, 1, 1024));
        QpAttr init = new QpAttr().qpState(QpState.INIT).qkey(headers(first).qKey());
        solo.host.qp.modify(init, init.mask() | QpAttrMask.PKEY_INDEX, null, 0xffff);
        QpAttr rtr = new QpAttr().qpState(QpState.RTR);
        solo.host.qp.modify(rtr, rtr.mask(), null, 0);
        QpAttr rts = new QpAttr().qpState(QpState.RTS).sqPsn(headers(first).psn());
        solo.host.qp.modify(rts, rts.mask(), null, 0);
        return solo;
    }

    private static SendWr request(Solo solo, Posted posted) {
        return new SendWr()
                .opcode(posted.opcode())
                .sendFlags(SendFlags.SIGNALED)
                .immData(posted.immediate())
                .rdma(ADDRESS, RKEY)
                .addSge(solo.address(), posted.length(), solo.host.region.lkey());
    }

    private static void fill(Solo solo, int seed) {
        byte[] bytes = pattern(seed, 4096);
        for (int i = 0; i < bytes.length; i++) {
            solo.host.memory.set(ValueLayout.JAVA_BYTE, i, bytes[i]);
        }
    }

    private static void receive(Solo solo, byte[] packet) {
        ByteBuffer b = ByteBuffer.wrap(packet);
        b.putInt(4, solo.host.qp.qpn());
        TransportPacket headers = headers(packet);
        if (headers.has(Opcode.RETH)) {
            assertThat(headers.virtualAddress()).isEqualTo(ADDRESS);
            assertThat(headers.rKey()).isEqualTo(RKEY);
            int at = Opcode.rethOffset(headers.opcode());
            Reth.write(b, at, solo.address(), solo.rkey(), headers.dmaLength());
        }
        assertThat(solo.receiveBytes(packet)).isEmpty();
    }

    @Test
    void shouldSendUcAsRxeDoes() throws IOException {
        List<byte[]> recorded = packets("golden-uc-v4.pcap");
        Solo solo = connected(recorded.getFirst());
        fill(solo, UC_SEED);
        List<Captured> sent = new ArrayList<>();
        for (Posted posted : UC) {
            sent.addAll(solo.post(request(solo, posted)));
        }
        assertThat(sent).hasSameSizeAs(recorded);
        for (int i = 0; i < sent.size(); i++) {
            assertThat(comparable(sent.get(i).bytes))
                    .as("packet %d: %s", i, sent.get(i))
                    .isEqualTo(comparable(recorded.get(i)));
        }
    }

    /** Leaves out what is a matter of taste: whether to ask for migration and acknowledgement. */
    private static byte[] comparable(byte[] packet) {
        byte[] copy = packet.clone();
        copy[1] &= (byte) ~Bth.MIG_REQ;
        return copy;
    }

    @Test
    void shouldReceiveUcFromRxe() throws IOException {
        List<byte[]> recorded = packets("golden-uc-v4.pcap");
        Solo solo = connected(recorded.getFirst());
        int next = 0;
        for (Posted posted : UC) {
            solo.host.memory.fill((byte) 0);
            int key = solo.host.region.lkey();
            if (posted.completesReceive()) {
                solo.host.post(new RecvWr().addSge(solo.address(), 4096, key));
            }
            boolean ends = false;
            while (!ends) {
                ends = headers(recorded.get(next)).has(Opcode.END);
                receive(solo, recorded.get(next++));
            }
            List<WorkCompletion> done = solo.host.received();
            assertThat(done).hasSize(posted.completesReceive() ? 1 : 0);
            for (WorkCompletion each : done) {
                assertThat(each.isSuccess()).isTrue();
                assertThat(each.byteLen()).isEqualTo(posted.length());
                assertThat(each.opcode())
                        .isEqualTo(posted.write() ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV);
                assertThat(each.immData()).isEqualTo(posted.immediate());
            }
            assertThat(memory(solo, posted.length())).isEqualTo(pattern(UC_SEED, posted.length()));
        }
        assertThat(next).isEqualTo(recorded.size());
    }

    @Test
    void shouldSendUdAsRxeDoes() throws IOException {
        List<byte[]> recorded = packets("golden-ud-v4.pcap");
        Solo solo = datagram(recorded.getFirst());
        fill(solo, UD_SEED);
        int qKey = headers(recorded.getFirst()).qKey();
        List<Captured> sent = new ArrayList<>();
        for (Posted posted : UD) {
            SendWr wr = request(solo, posted).ud(new Somewhere(), 0x16, qKey);
            solo.host.sendQueue.post(wr, source -> false);
            solo.host.doorbell.ring();
            sent.addAll(solo.turn());
        }
        assertThat(sent).hasSameSizeAs(recorded);
        for (int i = 0; i < sent.size(); i++) {
            byte[] expected = recorded.get(i);
            assertThat(headers(expected).srcQp()).isEqualTo(0x16);
            Deth.write(ByteBuffer.wrap(expected), Bth.LENGTH, qKey, solo.host.qp.qpn());
            assertThat(comparable(sent.get(i).bytes)).isEqualTo(comparable(expected));
        }
    }

    @Test
    void shouldReceiveUdFromRxe() throws IOException {
        List<byte[]> recorded = packets("golden-ud-v4.pcap");
        assertThat(recorded).hasSameSizeAs(UD);
        Solo solo = datagram(recorded.getFirst());
        for (int i = 0; i < UD.size(); i++) {
            int key = solo.host.region.lkey();
            solo.host.post(new RecvWr().addSge(solo.address(), 4096, key));
            receive(solo, recorded.get(i));

            Posted posted = UD.get(i);
            WorkCompletion done = solo.host.received().getFirst();
            assertThat(done.isSuccess()).isTrue();
            assertThat(done.byteLen()).isEqualTo(GRH + posted.length());
            assertThat(done.srcQp()).isEqualTo(0x16);
            boolean immediate = posted.opcode() == WrOpcode.SEND_WITH_IMM;
            assertThat(done.wcFlags()).isEqualTo(WcFlags.GRH | (immediate ? WcFlags.WITH_IMM : 0));
            assertThat(done.immData()).isEqualTo(posted.immediate());
            byte[] message =
                    solo.host.memory.asSlice(GRH, posted.length()).toArray(ValueLayout.JAVA_BYTE);
            assertThat(message).isEqualTo(pattern(UD_SEED, posted.length()));
        }
    }
}
