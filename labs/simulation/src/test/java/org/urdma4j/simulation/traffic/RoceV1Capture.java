package org.urdma4j.simulation.traffic;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The transport packets of a capture over IPv4 once more, over RoCEv1 in a VLAN. */
final class RoceV1Capture {
    private static final int NETWORK = Ethernet.LENGTH + Vlan.LENGTH;
    private static final int BTH = NETWORK + Grh.LENGTH;
    private static final long MAPPED = 0xffff_0000_0000L;

    private RoceV1Capture() {}

    /** Writes {@code to} and returns it. */
    static Path of(Path from, Path to) throws IOException {
        RoceFrame frame = new RoceFrame();
        Icrc icrc = new Icrc();
        try (CaptureReader reader = CaptureReader.open(from);
                PcapWriter writer = PcapWriter.create(to, LinkType.ETHERNET)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                frame.wrap(next.bytes(), 0, next.capturedLength(), LinkLayer.ETHERNET);
                ByteBuffer b = frame.buffer();
                int length = frame.transportLength();
                boolean sound = icrc.over(frame) == Icrc.get(b, frame.icrcOffset());
                ByteBuffer v1 = ByteBuffer.allocate(BTH + length + Icrc.LENGTH);
                Ethernet.write(v1, 0, 1, 2, EtherType.VLAN);
                Vlan.write(v1, Ethernet.LENGTH, 3, false, 100, EtherType.ROCE);
                Grh.write(
                        v1,
                        NETWORK,
                        0,
                        0,
                        length + Icrc.LENGTH,
                        Grh.NEXT_HEADER_IBA,
                        64,
                        0,
                        MAPPED | Integer.toUnsignedLong(Ipv4.source(b, frame.networkOffset())),
                        0,
                        MAPPED
                                | Integer.toUnsignedLong(
                                        Ipv4.destination(b, frame.networkOffset())));
                v1.put(BTH, b, frame.transportOffset(), length);
                int crc = icrc.overRoceV1(v1, NETWORK, BTH + length - NETWORK);
                Icrc.put(v1, BTH + length, sound ? crc : ~crc);
                writer.write(next.timestampNs(), v1);
            }
        }
        return to;
    }
}
