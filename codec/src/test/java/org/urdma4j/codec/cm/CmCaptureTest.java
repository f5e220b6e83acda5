package org.urdma4j.codec.cm;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Map.entry;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.testing.CaptureFiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The five messages of one connection of Linux's rping. Expected values are what tshark prints of
 * them, but for the flow label, which it reads a byte too late.
 */
class CmCaptureTest {
    private static final long CLIENT = 0xbd96_6178L;
    private static final long SERVER = 0xd62b_10f7L;
    private static final long CLIENT_GID = 0x0000_ffff_0a4d_0001L;
    private static final long SERVER_GID = 0x0000_ffff_0a4d_0002L;

    private final List<ByteBuffer> mads = mads();

    @Test
    void shouldBeTheMessagesOfAConnection() {
        assertThat(mads.stream().map(mad -> CmMessage.of(mad, 0)))
                .containsExactly(
                        CmMessage.REQ,
                        CmMessage.REP,
                        CmMessage.RTU,
                        CmMessage.DREQ,
                        CmMessage.DREP);
        for (ByteBuffer mad : mads) {
            assertThat(Mad.transactionId(mad, 0)).isEqualTo(0x0000_0002_7861_96bdL);
            assertThat(Mad.status(mad, 0)).isZero();
            assertThat(Mad.classSpecific(mad, 0)).isZero();
            assertThat(Mad.attributeModifier(mad, 0)).isZero();
            assertThat(Mad.toString(mad, 0)).contains("class=0x07", "tid=0x00000002786196bd");
        }
    }

    @Test
    void shouldReadReq() {
        shouldRead(
                0,
                Map.ofEntries(
                        entry("local communication ID", CLIENT),
                        entry("service ID", 0x0000_0000_0106_1c06L),
                        entry("local CA GUID", 0x5054_00ff_fe77_0001L),
                        entry("local QPN", 0x2dL),
                        entry("responder resources", 1L),
                        entry("initiator depth", 1L),
                        entry("remote CM response timeout", 20L),
                        entry("starting PSN", 0xce_e512L),
                        entry("local CM response timeout", 20L),
                        entry("retry count", 7L),
                        entry("partition key", 0xffffL),
                        entry("path packet payload MTU", 5L),
                        entry("RNR retry count", 7L),
                        entry("max CM retries", 15L),
                        entry("primary local port LID", 0xffffL),
                        entry("primary remote port LID", 0xffffL),
                        entry("primary local port GID, interface", CLIENT_GID),
                        entry("primary remote port GID, interface", SERVER_GID),
                        entry("primary flow label", 0x9_bf4eL),
                        entry("primary hop limit", 0x40L),
                        entry("primary local ACK timeout", 17L)));
    }

    @Test
    void shouldReadAddressesAndService() {
        ByteBuffer req = mads.get(0);
        int at = CmReq.PRIVATE_DATA.offset();
        assertThat(IpCmHeader.isValid(req, at)).isTrue();
        assertThat(IpCmHeader.ipVersion(req, at)).isEqualTo(4);
        assertThat(IpCmHeader.sourcePort(req, at)).isEqualTo(0xd3b8);
        assertThat(IpCmHeader.sourcePrefix(req, at)).isZero();
        assertThat(IpCmHeader.sourceInterface(req, at)).isEqualTo(CLIENT_GID);
        assertThat(IpCmHeader.destinationPrefix(req, at)).isZero();
        assertThat(IpCmHeader.destinationInterface(req, at)).isEqualTo(SERVER_GID);
        assertThat(OfferPlacement.REQ.offer(req, 0)).isNull();
        assertThat(OfferPlacement.REQ.data(req, 0).bytes()).isEqualTo(new byte[56]);
        long service = CmReq.SERVICE_ID.get(req, 0);
        assertThat(ServiceId.isOf(PortSpace.TCP, service)).isTrue();
        assertThat(ServiceId.isOf(PortSpace.UDP, service)).isFalse();
        assertThat(ServiceId.port(service)).isEqualTo(7174);
    }

    @Test
    void shouldReadRep() {
        shouldRead(
                1,
                Map.ofEntries(
                        entry("local communication ID", SERVER),
                        entry("remote communication ID", CLIENT),
                        entry("local QPN", 0x29L),
                        entry("starting PSN", 0xf1_6c3dL),
                        entry("responder resources", 1L),
                        entry("initiator depth", 1L),
                        entry("target ACK delay", 15L),
                        entry("RNR retry count", 7L),
                        entry("local CA GUID", 0x5054_00ff_fe77_0002L)));
    }

    @Test
    void shouldReadRtu() {
        shouldRead(
                2,
                Map.ofEntries(
                        entry("local communication ID", CLIENT),
                        entry("remote communication ID", SERVER)));
    }

    @Test
    void shouldReadDreq() {
        shouldRead(
                3,
                Map.ofEntries(
                        entry("local communication ID", CLIENT),
                        entry("remote communication ID", SERVER),
                        entry("remote QPN/EECN", 0x29L)));
    }

    @Test
    void shouldReadDrep() {
        shouldRead(
                4,
                Map.ofEntries(
                        entry("local communication ID", SERVER),
                        entry("remote communication ID", CLIENT)));
    }

    @Test
    void shouldWriteTheSameBytesAgain() {
        for (ByteBuffer mad : mads) {
            CmMessage message = CmMessage.of(mad, 0);
            ByteBuffer again = ByteBuffer.allocate(Mad.LENGTH);
            message.write(again, 0, Mad.transactionId(mad, 0));
            message.fields().forEach(field -> field.set(again, 0, field.get(mad, 0)));
            if (message == CmMessage.REQ) {
                int at = CmReq.PRIVATE_DATA.offset();
                IpCmHeader.write(again, at, 0xd3b8, 0, CLIENT_GID, 0, SERVER_GID);
            }
            assertThat(again).as("%s", message).isEqualTo(mad);
        }
    }

    /** What isn't listed is zero. */
    private void shouldRead(int index, Map<String, Long> expected) {
        ByteBuffer mad = mads.get(index);
        Map<String, Long> read = new HashMap<>();
        CmMessage.of(mad, 0)
                .fields()
                .forEach(field -> {
                    if (field.get(mad, 0) != 0) {
                        read.put(field.name(), field.get(mad, 0));
                    }
                });
        assertThat(read).isEqualTo(expected);
    }

    private static List<ByteBuffer> mads() {
        List<ByteBuffer> mads = new ArrayList<>();
        TransportPacket packet = new TransportPacket();
        try {
            for (RoceFrame frame : CaptureFiles.roceFrames("boot-rping-cm.pcap")) {
                var status =
                        packet.wrap(
                                frame.buffer(), frame.transportOffset(), frame.transportLength());
                assertThat(status).isEqualTo(PacketStatus.OK);
                int at = GsiPacket.madOffset(packet);
                if (at != GsiPacket.NONE) {
                    mads.add(frame.buffer().slice(at, Mad.LENGTH));
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return mads;
    }
}
