package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;
import org.urdma4j.wan.shuttle.DirectionReport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * RoCEv2 through the path, its ICRC checked by the receiver and by {@code pcap check}: over IPv4 it
 * covers the identification that the kernel gives to each packet of a batch.
 */
@Tag("netns")
@Timeout(120)
class RdmaOverWanTest {
    private static final int BYTES = 8 << 20;

    @RegisterExtension private final NamespacePair pair = new NamespacePair();

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"false,false,9000", "true,false,1500", "true,true,1500", "true,false,9000"})
    void everyIcrcShouldBeRight(boolean urdma, boolean ipv6, int mtu) throws Exception {
        Path file = folder.resolve("rdma.pcap");
        WanConfig config =
                WanCommandTest.parse(
                        pair.first,
                        pair.second,
                        List.of(
                                "--delay",
                                "1ms",
                                "--loss",
                                "0.3%",
                                "--mtu",
                                Integer.toString(mtu),
                                "--pcap",
                                file.toString()));
        MemorySegment source = Arena.ofAuto().allocate(BYTES);
        MemorySegment target = Arena.ofAuto().allocate(BYTES);
        byte[] content = new byte[BYTES];
        new Random(5).nextBytes(content);
        MemorySegment.copy(content, 0, source, ValueLayout.JAVA_BYTE, 0, BYTES);
        DirectionReport there;
        try (WanPath path = WanPath.open(config, () -> {});
                RdmaNode sender =
                        node(pair.first, WanPath.FIRST.ipv4(), WanPath.FIRST.ipv6(), ipv6, source);
                RdmaNode receiver =
                        node(
                                pair.second,
                                WanPath.SECOND.ipv4(),
                                WanPath.SECOND.ipv6(),
                                ipv6,
                                target)) {
            receiver.connect(sender, options(urdma, mtu));
            sender.connect(receiver, options(urdma, mtu));
            sender.write(receiver, BYTES);
            assertThat(target.mismatch(source)).isEqualTo(-1);
            assertThat(receiver.count(Counter.DROPPED_ICRC)).isZero();
            assertThat(sender.count(Counter.DROPPED_ICRC)).isZero();
            there = path.stop().path().there();
        }
        assertThat(there.lost()).isPositive();
        assertThat(there.framesRead()).as("super-packets").isLessThan(there.offered() / 2);
        Invocation check = Invocation.of("pcap", "check", "--json", file);
        assertThat(check.status()).as(check.out()).isZero();
        assertThat(check.out()).contains("\"wrong\":0").contains("\"unchecked\":0");
    }

    private static RdmaNode node(
            String namespace, String ipv4, String ipv6, boolean six, MemorySegment memory)
            throws Exception {
        InetAddress address = InetAddress.getByName(six ? ipv6 : ipv4);
        return new RdmaNode(
                namespace, () -> UdpPort.open(UdpPortConfig.builder(address).build()), memory);
    }

    private static QpAttr options(boolean urdma, int mtu) {
        QpAttr options = new QpAttr().timeout(17); // a machine under load is no dead peer
        if (urdma) {
            UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(mtu == 1500 ? 1400 : 4096).build();
            options.urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(UrdmaTuning.DEFAULT);
        }
        return options;
    }
}
