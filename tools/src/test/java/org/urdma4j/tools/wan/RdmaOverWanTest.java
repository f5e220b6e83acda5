package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;
import org.urdma4j.wan.shuttle.DirectionReport;
import org.urdma4j.wan.tap.Namespace;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
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

    private NamespacePair pair;

    @TempDir private Path folder;

    @BeforeEach
    void makeNamespaces() throws Exception {
        pair = NamespacePair.make();
    }

    @AfterEach
    void removeNamespaces() throws Exception {
        if (pair != null) {
            pair.remove();
        }
    }

    /** A device in a namespace, with one queue pair and one region. */
    private static final class Node implements AutoCloseable {
        private final SoftContext context;
        private final CompletionChannel channel;
        private final CompletionQueue completions;
        private final QueuePair queuePair;
        private final MemoryRegion region;
        private final QpEndpoint endpoint;

        Node(String namespace, String address, MemorySegment memory) throws Exception {
            UdpPortConfig config = UdpPortConfig.builder(InetAddress.getByName(address)).build();
            context =
                    new Namespace(namespace)
                            .call(() ->
                                    new SoftDevice(
                                                    "udp-" + address,
                                                    address.hashCode(),
                                                    () -> UdpPort.open(config))
                                            .open());
            ProtectionDomain domain = context.allocPd();
            channel = context.createCompChannel();
            completions = context.createCq(16, null, channel);
            region = domain.regMr(memory, AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
            queuePair =
                    domain.createQp(
                            QpInitAttr.builder()
                                    .cq(completions)
                                    .cap(new QpCap(8, 8, 1, 0, 0))
                                    .build());
            endpoint = QpEndpoint.local(queuePair, context.queryGid(1, 0));
        }

        void connect(Node peer, boolean urdma, int mtu) {
            QpAttr options = new QpAttr().qpAccessFlags(AccessFlags.REMOTE_WRITE).timeout(14);
            if (urdma) {
                UrdmaOffer offer =
                        UrdmaOffer.builder().payloadBytes(mtu == 1500 ? 1400 : 4096).build();
                options.urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(UrdmaTuning.DEFAULT);
            }
            QpAttrs.connect(queuePair, endpoint, peer.endpoint, options);
        }

        void write(Node peer) throws InterruptedException {
            queuePair.postSend(
                    new SendWr()
                            .opcode(WrOpcode.RDMA_WRITE)
                            .sendFlags(SendFlags.SIGNALED)
                            .rdma(peer.region.addr(), peer.region.rkey())
                            .addSge(region.sge(0, BYTES)));
            WorkCompletion[] polled = WorkCompletion.array(1);
            completions.reqNotify(false);
            if (completions.poll(polled) == 0) {
                assertThat(channel.getCqEvent(Duration.ofSeconds(60))).isNotNull();
                assertThat(completions.poll(polled)).isEqualTo(1);
            }
            assertThat(polled[0].isSuccess()).as(polled[0].toString()).isTrue();
        }

        @Override
        public void close() {
            context.close();
        }
    }

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
                Node sender =
                        node(pair.first, WanPath.FIRST.ipv4(), WanPath.FIRST.ipv6(), ipv6, source);
                Node receiver =
                        node(
                                pair.second,
                                WanPath.SECOND.ipv4(),
                                WanPath.SECOND.ipv6(),
                                ipv6,
                                target)) {
            receiver.connect(sender, urdma, mtu);
            sender.connect(receiver, urdma, mtu);
            sender.write(receiver);
            assertThat(target.mismatch(source)).isEqualTo(-1);
            assertThat(receiver.context.counters().get(Counter.DROPPED_ICRC)).isZero();
            assertThat(sender.context.counters().get(Counter.DROPPED_ICRC)).isZero();
            there = path.stop().there();
        }
        assertThat(there.lost()).isPositive();
        assertThat(there.framesRead()).as("super-packets").isLessThan(there.offered() / 2);
        Invocation check = Invocation.of("pcap", "check", "--json", file);
        assertThat(check.status()).as(check.out()).isZero();
        assertThat(check.out()).contains("\"wrong\":0").contains("\"unchecked\":0");
    }

    private static Node node(
            String namespace, String ipv4, String ipv6, boolean six, MemorySegment memory)
            throws Exception {
        return new Node(namespace, six ? ipv6 : ipv4, memory);
    }
}
