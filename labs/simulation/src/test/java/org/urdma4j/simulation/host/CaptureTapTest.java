package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.simulation.roce.Packets;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Two senders share a link; what is captured there reads as a capture from a wire. */
class CaptureTapTest {
    private static final int BYTES = 4096;

    private final SimulatedNetwork network = new SimulatedNetwork(5, PayloadMover.COPYING);
    private final SimulatedHost sink = network.host("sink", EngineConfig.DEFAULT);
    private final List<SimulatedHost> senders =
            Stream.of("a", "b").map(name -> network.host(name, EngineConfig.DEFAULT)).toList();
    private final LinkConfig config = LinkConfig.builder().delay(1000).build();
    private final SimulatedLink access = network.link("access", config);
    private final SimulatedLink shared = network.link("shared", config);
    private final SimulatedLink back = network.link("back", config);

    @TempDir private Path folder;

    @BeforeEach
    void build() {
        Script<SimulatedPacket> script = new Script<>();
        access.script(
                script.corrupt(
                        "first packet",
                        Occurrence.first(),
                        SimulatedPacket.matching(Packets.psn(100))));
        network.route(senders.get(0), sink, access, shared);
        network.route(senders.get(1), sink, shared);
        senders.forEach(sender -> network.route(sink, sender, back));
    }

    @Test
    void shouldCaptureEachPacketUnderItsOwnAddressesWithItsIcrc() throws Exception {
        Path file = folder.resolve("shared.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            shared.captureAtReceiver(writer);
            back.captureAtSender(writer);
            transfer();
        }

        List<CaptureRecord> records = read(file);

        assertThat(records.stream().map(CaptureTapTest::source))
                .contains("10.0.0.1", "10.0.0.2", "10.0.0.3");
        assertThat(records).extracting(CaptureRecord::timestampNs).isSorted();
        // what one link damaged is wrong on the next too
        assertThat(records.stream().filter(record -> !rightIcrc(record))).hasSize(1);
        assertThat(sink.counters().get(Counter.DROPPED_ICRC)).isEqualTo(1);
    }

    private void transfer() {
        List<Peer> from = senders.stream().map(sender -> new Peer(sender, BYTES)).toList();
        var context = sink.open();
        for (Peer sender : from) {
            Peer receiver = new Peer(sink, context, BYTES);
            Peer.connect(sender, receiver);
            sender.fill(1);
            sender.post(sender.write(receiver, 0, BYTES));
        }
        network.run();
        from.forEach(sender -> assertThat(sender.only().isSuccess()).isTrue());
    }

    private static List<CaptureRecord> read(Path file) throws IOException {
        List<CaptureRecord> records = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(file)) {
            for (CaptureRecord record = reader.next(); record != null; record = reader.next()) {
                records.add(record);
            }
        }
        return records;
    }

    private static RoceFrame frame(CaptureRecord record) {
        RoceFrame frame = new RoceFrame();
        assertThat(frame.wrap(record.bytes(), 0, record.capturedLength(), LinkLayer.ETHERNET))
                .isEqualTo(FrameStatus.OK);
        return frame;
    }

    private static String source(CaptureRecord record) {
        int address = Ipv4.source(record.bytes(), frame(record).networkOffset());
        return "%d.%d.%d.%d"
                .formatted(
                        address >>> 24, address >>> 16 & 255, address >>> 8 & 255, address & 255);
    }

    private static boolean rightIcrc(CaptureRecord record) {
        RoceFrame frame = frame(record);
        return new Icrc().over(frame) == Icrc.get(record.bytes(), frame.icrcOffset());
    }
}
