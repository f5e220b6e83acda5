package org.urdma4j.tools.rping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** Against what rping of librdmacm has put on the wire: three pings of 64 bytes. */
class CapturedPingTest {
    private static final Path CAPTURE =
            Path.of("../codec/src/test/resources/captures/boot-rping-cm.pcap");

    /** Where the client's memory was, as frames 4 and 10 have it. */
    private static final String SOURCE = "55 9f c8 5c 53 70 00 00 21 9c 00 00 00 40";

    private static int occurrences(byte[] haystack, byte[] needle) {
        int found = 0;
        for (int i = 0; i + needle.length <= haystack.length; i++) {
            int end = i + needle.length;
            if (Arrays.equals(haystack, i, end, needle, 0, needle.length)) {
                found++;
            }
        }
        return found;
    }

    /** Each text goes from the client, as the answer of a READ, and comes back, by a WRITE. */
    @Test
    void shouldFillMemoryAsRpingDoes() throws IOException {
        byte[] capture = Files.readAllBytes(CAPTURE);
        for (int ping = 0; ping < 3; ping++) {
            MemorySegment memory = MemorySegment.ofArray(new byte[64]);
            PingText.fill(memory, ping);
            byte[] text = memory.toArray(ValueLayout.JAVA_BYTE);
            assertThat(occurrences(capture, text)).as("ping " + ping).isEqualTo(2);
            assertThat(PingText.of(memory, 64)).hasSize(63).startsWith("rdma-ping-" + ping);
        }
    }

    /** Each ping's SEND says so, and the READ that follows. */
    @Test
    void shouldSayWhereMemoryIsAsRpingDoes() throws IOException {
        byte[] message = new byte[PingInfo.BYTES];
        byte[] captured = HexFormat.ofDelimiter(" ").parseHex("00 00 " + SOURCE);
        new PingInfo(0x559f_c85c_5370L, 0x219c, 64).write(MemorySegment.ofArray(message));
        assertThat(message).isEqualTo(captured);
        assertThat(occurrences(Files.readAllBytes(CAPTURE), message)).isEqualTo(6);
        assertThat(PingInfo.read(MemorySegment.ofArray(message)))
                .isEqualTo(new PingInfo(0x559f_c85c_5370L, 0x219c, 64));
    }
}
