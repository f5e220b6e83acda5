package org.urdma4j.codec.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.PortSpace;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.MadField;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.testing.ExternalTool;
import org.urdma4j.codec.testing.Frames;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Wireshark's dissector reads from our messages of the connection manager what we wrote. */
@Tag("oracle")
class TsharkDecodesConnectionsTest {
    private static final int ROUNDS = 20;

    /** It dissects no MRA and no SIDR. */
    private static final List<CmMessage> MESSAGES =
            List.of(
                    CmMessage.REQ,
                    CmMessage.REP,
                    CmMessage.RTU,
                    CmMessage.REJ,
                    CmMessage.DREQ,
                    CmMessage.DREP);

    @TempDir private Path folder;

    private final Random random = new Random(7);

    @Test
    void shouldBeDecodedToTheSameFields() throws Exception {
        ExternalTool.require("tshark is not installed (Debian: tshark)", "tshark", "--version");
        for (CmMessage message : MESSAGES) {
            Map<String, String> names = TsharkCmFields.of(message);
            List<ByteBuffer> frames = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                frames.add(frame(message));
            }
            List<String> lines = decode(message, frames, List.copyOf(names.values()));
            assertThat(lines).hasSize(ROUNDS);
            for (int i = 0; i < ROUNDS; i++) {
                String expected = expected(message, frames.get(i), List.copyOf(names.keySet()));
                assertThat(lines.get(i)).as("%s %d", message, i).isEqualTo(expected);
            }
        }
    }

    private ByteBuffer frame(CmMessage message) {
        ByteBuffer b = ByteBuffer.allocate(400);
        int ip = Ethernet.LENGTH;
        int bth = ip + Frames.headerLength(Encapsulation.ROCE_V2_IPV4);
        Ethernet.write(b, 0, Frames.DESTINATION_MAC, Frames.SOURCE_MAC, EtherType.IPV4);
        Frames.writeNetwork(b, ip, Encapsulation.ROCE_V2_IPV4, GsiPacket.LENGTH);
        GsiPacket.writeHeaders(b, bth, Bth.DEFAULT_P_KEY, 1);
        int mad = bth + GsiPacket.MAD_OFFSET;
        message.write(b, mad, random.nextLong());
        message.fields().forEach(field -> field.set(b, mad, random.nextLong()));
        byte[] data = new byte[message.privateData().length()];
        random.nextBytes(data);
        message.privateData().set(b, mad, data);
        if (message == CmMessage.REQ) {
            long service = ServiceId.of(PortSpace.TCP, random.nextInt(0x1_0000));
            CmReq.SERVICE_ID.set(b, mad, service);
        }
        int end = bth + GsiPacket.LENGTH;
        Icrc.put(b, end, new Icrc().overIpv4(b, ip, end - ip));
        return b.limit(end + Icrc.LENGTH);
    }

    private static String expected(CmMessage message, ByteBuffer frame, List<String> fields) {
        int mad = frame.limit() - Icrc.LENGTH - 256;
        List<String> values = new ArrayList<>();
        for (String name : fields) {
            MadField field =
                    message.fields().stream()
                            .filter(candidate -> candidate.name().equals(name))
                            .findAny()
                            .orElse(null);
            values.add(
                    field == null
                            ? HexFormat.of().formatHex(message.privateData().get(frame, mad))
                            : Long.toUnsignedString(field.get(frame, mad)));
        }
        return String.join("|", values);
    }

    private List<String> decode(CmMessage message, List<ByteBuffer> frames, List<String> fields)
            throws Exception {
        Path file = folder.resolve(message + ".pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (ByteBuffer frame : frames) {
                writer.write(0, frame);
            }
        }
        List<String> command =
                new ArrayList<>(List.of("tshark", "-r", file.toString(), "-T", "fields"));
        command.addAll(List.of("-E", "separator=|", "-E", "occurrence=f"));
        fields.forEach(field -> command.addAll(List.of("-e", field)));
        return ExternalTool.run(command.toArray(String[]::new)).stream()
                .map(TsharkDecodesConnectionsTest::decimals)
                .toList();
    }

    /** Versions of tshark differ in which numbers they print in hexadecimal. */
    private static String decimals(String line) {
        List<String> values = new ArrayList<>();
        for (String value : line.split("\\|", -1)) {
            values.add(
                    value.startsWith("0x")
                            ? Long.toUnsignedString(Long.parseUnsignedLong(value.substring(2), 16))
                            : value);
        }
        return String.join("|", values);
    }
}
