package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.net.LinkLayer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One wrong bit anywhere never passes as a right ICRC, unless the ICRC doesn't cover it. */
class DamagedPacketsTest {
    private static final int ETHERNET = 14;

    @TempDir private Path folder;
    private final PacketCheck check = new PacketCheck();

    @Test
    void shouldNoticeEveryWrongBitUnderTheIcrc() {
        // IPv4: TOS, TTL, checksum; UDP: checksum; BTH: FECN, BECN and reserved bits.
        assertThat(bytesWhoseDamagePasses(Vectors.UC_SEND_IPV4, LinkLayer.RAW_IP, 0))
                .containsExactly(1, 8, 10, 11, 26, 27, 32);
        // IPv6: traffic class, flow label (with half of bytes 0 and 1), hop limit.
        assertThat(bytesWhoseDamagePasses(Vectors.UC_SEND_IPV6, LinkLayer.RAW_IP, 0))
                .containsExactly(0, 1, 2, 3, 7, 46, 47, 52);
        assertThat(bytesWhoseDamagePasses(Vectors.ROCE_V1_WRITE, LinkLayer.ETHERNET, ETHERNET))
                .containsExactly(14, 15, 16, 17, 21, 58);
    }

    private List<Integer> bytesWhoseDamagePasses(byte[] packet, LinkLayer link, int from) {
        List<Integer> passed = new ArrayList<>();
        byte[] damaged = packet.clone();
        for (int at = from; at < packet.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                damaged[at] ^= (byte) (1 << bit);
                if (isRight(damaged, link) && !passed.contains(at)) {
                    passed.add(at);
                }
                damaged[at] = packet[at];
            }
        }
        return passed;
    }

    private boolean isRight(byte[] packet, LinkLayer link) {
        return check.isRoce(ByteBuffer.wrap(packet), link) && check.verdict() == Verdict.RIGHT;
    }

    @Test
    void shouldEndInASummaryWhereverTheFileIsDamaged() throws IOException {
        byte[] file = Files.readAllBytes(Vectors.capture("golden-nak-rnr.pcap"));
        Path damaged = folder.resolve("damaged.pcap");
        for (int at = 0; at < file.length; at++) {
            byte original = file[at];
            file[at] ^= (byte) (1 << at % 8);

            CaptureSummary summary = CaptureCheck.of(Files.write(damaged, file));

            assertThat(summary.packets() + summary.others()).isBetween(0L, 6L);
            file[at] = original;
        }
    }
}
