package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.gateway.tap.TapAddress;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Queues of the emulator mark, receivers notify, senders slow down. The path has half of the rate
 * at which DCQCN begins, and room for all that is sent.
 */
@Tag("netns")
@Timeout(240)
class MarksOverWanTest {
    private static final int BYTES = 1 << 20;
    private static final long LINE = 40_000_000;
    private static final String PATH = "--rate 20M --delay 0.5ms --queue 4MiB";
    private static final String MARKS = PATH + " --ecn 3KB,3KB,1";

    @RegisterExtension private final NamespacePair pair = new NamespacePair();

    @TempDir private Path folder;

    /** What packets go by. */
    enum Over {
        UDP,
        ROCE_V1,
        ROCE_V2;

        NetworkPort open(InetAddress address) {
            return this == UDP
                    ? UdpPort.open(UdpPortConfig.builder(address).build())
                    : RawPort.open(
                            FramePortConfig.builder(address)
                                    .gidType(GidType.valueOf(name()))
                                    .build());
        }

        /** Of raw ports the link-local GIDs come first. */
        int gidIndex() {
            return switch (this) {
                case UDP -> 0;
                case ROCE_V1 -> 2;
                case ROCE_V2 -> 3;
            };
        }
    }

    /** One WRITE from the first namespace to the second, and the path and ends it went by. */
    private final class Transfer implements AutoCloseable {
        private final WanPath path;
        private final RdmaNode sender;
        private final RdmaNode receiver;
        private final MemorySegment source = Arena.ofAuto().allocate(BYTES);
        private final MemorySegment target = Arena.ofAuto().allocate(BYTES);

        Transfer(String options, Over over, boolean ipv6, CongestionControlType cc, boolean urdma)
                throws Exception {
            byte[] content = new byte[BYTES];
            new Random(5).nextBytes(content);
            source.copyFrom(MemorySegment.ofArray(content));
            WanConfig config =
                    WanCommandTest.parse(pair.first, pair.second, List.of(options.split(" ", -1)));
            path = WanPath.open(config, () -> {});
            sender = node(pair.first, address(WanPath.FIRST, ipv6), over, source);
            receiver = node(pair.second, address(WanPath.SECOND, ipv6), over, target);
            receiver.connect(sender, options(WanPath.FIRST, over, ipv6, cc, urdma));
            sender.connect(receiver, options(WanPath.SECOND, over, ipv6, cc, urdma));
        }

        void run() throws InterruptedException {
            sender.write(receiver, BYTES);
            assertThat(target.mismatch(source)).isEqualTo(-1);
        }

        /** Returns how many packets the path has marked on the way there. */
        long marked() throws IOException, InterruptedException {
            return path.stop().path().there().marked();
        }

        @Override
        public void close() throws IOException {
            sender.close();
            receiver.close();
            path.close();
        }
    }

    private static String address(TapAddress end, boolean ipv6) {
        return ipv6 ? end.ipv6() : end.ipv4();
    }

    private static RdmaNode node(String namespace, String address, Over over, MemorySegment memory)
            throws Exception {
        InetAddress local = InetAddress.getByName(address);
        return new RdmaNode(namespace, () -> over.open(local), memory);
    }

    private static QpAttr options(
            TapAddress peer, Over over, boolean ipv6, CongestionControlType cc, boolean urdma) {
        GlobalRoute way = GlobalRoute.to(Gid.parse(address(peer, ipv6)), over.gidIndex());
        QpAttr options =
                new QpAttr()
                        .timeout(20)
                        .ahAttr(new AhAttr(way, 0, 1))
                        .urdmaTuning(
                                UrdmaTuning.builder()
                                        .congestionControl(cc)
                                        .referenceRate(LINE, false)
                                        .build());
        if (urdma) {
            UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1024).marksSeen(true).build();
            options.urdmaOffer(offer).urdmaPeerOffer(offer);
        }
        return options;
    }

    @ParameterizedTest
    @CsvSource({
        "UDP,false,false",
        "UDP,true,true",
        "ROCE_V2,false,false",
        "ROCE_V2,true,false",
        "ROCE_V2,false,true",
        "ROCE_V1,false,false",
        "ROCE_V1,true,true"
    })
    void marksShouldSlowDcqcnDown(Over over, boolean ipv6, boolean urdma) throws Exception {
        try (Transfer transfer =
                new Transfer(MARKS, over, ipv6, CongestionControlType.DCQCN, urdma)) {
            transfer.run();

            long seen = transfer.receiver.count(Counter.NP_ECN_MARKED_ROCE_PACKETS);
            assertThat(seen).isPositive();
            assertThat(transfer.receiver.count(Counter.NP_CNP_SENT)).isBetween(1L, seen);
            assertThat(transfer.sender.count(Counter.RP_CNP_HANDLED)).isPositive();
            assertThat(transfer.receiver.count(Counter.DROPPED_ICRC)).isZero();
            assertThat(transfer.marked()).isGreaterThanOrEqualTo(seen);
        }
    }

    /** Marks count for RRCC where they are reported, and the notifications are nothing to it. */
    @ParameterizedTest
    @EnumSource(names = {"UDP", "ROCE_V2"})
    void reportsShouldBringMarksToRrcc(Over over) throws Exception {
        try (Transfer transfer =
                new Transfer(MARKS, over, false, CongestionControlType.RRCC, true)) {
            transfer.run();

            assertThat(transfer.receiver.count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isPositive();
            assertThat(transfer.marked()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UDP", "ROCE_V2"})
    void whoHeedsNoMarksShouldGetNone(Over over) throws Exception {
        try (Transfer transfer =
                new Transfer(MARKS, over, true, CongestionControlType.FIXED, true)) {
            transfer.run();

            assertThat(transfer.receiver.count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isZero();
            assertThat(transfer.marked()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UDP", "ROCE_V2"})
    @Tag("oracle")
    void wiresharkShouldReadMarksAndNotifications(Over over) throws Exception {
        NamespacePair.require(
                NamespacePair.status("dumpcap", "--version") == 0
                        && NamespacePair.status("tshark", "--version") == 0,
                "dumpcap or tshark is not installed (Debian: tshark)");
        Path file = folder.resolve("marks.pcapng");
        try (Transfer transfer =
                new Transfer(MARKS, over, false, CongestionControlType.DCQCN, false)) {
            CountDownLatch capturing = new CountDownLatch(1);
            List<String> command =
                    List.of(
                            "ip netns exec %s dumpcap -i %s -s 128 -w %s"
                                    .formatted(pair.second, WanPath.DEVICE, file)
                                    .split(" "));
            try (Subprocess dumpcap =
                    Subprocess.start(
                            "dumpcap",
                            command,
                            _ -> {},
                            line -> {
                                if (line.startsWith("File:")) {
                                    capturing.countDown();
                                }
                            })) {
                assertThat(capturing.await(60, TimeUnit.SECONDS)).isTrue();
                transfer.run();
                Subprocess.run("kill", "-INT", Long.toString(dumpcap.pid()));
                assertThat(dumpcap.isOver(60_000)).isTrue();
            }
        }
        assertThat(frames(file, "ip.dsfield.ecn == 3 && infiniband.bth.opcode == 7")).isPositive();
        // BECN is the second bit of the fifth byte
        assertThat(frames(file, "infiniband.bth.opcode == 0x81 && infiniband.bth[4:1] == 40"))
                .isPositive();
        assertThat(frames(file, "infiniband.bth.opcode == 0x81 && infiniband.bth[4:1] != 40"))
                .isZero();
        assertThat(frames(file, "udp.port == 4791 && ip.dsfield.ecn == 0")).isZero();
    }

    private static long frames(Path file, String filter) throws Exception {
        List<String> command = List.of("tshark", "-r", file.toString(), "-Y", filter);
        String all = NamespacePair.output(command);
        return all.lines().filter(line -> line.contains("→") || line.contains("RoCE")).count();
    }
}
