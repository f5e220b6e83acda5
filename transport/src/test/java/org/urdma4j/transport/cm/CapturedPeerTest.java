package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Either end of a connection of Linux's rping, replaced by ours. */
class CapturedPeerTest {
    private static final Path CAPTURE =
            Path.of("../codec/src/test/resources/captures/boot-rping-cm.pcap");
    private static final TransportAddress CLIENT = TransportAddress.of(Gid.parse("10.77.0.1"));
    private static final TransportAddress SERVER = TransportAddress.of(Gid.parse("10.77.0.2"));
    private static final CmPath PATH = new CmPath(QpType.RC, Mtu.MTU_4096, 17, 7, 0);
    private static final CmEndpoint CLIENT_QP = CmEndpoint.of(0x2d, 0xcee512);
    private static final CmEndpoint SERVER_QP = CmEndpoint.of(0x29, 0xf16c3d);

    private final Map<CmMessage, ByteBuffer> linux = new EnumMap<>(CmMessage.class);
    private final List<ByteBuffer> sent = new ArrayList<>();

    @BeforeEach
    void readCapture() throws IOException {
        TransportPacket packet = new TransportPacket();
        RoceFrame frame = new RoceFrame();
        try (CaptureReader reader = CaptureReader.open(CAPTURE)) {
            for (var record = reader.next(); record != null; record = reader.next()) {
                ByteBuffer bytes = record.bytes();
                frame.wrap(bytes, 0, bytes.limit(), LinkLayer.ETHERNET);
                var status = packet.wrap(bytes, frame.transportOffset(), frame.transportLength());
                assertThat(status).isEqualTo(PacketStatus.OK);
                int at = GsiPacket.madOffset(packet);
                if (at != GsiPacket.NONE) {
                    byte[] mad = new byte[Mad.LENGTH];
                    bytes.get(at, mad);
                    linux.put(CmMessage.of(bytes, at), ByteBuffer.wrap(mad));
                }
            }
        }
        assertThat(linux).hasSize(5);
    }

    private ConnectionManager manager(Gid gid, long guid) {
        CmConfig config = new CmConfig(gid, guid, 20, 15, 24, 16, 10);
        return new ConnectionManager(config, new Random(1), (to, mad) -> sent.add(mad));
    }

    @Test
    void shouldServeTheClient() {
        ConnectionManager cm = manager(SERVER.gid(), 0x5054_00ff_fe77_0002L);
        cm.listen(CmHost.SERVICE, 1);
        receive(cm, CLIENT, CmMessage.REQ, 0);
        int id = cm.pollEvent() instanceof CmEvent.ConnectRequest request ? request.id() : 0;
        receive(cm, CLIENT, CmMessage.REQ, 0);
        assertThat(cm.state(id)).isEqualTo(CmState.MRA_REQ_SENT);
        sent.clear();
        assertThat(cm.accept(id, SERVER_QP, 1)).isTrue();
        shouldSend(CmMessage.REP, CmRep.LOCAL_COMM_ID);
        receive(cm, CLIENT, CmMessage.RTU, id);
        assertThat(cm.pollEvent()).isEqualTo(new CmEvent.Established(id));
        receive(cm, CLIENT, CmMessage.DREQ, id);
        assertThat(cm.pollEvent()).isEqualTo(new CmEvent.Disconnected(id, false));
        shouldSend(CmMessage.DREP, CmMessage.DREP.fields().getFirst());
    }

    @Test
    void shouldUnderstandTheClient() {
        ConnectionManager cm = manager(SERVER.gid(), 0);
        cm.listen(CmHost.SERVICE, 1);
        receive(cm, CLIENT, CmMessage.REQ, 0);
        var request = (CmEvent.ConnectRequest) cm.pollEvent();
        CmEndpoint heard = CLIENT_QP.withData(PrivateData.of(new byte[56]));
        assertThat(request)
                .isEqualTo(
                        new CmEvent.ConnectRequest(
                                request.id(), CLIENT, 0xd3b8, CmHost.SERVICE, PATH, heard));
    }

    @Test
    void shouldAskTheServer() {
        ConnectionManager cm = manager(CLIENT.gid(), 0x5054_00ff_fe77_0001L);
        int id = cm.connect(SERVER, 0xd3b8, CmHost.SERVICE, PATH, CLIENT_QP, 1);
        // Linux draws a flow label; nothing reads it on IPv4.
        shouldSend(CmMessage.REQ, CmReq.LOCAL_COMM_ID, CmReq.PRIMARY_FLOW_LABEL);
        receive(cm, SERVER, CmMessage.REP, id);
        CmEndpoint heard = SERVER_QP.withData(PrivateData.of(new byte[196]));
        assertThat(cm.pollEvent()).isEqualTo(new CmEvent.ConnectResponse(id, heard));
        cm.establish(id);
        shouldSend(CmMessage.RTU, CmMessage.RTU.fields().getFirst());
        cm.disconnect(id, 1);
        shouldSend(CmMessage.DREQ, CmMessage.DREQ.fields().getFirst());
        receive(cm, SERVER, CmMessage.DREP, id);
        assertThat(cm.pollEvent()).isEqualTo(new CmEvent.Disconnected(id, false));
    }

    /** Hands over the captured message, with our number in place of the one that Linux had. */
    private void receive(ConnectionManager cm, TransportAddress from, CmMessage message, int id) {
        ByteBuffer mad = linux.get(message);
        if (message != CmMessage.REQ) {
            message.fields().get(1).set(mad, 0, id);
        }
        cm.onMad(from, mad, 0, mad.limit(), 1);
    }

    /** What was sent is what Linux sent, but for numbers that are drawn. */
    private void shouldSend(CmMessage message, MadField... drawn) {
        ByteBuffer ours = ByteBuffer.allocate(Mad.LENGTH).put(0, sent.getLast(), 0, Mad.LENGTH);
        ByteBuffer theirs = linux.get(message);
        for (MadField field : drawn) {
            field.set(ours, 0, field.get(theirs, 0));
        }
        ours.putLong(8, Mad.transactionId(theirs, 0));
        assertThat(ours).as("%s", message).isEqualTo(theirs);
    }
}
