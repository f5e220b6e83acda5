package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.verbs.WcStatus;

import java.net.InetAddress;
import java.util.HexFormat;

/**
 * Frames of devices, as scapy's tests publish them, sent to a port live: they reach the shard,
 * which has no queue pair of their numbers.
 */
@Tag("netns")
class PublishedFramesTest {
    private static final String MACS = "7cfe90753cd87cfe90753cd8";
    private static final String ROCE_V1 =
            MACS
                    + "89156020000000141b4000000000000000000000ffff0f000002"
                    + "00000000000000000000ffff0f0000021140ffff0000010900a788c00000000525f0c038";
    private static final String IPV4 =
            MACS
                    + "080045010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff"
                    + "000000d300cf17104630818be28935d90e9a95505401be885e50000078f353f3";
    private static final String IPV6 =
            MACS
                    + "86dd6e21face002c11ff20220000000000000000000000001023202300000000000000000000"
                    + "00001024c00012b7002ce7c52460ffff000000d300cf17104630818be28935d90e9a95505401"
                    + "be885e5000003e5b743b";

    private VethPair link;
    private FrameEnd.Station sender;
    private FrameEnd end;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(1500);
        FramePortConfig config = FramePortConfig.builder(VethPair.address(true, 1)).build();
        end = new FrameEnd(link.first(() -> RawPort.open(config)));
        sender = end.station();
    }

    @AfterEach
    void leave() {
        end.close();
        link.close();
    }

    private RawPort open(String address, int vlan) throws Exception {
        link.second(
                "ip addr add %s dev eth0 nodad || ip addr add %s dev eth0"
                        .formatted(address, address));
        FramePortConfig config =
                FramePortConfig.builder(InetAddress.ofLiteral(address)).vlan(vlan).build();
        return link.second(() -> RawPort.open(config));
    }

    private void send(String hex) throws InterruptedException {
        assertThat(sender.send(HexFormat.of().parseHex(hex))).isEqualTo(WcStatus.SUCCESS);
    }

    private static String tagged(String hex, String tag) {
        return hex.substring(0, MACS.length()) + "8100" + tag + hex.substring(MACS.length());
    }

    private static long count(RawPort port, Counter counter) {
        return port.shard().counters().get(counter);
    }

    private static String damaged(String hex) {
        char last = hex.charAt(hex.length() - 1);
        return hex.substring(0, hex.length() - 1) + (last == '0' ? '1' : '0');
    }

    /** A damaged frame comes last, so that all others have been counted. */
    private void assertArrived(RawPort port, String last, int frames) throws Exception {
        send(damaged(last));
        Endpoint.await(() -> count(port, Counter.DROPPED_ICRC) == 1, "the last frame");
        assertThat(count(port, Counter.DROPPED_UNKNOWN_QP)).isEqualTo(frames);
        assertThat(count(port, Counter.DROPPED_MALFORMED)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"15.0.0.2, " + ROCE_V1, "192.168.0.7, " + IPV4, "2023::1024, " + IPV6})
    void shouldArriveTaggedOrNot(String address, String frame) throws Exception {
        try (RawPort port = open(address, 0)) {
            send(frame);
            send(tagged(frame, "a005"));
            send(tagged(frame, "0000"));

            assertArrived(port, frame, 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"15.0.0.2, " + ROCE_V1, "192.168.0.7, " + IPV4, "2023::1024, " + IPV6})
    void shouldTakeThoseOfItsVlanAlone(String address, String frame) throws Exception {
        try (RawPort port = open(address, 5)) {
            send(frame);
            send(tagged(frame, "0000"));
            send(tagged(frame, "a006"));
            send(tagged(frame, "a005"));
            send(tagged(frame, "0005"));

            assertArrived(port, tagged(frame, "0005"), 2);
        }
    }
}
