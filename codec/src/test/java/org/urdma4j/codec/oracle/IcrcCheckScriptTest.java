package org.urdma4j.codec.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.testing.ExternalTool;
import org.urdma4j.codec.testing.PublishedVectors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The script that judges our ICRCs is right about those of others, RoCEv1 and tags included. */
@Tag("oracle")
class IcrcCheckScriptTest {
    private static final String SCRIPT = "../tools/interop/icrc-check.py";
    private static final int MACS = Ethernet.LENGTH - Short.BYTES;
    private static final int VLAN_ID = 100;
    private static final int DOUBLE_TAG = 0x88a8;

    @TempDir private Path folder;

    @BeforeEach
    void requirePython() throws Exception {
        ExternalTool.require("python3 is not installed", "python3", "--version");
    }

    @Test
    void shouldFindPublishedPacketsRight() throws Exception {
        List<ByteBuffer> frames = new ArrayList<>();
        for (PublishedVectors vector : PublishedVectors.values()) {
            ByteBuffer frame = frame(vector);
            frames.add(frame);
            frames.add(tagged(frame, EtherType.VLAN));
            frames.add(tagged(tagged(frame, EtherType.VLAN), DOUBLE_TAG));
        }

        int all = frames.size();
        assertThat(check(0, frames)).isEqualTo(verdict(all, all, 0, 0));
    }

    @Test
    void shouldFindEveryDamagedByteOfRoceV1ThatIsCovered() throws Exception {
        List<ByteBuffer> frames = new ArrayList<>();
        ByteBuffer whole = tagged(frame(PublishedVectors.ROCE_V1_WRITE_ONLY), EtherType.VLAN);
        int grh = Ethernet.LENGTH + Vlan.LENGTH;
        for (int at = grh; at < whole.limit(); at++) {
            // Those that say that this is RoCE and how long it is decide whether it is looked at.
            if (at != grh + 4 && at != grh + 5 && at != grh + 6) {
                ByteBuffer damaged = ByteBuffer.allocate(whole.limit());
                damaged.put(0, whole, 0, whole.limit());
                damaged.put(at, (byte) (damaged.get(at) ^ 1));
                frames.add(damaged);
            }
        }

        // Not covered: traffic class and flow label (the version is), hop limit, a byte of the BTH.
        int uncovered = 4 + 1 + 1;
        int all = frames.size();
        assertThat(check(1, frames)).isEqualTo(verdict(all, uncovered, all - uncovered, 0));
    }

    @Test
    void shouldNotCheckWhatIsCutShort() throws Exception {
        ByteBuffer cut = frame(PublishedVectors.ROCE_V1_ACK);
        cut.limit(cut.limit() - 1);

        assertThat(check(1, List.of(cut))).isEqualTo(verdict(1, 0, 0, 1));
    }

    @Test
    void shouldAgreeWithTheCodecOnEveryOpcode() throws Exception {
        List<ByteBuffer> frames = OracleFrame.all().stream().map(OracleFrame::bytes).toList();

        int all = frames.size();
        assertThat(check(0, frames)).isEqualTo(verdict(all, all, 0, 0));
    }

    /** What the script prints behind the file's name. */
    private String check(int status, List<ByteBuffer> frames) throws Exception {
        Path file = folder.resolve("frames.pcap");
        write(frames, file);
        List<String> lines = ExternalTool.ending(status, "python3", SCRIPT, file.toString());
        return lines.getFirst().substring((file + ": ").length());
    }

    private static void write(List<ByteBuffer> frames, Path file) throws IOException {
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (ByteBuffer frame : frames) {
                writer.write(0, frame);
            }
        }
    }

    private static String verdict(int packets, int right, int wrong, int unchecked) {
        return "packets=%d right=%d wrong=%d unchecked=%d"
                .formatted(packets, right, wrong, unchecked);
    }

    private static ByteBuffer frame(PublishedVectors vector) {
        ByteBuffer bytes = vector.bytes();
        if (vector.ethernet()) {
            return bytes;
        }
        boolean ipv4 = vector == PublishedVectors.ROCE_V2_IPV4_UC_SEND;
        ByteBuffer frame = ByteBuffer.allocate(Ethernet.LENGTH + bytes.limit());
        Ethernet.write(frame, 0, 1, 2, ipv4 ? EtherType.IPV4 : EtherType.IPV6);
        return frame.put(Ethernet.LENGTH, bytes, 0, bytes.limit());
    }

    private static ByteBuffer tagged(ByteBuffer frame, int tag) {
        int etherType = frame.getShort(MACS) & 0xffff;
        ByteBuffer tagged = ByteBuffer.allocate(frame.limit() + Vlan.LENGTH);
        tagged.put(0, frame, 0, MACS).putShort(MACS, (short) tag);
        Vlan.write(tagged, Ethernet.LENGTH, 5, false, VLAN_ID, etherType);
        int rest = frame.limit() - Ethernet.LENGTH;
        return tagged.put(Ethernet.LENGTH + Vlan.LENGTH, frame, Ethernet.LENGTH, rest);
    }
}
