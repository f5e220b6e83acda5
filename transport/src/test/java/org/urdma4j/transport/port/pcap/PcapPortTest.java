package org.urdma4j.transport.port.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.raw.VethPair;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.net.InetAddress;
import java.util.concurrent.Callable;

/** Peers on other backends, whose packets come joined, and what is refused. */
@Tag("netns")
class PcapPortTest {
    private static final InetAddress ONE = VethPair.address(true, 1);
    private static final InetAddress OTHER = VethPair.address(true, 2);
    private static final int MESSAGES = 4;

    private VethPair link;

    @BeforeAll
    static void requireLibpcap() {
        InstalledLibpcap.require();
    }

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(9000);
    }

    @AfterEach
    void leave() {
        link.close();
    }

    private static NetworkPort pcap(InetAddress address) {
        return PcapPort.open(FramePortConfig.builder(address).build());
    }

    /** Writes there and reads back. */
    private void exchangeWith(Callable<NetworkPort> peer) throws Exception {
        try (BackendEnd a = new BackendEnd(link.first(() -> pcap(ONE)));
                BackendEnd b = new BackendEnd(link.second(peer))) {
            a.fill(1);
            BackendEnd.connect(a, b, new QpAttr().timeout(14).retryCnt(7));
            for (WrOpcode opcode : new WrOpcode[] {WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ}) {
                for (int i = 0; i < MESSAGES; i++) {
                    a.post(a.request(opcode, b, 0, BackendEnd.MEMORY));
                    assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
                }
            }
            assertThat(b.memory().mismatch(a.memory())).isEqualTo(-1);
            assertThat(a.count(Counter.DROPPED_ICRC) + b.count(Counter.DROPPED_ICRC)).isZero();
            assertThat(a.count(Counter.DROPPED_MALFORMED)).isZero();
        }
    }

    @Test
    void shouldTakeApartWhatAPeerSendsAsSuperPackets() throws Exception {
        exchangeWith(() -> RawPort.open(FramePortConfig.builder(OTHER).build()));
    }

    @Test
    void shouldTalkToAPeerBehindASocket() throws Exception {
        exchangeWith(() -> UdpPort.open(UdpPortConfig.builder(OTHER).build()));
    }

    @Test
    void shouldHoldThePortAndGiveItBack() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (NetworkPort port = link.first(() -> pcap(ONE))) {
                assertThat(port.description()).isEqualTo("pcap 10.99.0.1 on eth0");
                assertThatThrownBy(() -> link.first(() -> pcap(ONE)))
                        .isInstanceOfSatisfying(
                                VerbsException.class,
                                e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE))
                        .hasMessageContaining("UDP 10.99.0.1 is taken");
            }
        }
        assertThatThrownBy(() -> link.first(() -> pcap(InetAddress.ofLiteral("192.0.2.1"))))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no network interface has this address");
    }
}
