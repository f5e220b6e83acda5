package org.urdma4j.simulation.traffic;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.urdma.PathReportWriter;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.PathsPacket;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The packets of an URDMA capture over IPv4 once more, as if their queue pairs had agreed on three
 * paths: each data and repair packet has a path word. What the ends would say of the paths comes at
 * the end, so that nobody learns from it how to read what is before.
 */
final class PathsCapture {
    /** Packets that take the same path, as a container of consecutive ones does. */
    private static final int CONTAINER = 12;

    private static final int PATHS = 3;

    private final Map<Integer, Integer> sent = new TreeMap<>();
    private final Map<Integer, Integer> numbers = new TreeMap<>();
    private final RoceFrame frame = new RoceFrame();
    private final UrdmaPacket packet = new UrdmaPacket();
    private final Icrc icrc = new Icrc();

    private PathsCapture() {}

    /**
     * Writes {@code to} and returns it; {@code fec}: whether the capture's packets have the word.
     */
    static Path of(Path from, Path to, boolean fec) throws IOException {
        PathsCapture capture = new PathsCapture();
        try (CaptureReader reader = CaptureReader.open(from);
                PcapWriter writer = PcapWriter.create(to, LinkType.ETHERNET)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                RoceFrame one = capture.frame;
                one.wrap(next.bytes(), 0, next.capturedLength(), LinkLayer.ETHERNET);
                writer.write(next.timestampNs(), capture.withWord(fec));
            }
            writer.write(0, inFrame(list()));
            writer.write(0, inFrame(report()));
        }
        return to;
    }

    private ByteBuffer withWord(boolean fec) {
        ByteBuffer b = frame.buffer();
        int at = frame.transportOffset();
        boolean sound = icrc.over(frame) == Icrc.get(b, frame.icrcOffset());
        PacketStatus status = packet.wrapTagged(b, at, frame.transportLength(), fec, false);
        int offset = UrdmaOpcode.pathWordOffset(packet.opcode());
        boolean takes = status == PacketStatus.OK && offset != UrdmaOpcode.ABSENT;
        int end = frame.icrcOffset() + Icrc.LENGTH;
        int word = takes ? at + VerificationTag.LENGTH + offset : end;
        int more = takes ? PathWord.LENGTH : 0;
        ByteBuffer to = ByteBuffer.allocate(end + more).put(0, b, 0, word);
        to.put(word + more, b, word, end - word);
        if (takes) {
            int path = sent.merge(packet.destQp(), 1, Integer::sum) / CONTAINER % PATHS;
            int number = numbers.merge(packet.destQp() * PATHS + path, 1, Integer::sum);
            PathWord.write(to, word, path, 0xff_fff0 + number);
            int ip = frame.networkOffset();
            to.putShort(ip + 2, (short) (to.limit() - ip));
            int udp = frame.udpOffset();
            to.putShort(udp + 4, (short) (to.limit() - udp));
            frame.wrap(to, 0, to.limit(), LinkLayer.ETHERNET);
            int right = icrc.over(frame);
            Icrc.put(to, frame.icrcOffset(), sound ? right : ~right);
        }
        return to;
    }

    private static ByteBuffer list() {
        ByteBuffer b = ByteBuffer.allocate(Bth.LENGTH + PathsPacket.length(3));
        UrdmaBth.write(b, 0, UrdmaOpcode.PATHS, 0, 0, 0xffff, 0x77, 0);
        PathsPacket.write(b, Bth.LENGTH, 0xf123_4567, -9, 3, 254, 253, true);
        PathsPacket.writeEntry(b, Bth.LENGTH, 0, 0, 0xffff_0a00_0101L, 4791, 0, 0);
        PathsPacket.writeEntry(b, Bth.LENGTH, 1, 0xfd00L << 48, 2, 65_535, 255, 0xff);
        PathsPacket.writeEntry(b, Bth.LENGTH, 2, 0x2001_0db8L << 32, -1, 1, 2, 1);
        return tagged(b);
    }

    private static ByteBuffer tagged(ByteBuffer plain) {
        ByteBuffer b = ByteBuffer.allocate(VerificationTag.LENGTH + plain.limit());
        b.put(VerificationTag.LENGTH, plain, 0, plain.limit());
        VerificationTag.insert(b, VerificationTag.LENGTH, 0x0102_0304);
        return b;
    }

    private static ByteBuffer report() {
        ByteBuffer b = ByteBuffer.allocate(400);
        UrdmaBth.write(b, 0, UrdmaOpcode.REPORT_PATHS, 0, 0, 0xffff, 0x77, 0);
        PathReportWriter writer = new PathReportWriter();
        writer.begin(b, Bth.LENGTH, 300, 0xf765_4321);
        writer.path(0, 0xffff_fff0L, 0x1_0000_0100L, -2, -3, -4, -5, -6, -7);
        writer.range(0xffff_fff1L, 1);
        writer.range(0xffff_fff3L, 2);
        writer.range(0x1_0000_0020L, 33);
        writer.path(255, 7, 7, 1, 2, 3, 4, 5, 6);
        writer.path(2, 0x600, 0x7000, 1, 2, 3, 4, 5, 6);
        writer.range(0x600, 0x100);
        return tagged(b.limit(Bth.LENGTH + writer.end()));
    }

    private static ByteBuffer inFrame(ByteBuffer b) {
        TransportPacket transport = new TransportPacket();
        transport.wrap(b, 0, b.limit());
        FrameHeaders headers =
                FrameHeaders.of(Encapsulation.ROCE_V2_IPV4, Endpoint.host(1), Endpoint.host(2));
        return new FrameBuilder(headers).build(transport, 0);
    }
}
