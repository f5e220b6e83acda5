package org.urdma4j.tools.pcap;

import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.PcapWriter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Packets whose ICRC others computed: published device captures, and Soft-RoCE. */
final class Vectors {
    /** From the Ethernet header: RoCEv1, padding of three bytes. */
    static final byte[] ROCE_V1_WRITE =
            hex(
                    "7cfe90753cd87cfe90753cd889156020000000281b4000000000000000000000ffff0f0000020000"
                            + "0000000000000000ffff0f0000020a70ffff0000010a80a788bc000055d4c07260000000"
                            + "47b3000000050000000001000000e3d856bb");

    static final byte[] ROCE_V1_ACK =
            hex(
                    "7cfe90753cd87cfe90753cd889156020000000141b4000000000000000000000ffff0f0000020000"
                            + "0000000000000000ffff0f0000021140ffff0000010900a788c00000000525f0c038");

    /** From the Ethernet header: RoCEv2 over IPv4, from a ConnectX-4 Lx. */
    static final byte[] CNP =
            hex(
                    "e41d2dab2bc27cfe90643b32080045c2003c718c4000401191610a0011010a001201000012b70028"
                            + "00008100ffff40000118000000000000000000000000000000000000000082fd002a");

    /** From the IP header. */
    static final byte[] UC_SEND_IPV4 =
            hex(
                    "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf1710"
                            + "4630818be28935d90e9a95505401be885e50000078f353f3");

    static final byte[] UC_SEND_IPV6 =
            hex(
                    "6e21face002c11ff2022000000000000000000000000102320230000000000000000000000001024"
                            + "c00012b7002ce7c52460ffff000000d300cf17104630818be28935d90e9a95505401be88"
                            + "5e5000003e5b743b");

    private static final Path CAPTURES = Path.of("../codec/src/test/resources/captures");

    private Vectors() {}

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** A capture of Soft-RoCE, which the codec's tests keep. */
    static Path capture(String name) {
        return CAPTURES.resolve(name);
    }

    static List<byte[]> packets(Path file) throws IOException {
        List<byte[]> packets = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(file)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                byte[] packet = new byte[next.capturedLength()];
                next.bytes().get(0, packet);
                packets.add(packet);
            }
        }
        return packets;
    }

    static Path write(Path file, int linkType, byte[]... packets) throws IOException {
        try (PcapWriter writer = PcapWriter.create(file, linkType)) {
            for (byte[] packet : packets) {
                writer.write(0, ByteBuffer.wrap(packet));
            }
        }
        return file;
    }

    /** The packet behind other bytes, such as another link layer. */
    static byte[] behind(String prefix, byte[] packet, int from) {
        byte[] front = hex(prefix);
        return ByteBuffer.allocate(front.length + packet.length - from)
                .put(front)
                .put(packet, from, packet.length - from)
                .array();
    }
}
