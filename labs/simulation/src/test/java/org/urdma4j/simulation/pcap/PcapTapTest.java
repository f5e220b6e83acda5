package org.urdma4j.simulation.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.link.PacketOwner;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.simulation.roce.PacketView;
import org.urdma4j.simulation.roce.Packets;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

class PcapTapTest {
    private static final long EPOCH_NS = 1_000_000_000_000_000_000L;
    private static final int PAYLOAD = 256;
    private static final PacketView<ByteBuffer> BYTES =
            (packet, view) -> view.wrap(packet, 0, packet.limit());

    /** Flips bits in place: the packets of these tests are sent once. */
    private static final PacketOwner<ByteBuffer> OWNER =
            new PacketOwner<>() {
                @Override
                public ByteBuffer copy(ByteBuffer packet) {
                    return ByteBuffer.allocate(packet.limit()).put(0, packet, 0, packet.limit());
                }

                @Override
                public ByteBuffer corrupt(ByteBuffer packet, int bit) {
                    packet.put(bit / 8, (byte) (packet.get(bit / 8) ^ (1 << (bit % 8))));
                    return packet;
                }

                @Override
                public void release(ByteBuffer packet) {}
            };

    @TempDir private Path folder;

    @Test
    void shouldWriteAtTheSenderEverythingWhenItIsOffered() throws Exception {
        Path file = folder.resolve("sender.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            run(PcapTap.atSender(writer, EPOCH_NS, headers(Encapsulation.ROCE_V2_IPV4), BYTES));
        }

        List<CaptureRecord> records = read(file);

        assertThat(psns(records)).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(records)
                .extracting(CaptureRecord::timestampNs)
                .containsExactlyElementsOf(
                        IntStream.range(0, 6).mapToObj(i -> EPOCH_NS + i * 100L).toList());
        assertThat(records).allMatch(PcapTapTest::rightIcrc);
    }

    @Test
    void shouldWriteAtTheReceiverWhatArrivesWhenItArrives() throws Exception {
        Path file = folder.resolve("receiver.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            run(PcapTap.atReceiver(writer, EPOCH_NS, headers(Encapsulation.ROCE_V2_IPV4), BYTES));
        }

        List<CaptureRecord> records = read(file);

        // 4 and 5 find the queue full, 1 is lost, 2 is corrupted somewhere, 3 arrives twice
        assertThat(records)
                .extracting(CaptureRecord::timestampNs)
                .containsExactly(
                        EPOCH_NS + 51_000, EPOCH_NS + 53_000, EPOCH_NS + 54_000, EPOCH_NS + 54_000);
        assertThat(psns(List.of(records.get(0), records.get(2), records.get(3))))
                .containsExactly(0, 3, 3);
        assertThat(records.stream().map(PcapTapTest::rightIcrc))
                .containsExactly(true, false, true, true);
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteEveryEncapsulation(Encapsulation encapsulation) throws Exception {
        Path file = folder.resolve("frames.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            run(PcapTap.atSender(writer, 0, headers(encapsulation), BYTES));
        }

        List<CaptureRecord> records = read(file);

        assertThat(records).hasSize(6).allMatch(PcapTapTest::rightIcrc);
        assertThat(records).allMatch(record -> frame(record).encapsulation() == encapsulation);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("oracle")
    void shouldWriteWhatTsharkUnderstands(Encapsulation encapsulation) throws Exception {
        Path file = folder.resolve("frames.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            run(PcapTap.atSender(writer, EPOCH_NS, headers(encapsulation), BYTES));
        }

        List<String> lines =
                tshark(
                        "tshark",
                        "-r",
                        file.toString(),
                        "-o",
                        "ip.check_checksum:TRUE",
                        "-o",
                        "udp.check_checksum:TRUE",
                        "-T",
                        "fields",
                        "-e",
                        "frame.time_epoch",
                        "-e",
                        "infiniband.bth.opcode",
                        "-e",
                        "infiniband.bth.psn",
                        "-e",
                        "_ws.malformed",
                        "-e",
                        "_ws.expert.severity");

        assertThat(lines)
                .containsExactlyElementsOf(
                        IntStream.range(0, 6)
                                .mapToObj(i -> "1000000000.000000%d00\t4\t%d\t\t".formatted(i, i))
                                .toList());
    }

    @Test
    void shouldKeepTheOrderOfTimeOverBothDirections() throws Exception {
        Path file = folder.resolve("both.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            Link<ByteBuffer> out = link(LinkConfig.builder().rate(1_000_000).delay(10_000));
            Link<ByteBuffer> in = link(LinkConfig.builder().delay(2_500));
            FrameHeaders headers = headers(Encapsulation.ROCE_V2_IPV4);
            out.tap(PcapTap.atSender(writer, EPOCH_NS, headers, BYTES));
            in.tap(PcapTap.atReceiver(writer, EPOCH_NS, headers, BYTES));
            for (int i = 0; i < 10; i++) {
                long now = i * 1_000L;
                in.poll(now, (_, _, _, _) -> {});
                out.offer(now, packet(i), PAYLOAD);
                in.offer(now, packet(100 + i), PAYLOAD);
            }
        }

        List<CaptureRecord> records = read(file);

        assertThat(records).hasSize(17);
        assertThat(records).extracting(CaptureRecord::timestampNs).isSorted();
    }

    @Test
    void shouldSayWhyACaptureCannotBeWritten() {
        PcapWriter writer = new PcapWriter(closed(), LinkType.ETHERNET);
        LinkTap<ByteBuffer> tap =
                PcapTap.atSender(writer, 0, headers(Encapsulation.ROCE_V1), BYTES);
        Link<ByteBuffer> link = link(LinkConfig.builder());
        link.tap(tap);

        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 10_000; i++) {
                                link.offer(0, packet(i), PAYLOAD);
                            }
                        })
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("capture");
    }

    /** Offers six packets, 100 ns apart, to a link that sends one in a microsecond. */
    private static void run(LinkTap<ByteBuffer> tap) {
        int bytes = packet(0).limit();
        Link<ByteBuffer> link =
                link(
                        LinkConfig.builder()
                                .framing(0)
                                .rate(bytes * 8_000_000L)
                                .queue(3L * bytes)
                                .delay(50_000));
        link.tap(tap);
        link.script(
                new Script<ByteBuffer>()
                        .drop("1", Occurrence.first(), Packets.of(BYTES, Packets.psn(1)))
                        .corrupt("2", Occurrence.first(), Packets.of(BYTES, Packets.psn(2)))
                        .duplicate("3", Occurrence.first(), Packets.of(BYTES, Packets.psn(3))));
        for (int i = 0; i < 6; i++) {
            link.offer(i * 100L, packet(i), bytes);
        }
        while (link.inFlight() > 0) {
            link.poll(link.nextDeliveryNs(), (_, _, _, _) -> {});
        }
        assertThat(link.counters().droppedByQueue()).isEqualTo(2);
    }

    private static Link<ByteBuffer> link(LinkConfigBuilder builder) {
        return new Link<>(builder.build(), OWNER, new SplittableRandom(1), 0);
    }

    private static FrameHeaders headers(Encapsulation encapsulation) {
        Endpoint source = Endpoint.host(1);
        Endpoint destination = Endpoint.host(2);
        if (encapsulation == Encapsulation.ROCE_V2_IPV6) {
            source = new Endpoint(source.mac(), 0x2001_0db8L << 32, 1);
            destination = new Endpoint(destination.mac(), 0x2001_0db8L << 32, 2);
        }
        return FrameHeaders.of(encapsulation, source, destination);
    }

    private static ByteBuffer packet(int psn) {
        ByteBuffer packet = ByteBuffer.allocate(Bth.LENGTH + PAYLOAD);
        Bth.write(packet, 0, Opcode.RC_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, 17, psn);
        for (int i = Bth.LENGTH; i < packet.limit(); i++) {
            packet.put(i, (byte) (i * psn));
        }
        return packet;
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
        FrameStatus status =
                frame.wrap(record.bytes(), 0, record.capturedLength(), LinkLayer.ETHERNET);
        assertThat(status).isEqualTo(FrameStatus.OK);
        return frame;
    }

    private static List<Integer> psns(List<CaptureRecord> records) {
        return records.stream()
                .map(record -> Bth.psn(record.bytes(), frame(record).transportOffset()))
                .toList();
    }

    private static boolean rightIcrc(CaptureRecord record) {
        RoceFrame frame = frame(record);
        return new Icrc().over(frame) == Icrc.get(record.bytes(), frame.icrcOffset());
    }

    private static WritableByteChannel closed() {
        WritableByteChannel channel = Channels.newChannel(OutputStream.nullOutputStream());
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return channel;
    }

    private static List<String> tshark(String... command) throws Exception {
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException _) {
            String reason = command[0] + " is not installed (Debian: tshark)";
            System.out.println("Skipped: " + reason);
            return abort(reason);
        }
        try (var output = process.inputReader()) {
            List<String> lines = output.lines().toList();
            assertThat(process.waitFor()).isZero();
            return lines;
        }
    }
}
