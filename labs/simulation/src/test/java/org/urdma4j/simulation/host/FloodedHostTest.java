package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.IpCmHeader;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.cm.CmCounter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** 100,000 messages of strangers in a second, beside a transfer whose bytes go where answers go. */
class FloodedHostTest {
    private static final int FLOOD = 100_000;
    private static final int BYTES = 64 << 20;
    private static final int SERVICE = 7174;
    private static final long TCP_SERVICES = 0x0000_0000_0106_0000L;
    private static final long SECOND = 1_000_000_000;
    private static final int MTU_1024 = 3;
    private static final LinkConfig LINK =
            LinkConfig.builder().rate(1_000_000_000).delay(2_000_000).build();

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
    private final SimulatedHost stranger = network.host("c", EngineConfig.DEFAULT);
    private Peer left;
    private Peer right;

    enum Flood {
        NOTHING,
        /** To a service that listens. */
        REQUESTS,
        /** To nobody. */
        REQUESTS_TO_NOBODY,
        ENDS_OF_NOTHING
    }

    private void connect() {
        SimulatedLink out = network.link("out", LINK);
        network.route(a, b, network.link("in", LINK));
        network.route(b, a, out);
        network.route(stranger, b, network.link("from stranger", LINK));
        network.route(b, stranger, out);
        left = new Peer(a, BYTES);
        right = new Peer(b, BYTES);
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1400).build();
        Peer.connect(left, right, 1, 2, new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer));
    }

    private CmEventChannel listen() {
        CmEventChannel events = RdmaCm.createEventChannel(right.context);
        CmId id = events.createId(right.context, CmPortSpace.TCP);
        id.bindAddr(new InetSocketAddress(SERVICE));
        id.listen(0);
        return events;
    }

    private void send(Flood flood, int i) {
        SimulatedRoute route = network.route(stranger.address(0), b.gid());
        SimulatedPacket packet = network.pool().empty(route, 0, GsiPacket.LENGTH);
        ByteBuffer buffer = packet.buffer;
        GsiPacket.writeHeaders(buffer, 0, Bth.DEFAULT_P_KEY, 0);
        int mad = GsiPacket.MAD_OFFSET;
        if (flood == Flood.ENDS_OF_NOTHING) {
            CmMessage.DREQ.write(buffer, mad, i);
            CmDreq.LOCAL_COMM_ID.set(buffer, mad, i);
        } else {
            CmMessage.REQ.write(buffer, mad, i);
            CmReq.LOCAL_COMM_ID.set(buffer, mad, i);
            CmReq.LOCAL_QPN.set(buffer, mad, 1 + i);
            CmReq.PATH_MTU.set(buffer, mad, MTU_1024);
            int port = SERVICE + (flood == Flood.REQUESTS ? 0 : 1);
            CmReq.SERVICE_ID.set(buffer, mad, TCP_SERVICES | port);
            IpCmHeader.write(buffer, mad + CmReq.PRIVATE_DATA.offset(), 9, 0, 0, 0, 0);
        }
        route.stamp(packet);
        packet.forward();
    }

    private void begin(Flood flood, int i) {
        if (i <= FLOOD) {
            send(flood, i);
            var _ =
                    network.time()
                            .schedule(
                                    network.time().nowNs() + SECOND / FLOOD,
                                    () -> begin(flood, i + 1));
        }
    }

    /** Returns how long the transfer takes, the flood having begun before. */
    private long transferNs(Flood flood) {
        connect();
        try (CmEventChannel events = listen()) {
            if (flood != Flood.NOTHING) {
                begin(flood, 1);
            }
            network.time().runUntil(network.time().nowNs() + SECOND / 10);
            long start = network.time().nowNs();
            left.post(left.write(right, 0, BYTES).opcode(WrOpcode.RDMA_READ));
            assertThat(network.runUntil(() -> left.completions(1), 20 * SECOND)).isTrue();
            long tookNs = network.time().nowNs() - start;
            network.time().runUntil(start + SECOND);
            assertThat(left.poll()).hasSize(1).allMatch(done -> done.isSuccess());
            int kept = 0;
            while (events.pollCmEvent() != null) {
                kept++;
            }
            assertThat(kept).isEqualTo(flood == Flood.REQUESTS ? 64 : 0);
            return tookNs;
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {"NOTHING"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldLeaveTheTransferNineTenthsOfItsRate(Flood flood) {
        long alone = new FloodedHostTest().transferNs(Flood.NOTHING);
        long beside = transferNs(flood);
        assertThat((double) alone / beside).isGreaterThan(0.9);
        long received = right.context.connections().counters().get(CmCounter.RECEIVED);
        assertThat(received).isGreaterThan(FLOOD * 9 / 10);
    }
}
