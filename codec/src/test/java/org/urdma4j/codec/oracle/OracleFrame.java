package org.urdma4j.codec.oracle;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.testing.Frames;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A frame for other decoders, and what it was built from; {@code vlan} may be NO_VLAN. */
record OracleFrame(
        Encapsulation encapsulation,
        int vlan,
        int opcode,
        int payloadLength,
        int syndrome,
        boolean udpChecksum,
        ByteBuffer bytes) {
    private static final int VLAN = 100;
    private static final int SYNDROMES = AethSyndrome.NAK_INVALID_RD_REQUEST + 1;

    /** Every opcode with every padding, every syndrome, in each encapsulation. */
    static List<OracleFrame> all() {
        List<OracleFrame> frames = new ArrayList<>();
        for (Encapsulation encapsulation : Encapsulation.values()) {
            for (int opcode = 0; opcode < 256; opcode++) {
                if (Opcode.known(opcode)) {
                    addPaddings(frames, encapsulation, opcode);
                }
            }
            for (int syndrome = 0; syndrome < SYNDROMES; syndrome++) {
                if (AethSyndrome.kind(syndrome) != AethSyndrome.RESERVED) {
                    add(frames, encapsulation, Opcode.RC_ACKNOWLEDGE, 0, syndrome);
                }
            }
        }
        return frames;
    }

    private static void addPaddings(
            List<OracleFrame> frames, Encapsulation encapsulation, int opcode) {
        boolean payload = (Opcode.flags(opcode) & Opcode.PAYLOAD) != 0;
        for (int length : payload ? new int[] {8, 9, 10, 11, 1024} : new int[1]) {
            add(frames, encapsulation, opcode, length, AethSyndrome.ACK_UNLIMITED);
        }
    }

    /** Every third frame is in a VLAN, every second has a UDP checksum. */
    private static void add(
            List<OracleFrame> frames,
            Encapsulation encapsulation,
            int opcode,
            int payloadLength,
            int syndrome) {
        int vlan = frames.size() % 3 == 0 ? VLAN : Frames.NO_VLAN;
        ByteBuffer bytes = new Frames().of(encapsulation, vlan, opcode, payloadLength, syndrome);
        boolean udpChecksum = frames.size() % 2 == 0;
        if (udpChecksum) {
            addUdpChecksum(bytes);
        }
        frames.add(
                new OracleFrame(
                        encapsulation, vlan, opcode, payloadLength, syndrome, udpChecksum, bytes));
    }

    private static void addUdpChecksum(ByteBuffer b) {
        RoceFrame frame = new RoceFrame();
        frame.wrap(b, 0, b.limit(), LinkLayer.ETHERNET);
        int ip = frame.networkOffset();
        int udp = frame.udpOffset();
        if (frame.encapsulation() != Encapsulation.ROCE_V1) {
            int checksum =
                    frame.encapsulation() == Encapsulation.ROCE_V2_IPV4
                            ? Udp.checksumOverIpv4(b, ip, udp)
                            : Udp.checksumOverIpv6(b, ip, udp);
            int length = Udp.length(b, udp);
            Udp.write(b, udp, Frames.SOURCE_PORT, Udp.ROCE_PORT, length, checksum);
        }
    }

    static void write(List<OracleFrame> frames, Path file) throws IOException {
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (OracleFrame frame : frames) {
                writer.write(0, frame.bytes);
            }
        }
    }

    boolean has(int opcodeFlags) {
        return (Opcode.flags(opcode) & opcodeFlags) == opcodeFlags;
    }

    String hex() {
        return hex(0, bytes.limit());
    }

    String hex(int from, int length) {
        byte[] part = new byte[length];
        bytes.get(from, part);
        return HexFormat.of().formatHex(part);
    }

    @Override
    public String toString() {
        return "%s %s vlan %d, %d bytes, syndrome 0x%02x"
                .formatted(encapsulation, Opcode.name(opcode), vlan, payloadLength, syndrome);
    }
}
