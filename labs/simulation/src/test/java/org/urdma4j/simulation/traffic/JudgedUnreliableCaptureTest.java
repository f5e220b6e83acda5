package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** UC and UD as Wireshark reads them: each header field, and the ICRC by other people's code. */
@Tag("oracle")
class JudgedUnreliableCaptureTest {
    private static final int MTU = 1024;
    private static final int PSN = 0xff_fffe;
    private static final int QKEY = 0x1111_1111;

    /** tshark's columns: opcode, PSN, destination, solicited, pad, RETH, immediate, DETH. */
    private static final String FIELDS =
            " -e infiniband.bth.opcode -e infiniband.bth.psn -e infiniband.bth.destqp"
                    + " -e infiniband.bth.se -e infiniband.bth.padcnt -e infiniband.bth.a"
                    + " -e infiniband.reth.va -e infiniband.reth.r_key -e infiniband.reth.dmalen"
                    + " -e infiniband.immdt -e infiniband.deth.q_key"
                    + " -e infiniband.deth.srcqp -e udp.length -e _ws.malformed";

    /** BTH, ICRC and the UDP header. */
    private static final int ENVELOPE = 12 + 4 + 8;

    @TempDir private static Path folder;
    private static Path capture;
    private static final List<String> EXPECTED = new ArrayList<>();

    @BeforeAll
    static void record() throws IOException {
        capture = folder.resolve("unreliable.pcap");
        try (PcapWriter writer = PcapWriter.create(capture, LinkType.ETHERNET)) {
            connected(writer);
            datagrams(writer);
        }
    }

    private static List<Peer> peers(PcapWriter writer, QpType type, SimulatedNetwork network) {
        LinkConfig link = LinkConfig.builder().rate(1_000_000_000).delay(1000).build();
        var a = network.host("a", EngineConfig.DEFAULT);
        var b = network.host("b", EngineConfig.DEFAULT);
        DuplexLink links = network.connect(a, b, link, link);
        links.there().captureAtSender(writer);
        links.back().captureAtSender(writer);
        return List.of(
                new Peer(a, a.open(), 1 << 16, 16, type), new Peer(b, b.open(), 1 << 16, 16, type));
    }

    private static void connected(PcapWriter writer) {
        SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
        List<Peer> peers = peers(writer, QpType.UC, network);
        Peer a = peers.get(0);
        Peer b = peers.get(1);
        QpEndpoint endOfA = new QpEndpoint(a.qp.qpNum(), PSN, a.host.gid());
        QpEndpoint endOfB = new QpEndpoint(b.qp.qpNum(), 7, b.host.gid());
        QpAttr options = new QpAttr().pathMtu(Mtu.ofBytes(MTU)).qpAccessFlags(Peer.ALL_ACCESS);
        QpAttrs.connect(a.qp, endOfA, endOfB, options);
        QpAttrs.connect(b.qp, endOfB, endOfA, options);
        SendWr wr = new SendWr().rdma(b.region.addr(), b.region.rkey()).immData(0x0102_0304);
        wr.addSge(a.region.sge(0, 2 * MTU + 1));
        a.post(wr.opcode(WrOpcode.SEND_WITH_IMM).sendFlags(SendFlags.SOLICITED));
        a.post(wr.opcode(WrOpcode.RDMA_WRITE).sendFlags(0));
        wr.clearSges().addSge(a.region.sge(0, 6));
        a.post(wr.opcode(WrOpcode.SEND));
        a.post(wr.opcode(WrOpcode.RDMA_WRITE_WITH_IMM));
        network.run();

        // Opcodes of table 38 of the specification, with the top bits 001 of UC.
        String reth = "0x%016x\t0x%08x\t".formatted(b.region.addr(), b.region.rkey());
        line(0x20, PSN, b, false, MTU, "\t\t", "");
        line(0x21, PSN + 1, b, false, MTU, "\t\t", "");
        line(0x23, 0, b, true, 1, "\t\t", "01020304");
        line(0x26, 1, b, false, MTU, reth + (2 * MTU + 1), "");
        line(0x27, 2, b, false, MTU, "\t\t", "");
        line(0x28, 3, b, false, 1, "\t\t", "");
        line(0x24, 4, b, false, 6, "\t\t", "");
        line(0x2b, 5, b, false, 6, reth + 6, "01020304");
    }

    private static void line(
            int opcode, int psn, Peer to, boolean solicited, int bytes, String reth, String imm) {
        int headers = (reth.isBlank() ? 0 : 16) + (imm.isEmpty() ? 0 : 4);
        line(opcode, psn, to, solicited, bytes, reth, imm, "\t", headers);
    }

    private static void line(
            int opcode,
            int psn,
            Peer to,
            boolean solicited,
            int bytes,
            String reth,
            String imm,
            String deth,
            int headers) {
        int pad = -bytes & 3;
        EXPECTED.add(
                "%d\t%d\t0x%06x\t%d\t%d\t0\t%s\t%s\t%s\t%d\t"
                        .formatted(
                                opcode,
                                psn,
                                to.qp.qpNum(),
                                solicited ? 1 : 0,
                                pad,
                                reth,
                                imm,
                                deth,
                                ENVELOPE + headers + bytes + pad));
    }

    private static void datagrams(PcapWriter writer) {
        SimulatedNetwork network = new SimulatedNetwork(2, PayloadMover.COPYING);
        List<Peer> peers = peers(writer, QpType.UD, network);
        Peer a = peers.get(0);
        Peer b = peers.get(1);
        QpAttrs.activate(a.qp, QKEY, PSN + 1);
        QpAttrs.activate(b.qp, QKEY, 0);
        AhAttr way = new AhAttr(GlobalRoute.to(b.host.gid(), 0), 0, 1);
        AddressHandle ah = a.qp.protectionDomain().createAh(way);
        a.fill(3); // zeros may look like other protocols to Wireshark
        SendWr wr = new SendWr().ud(ah, b.qp.qpNum(), QKEY).immData(9);
        a.post(wr.addSge(a.region.sge(0, 4096)));
        wr.clearSges().addSge(a.region.sge(8, 5));
        a.post(wr.opcode(WrOpcode.SEND_WITH_IMM).sendFlags(SendFlags.SOLICITED));
        network.run();

        String deth = "0x%016x\t0x%08x".formatted(QKEY, a.qp.qpNum());
        line(0x64, PSN + 1, b, false, 4096, "\t\t", "", deth, 8);
        line(0x65, 0, b, true, 5, "\t\t", "00000009", deth, 8 + 4);
    }

    @Test
    void shouldReadInWiresharkAsItWasPosted() throws Exception {
        assertThat(Judge.tshark(capture, "-T fields -E occurrence=f" + FIELDS)).isEqualTo(EXPECTED);
    }

    @Test
    void shouldHaveTheIcrcThatOthersCompute() throws Exception {
        List<String> verdicts = Judge.icrcs(capture);
        assertThat(verdicts).hasSameSizeAs(EXPECTED).allMatch(line -> line.startsWith("right "));
    }
}
