package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

class CheckCommandTest {
    @TempDir private Path folder;

    @Test
    void shouldFindEveryIcrcOfSoftRoceRight() {
        Path file = Vectors.capture("boot-rping-cm.pcap");

        Invocation result = Invocation.of("pcap", "check", file);

        assertThat(result.status()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .isEqualToNormalizingNewlines(
                        """
                        %s: 41 RoCE packets, 0 others
                          ICRC: 41 right, 0 wrong, 0 unchecked
                                  12 RC_SEND_ONLY
                                   3 RC_RDMA_WRITE_ONLY
                                   3 RC_RDMA_READ_REQUEST
                                   3 RC_RDMA_READ_RESPONSE_ONLY
                                  15 RC_ACKNOWLEDGE
                                   5 UD_SEND_ONLY
                        """
                                .formatted(file));
    }

    @Test
    void shouldPrintJson() {
        Path rc = Vectors.capture("boot-rc_pingpong.pcap");
        Path ud = Vectors.capture("golden-ud-v4.pcap");

        Invocation result = Invocation.of("pcap", "check", "--json", rc, ud);

        assertThat(result.status()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .isEqualToIgnoringWhitespace(
                        """
                        [{"file":"%s","packets":40,
                          "icrc":{"right":40,"wrong":0,"unchecked":0},
                          "opcodes":{"RC_SEND_FIRST":10,"RC_SEND_MIDDLE":10,"RC_SEND_LAST":10,
                                     "RC_ACKNOWLEDGE":10}},
                         {"file":"%s","packets":4,
                          "icrc":{"right":4,"wrong":0,"unchecked":0},
                          "opcodes":{"UD_SEND_ONLY":3,"UD_SEND_ONLY_WITH_IMMEDIATE":1}}]
                        """
                                .formatted(rc, ud));
    }

    @Test
    void shouldFailAndNameThePacketsWhenAnIcrcIsWrong() throws IOException {
        byte[] wrong = Vectors.CNP.clone();
        wrong[wrong.length - 10] ^= 1;
        Path file =
                Vectors.write(
                        folder.resolve("wrong.pcap"),
                        LinkType.ETHERNET,
                        Vectors.CNP,
                        wrong,
                        Vectors.ROCE_V1_ACK,
                        wrong);

        Invocation text = Invocation.of("pcap", "check", file);
        Invocation json = Invocation.of("pcap", "check", "--json", file);

        assertThat(text.status()).isEqualTo(1);
        assertThat(text.out())
                .contains("ICRC: 2 right, 2 wrong, 0 unchecked", "  wrong: packets 2, 4\n");
        assertThat(json.status()).isEqualTo(1);
        assertThat(json.out()).contains("{\"right\":2,\"wrong\":2,\"unchecked\":0}");
    }

    /** RoCEv1 frame of a sealed packet; its ICRC is made here by the JDK's CRC-32. */
    private static byte[] sealed(int opcode, int length) {
        ByteBuffer frame = ByteBuffer.allocate(14 + 40 + length + 4);
        frame.put(0, Vectors.ROCE_V1_ACK, 0, 14 + 40);
        frame.putShort(14 + 4, (short) (length + 4));
        frame.putInt(54, (opcode << 24) | 0xffff).putInt(58, 0x10a).putInt(62, 7);
        byte[] masked = frame.array().clone();
        // Covered as ones: traffic class, flow label, hop limit, byte 4 of the BTH.
        masked[14] |= 0x0f;
        Arrays.fill(masked, 15, 18, (byte) -1);
        masked[14 + 7] = -1;
        masked[58] = -1;
        CRC32 crc = new CRC32();
        crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        crc.update(masked, 14, 40 + length);
        frame.putInt(54 + length, Integer.reverseBytes((int) crc.getValue()));
        return frame.array();
    }

    @Test
    void shouldCountSealedPackets() throws IOException {
        Path file =
                Vectors.write(
                        folder.resolve("sealed.pcap"),
                        LinkType.ETHERNET,
                        sealed(0xe0, 40),
                        sealed(0xe0, 1444),
                        sealed(0xe1, 300));

        Invocation result = Invocation.of("pcap", "check", file);

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .isEqualToNormalizingNewlines(
                        """
                        %s: 3 RoCE packets, 0 others
                          ICRC: 3 right, 0 wrong, 0 unchecked
                                   2 URDMA_SEALED
                                   1 URDMA_SEALED_DATAGRAM
                        """
                                .formatted(file));
    }

    @Test
    void shouldFailWhenASealedPacketHasALengthThatNoneHas() throws IOException {
        Path file =
                Vectors.write(
                        folder.resolve("misshapen.pcap"),
                        LinkType.ETHERNET,
                        sealed(0xe0, 40),
                        sealed(0xe0, 36),
                        sealed(0xe0, 42),
                        sealed(0xe1, 304));

        Invocation text = Invocation.of("pcap", "check", file);
        Invocation json = Invocation.of("pcap", "check", "--json", file);

        assertThat(text.status()).isEqualTo(1);
        assertThat(text.out())
                .contains("ICRC: 4 right, 0 wrong")
                .contains("  sealed, but of a length that no sealed packet has: packets 2, 3, 4\n");
        assertThat(json.status()).isEqualTo(1);
        assertThat(json.out()).contains("\"misshapen\":3");
    }

    @Test
    void shouldListOnlyTheFirstOfManyWrongPackets() throws IOException {
        byte[] wrong = Vectors.CNP.clone();
        wrong[wrong.length - 1] ^= 1;
        byte[][] packets = new byte[11][];
        Arrays.fill(packets, wrong);
        Path file = Vectors.write(folder.resolve("many.pcap"), LinkType.ETHERNET, packets);

        assertThat(Invocation.of("pcap", "check", file).out())
                .contains("  wrong: packets 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...\n");
    }

    @Test
    void shouldReportWhatADamagedFileHeldBeforeTheDamage() throws IOException {
        byte[] whole = Files.readAllBytes(Vectors.capture("golden-ud-v4.pcap"));
        Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 1));

        Invocation text = Invocation.of("pcap", "check", cut);
        Invocation json = Invocation.of("pcap", "check", "--json", cut);

        assertThat(text.status()).isEqualTo(1);
        assertThat(text.out()).contains(": 3 RoCE packets, 0 others", "ICRC: 3 right, 0 wrong");
        assertThat(text.errLines())
                .singleElement()
                .asString()
                .startsWith("urdma: " + cut + ": cut short at byte ");
        assertThat(json.status()).isEqualTo(1);
        assertThat(json.out())
                .contains("\"packets\":3", "\"error\":\"" + cut + ": cut short at byte ");
        assertThat(json.errLines()).isEqualTo(text.errLines());
    }

    @Test
    void shouldGoOnAfterFilesThatCanNotBeRead() throws IOException {
        Path missing = folder.resolve("missing.pcap");
        Path empty = Files.createFile(folder.resolve("empty.pcap"));
        Path text = Files.writeString(folder.resolve("notes.txt"), "no capture");
        Path good = Vectors.capture("golden-uc-v4.pcap");

        Invocation result = Invocation.of("pcap", "check", missing, empty, text, folder, good);

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines())
                .containsExactly(
                        "urdma: " + missing + ": no such file",
                        "urdma: " + empty + ": is empty",
                        "urdma: "
                                + text
                                + ": is not a capture file: starts with 0x6e6f2063, which is neither"
                                + " pcap nor pcapng",
                        "urdma: " + folder + ": is a folder, not a capture file");
        assertThat(result.out()).startsWith(good + ": 16 RoCE packets").doesNotContain("missing");
    }

    @Test
    void shouldSucceedOnACaptureWithoutRoce() throws IOException {
        Path file = Vectors.write(folder.resolve("arp.pcap"), LinkType.ETHERNET, new byte[60]);

        Invocation result = Invocation.of("pcap", "check", file);

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .isEqualToNormalizingNewlines(file + ": 0 RoCE packets, 1 others\n");
    }

    @Test
    void shouldSayWhichLinkTypeItDoesNotKnow() throws IOException {
        int infiniBand = 247;
        Path file = Vectors.write(folder.resolve("ib.pcap"), infiniBand, new byte[60], new byte[9]);

        assertThat(Invocation.of("pcap", "check", file).out())
                .contains("2 others have link type 247, which is not looked into");
    }
}
