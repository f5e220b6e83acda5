package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.linux.VirtioHeader;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.net.InetAddress;
import java.util.List;

/** Queue pairs that are connected to others of the same machine, not by way of a cable. */
@Tag("netns")
class LocalPeerTest {
    private static final InetAddress ONE = VethPair.address(true, 1);
    private static final int LOOPBACK = 1;

    private VethPair link;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(1500);
    }

    @AfterEach
    void leave() {
        link.close();
    }

    private BackendEnd open(GidType type, InetAddress address) throws Exception {
        FramePortConfig config = FramePortConfig.builder(address).gidType(type).build();
        return new BackendEnd(link.first(() -> RawPort.open(config)));
    }

    @ParameterizedTest
    @CsvSource({"ROCE_V1, true, 0", "ROCE_V2, true, 0", "ROCE_V2, false, 0", "ROCE_V2, true, 3"})
    void shouldConnectTwoQueuePairsOfOneDevice(GidType type, boolean ipv4, int sl)
            throws Exception {
        try (BackendEnd a = open(type, VethPair.address(ipv4, 1));
                BackendEnd b = BackendEnd.beside(a)) {
            BackendEnd.connect(a, b, new QpAttr(), sl);

            BackendEnd.exchange(a, b);
            assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
        }
    }

    /** The other end of the cable sends what went over the loopback interface once more. */
    @Test
    void shouldNotBelieveTheCableThatItIsLocal() throws Exception {
        try (BackendEnd a = open(GidType.ROCE_V2, ONE);
                BackendEnd b = BackendEnd.beside(a);
                FrameEnd stranger =
                        new FrameEnd(
                                link.second(() ->
                                        RawPort.open(
                                                FramePortConfig.builder(VethPair.address(true, 2))
                                                        .build())));
                PacketSocket watch =
                        link.first(() ->
                                new PacketSocket(
                                        LOOPBACK,
                                        FrameFilter.of(FrameFilter.matches(List.of(ONE), 4791)),
                                        1 << 20));
                FrameReader reader = new FrameReader(watch)) {
            BackendEnd.connect(a, b, new QpAttr());
            a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, 100));
            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(reader.read()).isPositive();
            byte[] frame = new byte[reader.length(0) - VirtioHeader.LENGTH];
            reader.buffer(0).getBytes(VirtioHeader.LENGTH, frame);

            FrameEnd.Station station = stranger.station();
            assertThat(station.send(frame)).isEqualTo(WcStatus.SUCCESS);

            Endpoint.await(() -> a.count(Counter.DROPPED_WRONG_PEER) == 1, "the drop");
            assertThat(a.count(Counter.DUPLICATE_REQUEST)).isZero();
        }
    }
}
