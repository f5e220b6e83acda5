package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.FlowAttrType;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What a sniffer sees: frames as a cable would have them, although none of them was on one. */
@Tag("netns")
@Tag("oracle")
class SnifferTest {
    private static final int MTU = 1500;

    @TempDir private Path folder;

    private VethPair link;
    private final List<byte[]> seen = new ArrayList<>();

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(MTU);
    }

    @AfterEach
    void leave() {
        link.close();
    }

    private static RawPort open(GidType type, InetAddress address) {
        return RawPort.open(FramePortConfig.builder(address).gidType(type).build());
    }

    private void takeUntil(FrameEnd.Station sniffer, Predicate<byte[]> enough) throws Exception {
        byte[] frame;
        do {
            frame = sniffer.take();
            seen.add(frame);
            assertThat(frame.length).isLessThanOrEqualTo(MTU + 14 + 4);
        } while (!enough.test(frame));
    }

    @ParameterizedTest
    @CsvSource({"ROCE_V2, true, 0", "ROCE_V2, false, 0", "ROCE_V2, true, 5", "ROCE_V1, true, 5"})
    void shouldSeeTheTrafficOfTheDeviceItself(GidType type, boolean ipv4, int sl) throws Exception {
        try (BackendEnd a =
                        new BackendEnd(link.first(() -> open(type, VethPair.address(ipv4, 1))));
                BackendEnd b =
                        new BackendEnd(link.second(() -> open(type, VethPair.address(ipv4, 2))))) {
            FrameEnd end = new FrameEnd(b.context);
            FrameEnd.Station sniffer = end.station().receiving();
            a.fill(1);
            BackendEnd.connect(a, b, new QpAttr(), sl);
            sniffer.steer(FlowAttrType.SNIFFER);
            int bth = (sl == 0 ? 14 : 18) + (type == GidType.ROCE_V1 || !ipv4 ? 40 : 20);
            int opcodeAt = bth + (type == GidType.ROCE_V1 ? 0 : 8);
            int bytes = 20 << 10; // as many frames as there are receives at most

            a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, bytes));
            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
            // An acknowledgement of the first packets may be on its way before the last is.
            takeUntil(sniffer, frame -> opcode(frame, opcodeAt) == Opcode.RC_RDMA_WRITE_LAST);
            takeUntil(sniffer, frame -> opcode(frame, opcodeAt) == Opcode.RC_ACKNOWLEDGE);
            a.post(a.request(WrOpcode.RDMA_READ, b, 0, bytes));
            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
            takeUntil(
                    sniffer, frame -> opcode(frame, opcodeAt) == Opcode.RC_RDMA_READ_RESPONSE_LAST);

            Set<Integer> opcodes = new HashSet<>();
            seen.forEach(frame -> opcodes.add(opcode(frame, opcodeAt)));
            assertThat(opcodes)
                    .contains(
                            Opcode.RC_RDMA_WRITE_FIRST,
                            Opcode.RC_RDMA_WRITE_MIDDLE,
                            Opcode.RC_RDMA_WRITE_LAST,
                            Opcode.RC_RDMA_READ_RESPONSE_MIDDLE);
            assertThat(seen).filteredOn(SnifferTest::hasTheRightIcrc).hasSizeGreaterThan(10);
            assertThat(seen).noneMatch(SnifferTest::hasAWrongIcrc);
            assertRead("infiniband.bth.psn", sl == 0 ? "" : "5", type == GidType.ROCE_V2);
        }
    }

    @ParameterizedTest
    @CsvSource({"ROCE_V2, 0", "ROCE_V2, 6", "ROCE_V1, 3"})
    void shouldTagEverythingWithTheVlan(GidType type, int sl) throws Exception {
        int vlan = 77;
        FramePortConfig.Builder one = FramePortConfig.builder(VethPair.address(true, 1));
        FramePortConfig.Builder other = FramePortConfig.builder(VethPair.address(true, 2));
        FramePortConfig here = one.gidType(type).vlan(vlan).build();
        FramePortConfig there = other.gidType(type).vlan(vlan).build();
        try (BackendEnd a = new BackendEnd(link.first(() -> RawPort.open(here)));
                BackendEnd b = new BackendEnd(link.second(() -> RawPort.open(there)))) {
            FrameEnd.Station sniffer = new FrameEnd(b.context).station().receiving();
            a.fill(1);
            BackendEnd.connect(a, b, new QpAttr(), sl);
            sniffer.steer(FlowAttrType.SNIFFER);

            a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, 20 << 10));
            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);

            int opcodeAt = 18 + (type == GidType.ROCE_V1 ? 40 : 28);
            // An acknowledgement of the first packets may be on its way before the last is.
            takeUntil(sniffer, frame -> opcode(frame, opcodeAt) == Opcode.RC_RDMA_WRITE_LAST);
            takeUntil(sniffer, frame -> opcode(frame, opcodeAt) == Opcode.RC_ACKNOWLEDGE);
            assertThat(b.memory().asSlice(0, 20 << 10).mismatch(a.memory().asSlice(0, 20 << 10)))
                    .isEqualTo(-1);
            assertRead("infiniband.bth.psn", String.valueOf(sl), type == GidType.ROCE_V2);
            assertThat(tshark(folder.resolve("sniffed.pcap"), "vlan.id"))
                    .hasSizeGreaterThan(10)
                    .allMatch(line -> line.startsWith(vlan + "|"));
        }
    }

    private static int opcode(byte[] frame, int at) {
        return frame.length > at ? frame[at] & 0xff : -1;
    }

    private static boolean hasTheRightIcrc(byte[] bytes) {
        RoceFrame frame = new RoceFrame();
        ByteBuffer b = ByteBuffer.wrap(bytes);
        return frame.wrap(b, 0, bytes.length, LinkLayer.ETHERNET) == FrameStatus.OK
                && new Icrc().over(frame) == Icrc.get(b, frame.icrcOffset());
    }

    private static boolean hasAWrongIcrc(byte[] bytes) {
        FrameStatus status =
                new RoceFrame().wrap(ByteBuffer.wrap(bytes), 0, bytes.length, LinkLayer.ETHERNET);
        return status == FrameStatus.OK && !hasTheRightIcrc(bytes);
    }

    /** Everything of interest has no fault, and the priority that is given. */
    private void assertRead(String field, String priority, boolean udp) throws Exception {
        Path file = folder.resolve("sniffed.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (int i = 0; i < seen.size(); i++) {
                writer.write(i, ByteBuffer.wrap(seen.get(i)));
            }
        }
        List<String> lines = tshark(file, field);
        assertThat(lines).hasSizeGreaterThan(10);
        for (String line : lines) {
            String[] cells = line.split("\\|", -1);
            assertThat(cells[0]).as(line).isNotEmpty();
            assertThat(cells[1]).as("priority of " + line).isEqualTo(priority);
            assertThat(cells[2]).as("IP checksum of " + line).isIn("", "1");
            assertThat(cells[3] + cells[4]).as("UDP or TCP of " + line).isEqualTo(udp ? "1" : "");
            assertThat(cells[5]).as("malformed").isEmpty();
        }
    }

    private static List<String> tshark(Path file, String field) throws Exception {
        List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString()));
        for (String check : List.of("ip", "udp", "tcp")) {
            command.add("-o");
            command.add(check + ".check_checksum:TRUE");
        }
        command.addAll(List.of("-Y", field, "-T", "fields", "-E", "separator=|"));
        for (String shown :
                List.of(
                        field,
                        "vlan.priority",
                        "ip.checksum.status",
                        "udp.checksum.status",
                        "tcp.checksum.status",
                        "_ws.malformed")) {
            command.add("-e");
            command.add(shown);
        }
        return Tshark.lines(command);
    }

    /** Which the kernel sends in super-packets, too. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldCutWhatTheKernelSends(boolean ipv4) throws Exception {
        InetSocketAddress address = new InetSocketAddress(VethPair.address(ipv4, 2), 7000);
        try (FrameEnd end =
                        new FrameEnd(
                                link.second(
                                        () -> open(GidType.ROCE_V2, VethPair.address(true, 2))));
                ServerSocketChannel server =
                        link.second(() -> ServerSocketChannel.open().bind(address))) {
            FrameEnd.Station sniffer = end.station().receiving();
            sniffer.steer(FlowAttrType.SNIFFER);
            try (SocketChannel client = link.first(() -> SocketChannel.open(address));
                    SocketChannel accepted = server.accept()) {
                ByteBuffer sent = ByteBuffer.allocate(40_000);
                client.write(sent);
                ByteBuffer got = ByteBuffer.allocate(40_000);
                while (got.hasRemaining() && accepted.read(got) >= 0) {
                    // until all of it is there
                }
            }
            int transport = 14 + (ipv4 ? 20 : 40);
            takeUntil(sniffer, frame -> isLast(frame, transport));
            assertThat(seen).filteredOn(f -> f.length == MTU + 14).hasSizeGreaterThan(20);
        }
        assertRead("tcp.seq", "", true);
    }

    /** Returns whether a frame is of TCP and has FIN. */
    private static boolean isLast(byte[] frame, int transport) {
        int protocol = frame[transport == 34 ? 23 : 20];
        return frame.length > transport + 13 && protocol == 6 && (frame[transport + 13] & 1) != 0;
    }
}
