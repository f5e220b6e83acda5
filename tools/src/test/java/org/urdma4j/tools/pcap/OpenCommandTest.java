package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.protection.key.Role;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A capture that was sealed is, opened, what it was before, byte for byte. */
class OpenCommandTest {
    private static final int PACKETS = 600;
    private static final int IP = 14;
    private static final int BTH_V4 = IP + Ipv4.LENGTH + Udp.LENGTH;

    @TempDir private Path folder;

    private Path keylog;
    private Path in;
    private Path out;
    private Path expected;

    private Path write(String name, List<byte[]> frames) throws IOException {
        return Vectors.write(
                folder.resolve(name), LinkType.ETHERNET, frames.toArray(byte[][]::new));
    }

    private void prepare(SealedCapture capture, List<byte[]> sealed, List<byte[]> plain)
            throws IOException {
        keylog = Files.writeString(folder.resolve("keys"), capture.line() + "\n");
        in = write("in.pcap", sealed);
        expected = write("expected.pcap", plain);
        out = folder.resolve("out.pcap");
    }

    private Invocation open() {
        return Invocation.of("pcap", "open", "--keylog", keylog, in, out);
    }

    private void assertOpened(Invocation result, String text) throws IOException {
        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).isEqualToNormalizingNewlines(out + ": " + text);
        assertThat(Files.mismatch(out, expected)).isEqualTo(-1);
        Invocation check = Invocation.of("pcap", "check", out);
        assertThat(check.status()).isZero();
        assertThat(check.out()).contains(" 0 wrong, 0 unchecked");
    }

    /** Every opcode, with fill and without, in epochs of 256 packets, over all encapsulations. */
    @ParameterizedTest
    @EnumSource
    void shouldRestoreEveryByte(Encapsulation encapsulation) throws IOException {
        SealedCapture capture = new SealedCapture(1, encapsulation);
        List<byte[]> plain = new ArrayList<>();
        List<byte[]> sealed = new ArrayList<>();
        for (int i = 0; i < PACKETS; i++) {
            byte[] packet = capture.packet(i);
            plain.add(capture.frame(packet));
            sealed.add(capture.frame(capture.sealed(packet, i % 3 * 8, i)));
        }
        prepare(capture, sealed, plain);

        assertThat(Invocation.of("pcap", "check", in).out())
                .contains("%d URDMA_SEALED".formatted(PACKETS));
        assertOpened(open(), PACKETS + " packets opened\n");
    }

    @Test
    void shouldLeaveEverythingElseAsItIs() throws IOException {
        SealedCapture capture = new SealedCapture(2, Encapsulation.ROCE_V2_IPV6);
        byte[] packet = capture.packet(0);
        byte[] chaff = capture.frame(capture.chaff(100, 1));
        byte[] foreign = capture.sealed(packet, 0, 2);
        foreign[7]++;
        byte[] forged = capture.sealed(packet, 0, 3);
        forged[forged.length - 1]++;
        byte[] damaged = capture.frame(capture.sealed(packet, 0, 4));
        damaged[damaged.length - 1]++;
        byte[] datagram = new byte[300];
        datagram[0] = (byte) 0xe1;
        datagram[7] = 1;
        List<byte[]> others =
                List.of(
                        chaff,
                        capture.frame(foreign),
                        capture.frame(forged),
                        damaged,
                        capture.frame(datagram),
                        Vectors.CNP,
                        new byte[60]);
        List<byte[]> sealed = new ArrayList<>(others);
        sealed.add(capture.frame(capture.sealed(packet, 0, 5)));
        List<byte[]> plain = new ArrayList<>(others);
        plain.add(capture.frame(packet));
        prepare(capture, sealed, plain);
        Files.writeString(keylog, "# a note\n\nCLIENT_RANDOM 1 2\n" + capture.line());

        Invocation result = open();
        Invocation json = Invocation.of("pcap", "open", "--json", "--keylog", keylog, in, out);

        assertThat(result.status()).isZero();
        assertThat(Files.mismatch(out, expected)).isEqualTo(-1);
        assertThat(result.out())
                .isEqualToNormalizingNewlines(
                        """
                        %s: 1 packets opened
                          as they were: 1 hold nothing (chaff)
                          as they were: 2 are of a queue pair, or association, and generation without a key
                          as they were: 1 don't open with any key that is for them
                          as they were: 1 are cut short or have a wrong ICRC
                          as they were: 2 frames have nothing sealed
                        """
                                .formatted(out));
        assertThat(json.out())
                .isEqualToNormalizingNewlines(
                        "{\"opened\":1,\"chaff\":1,\"no_key\":2,\"refused\":1,\"datagrams\":0,"
                                + "\"unchecked\":1,\"others\":2,\"keys\":1,\"generation_lines\":0}\n");
    }

    /** Both ways, and in another epoch. */
    @Test
    void shouldOpenWhatConnectionManagersSay() throws IOException {
        SealedCapture capture = new SealedCapture(10, Encapsulation.ROCE_V2_IPV6);
        List<byte[]> plain = new ArrayList<>();
        List<byte[]> sealed = new ArrayList<>();
        for (long number : new long[] {0, 700}) {
            for (Role sender : Role.values()) {
                byte[] datagram = capture.datagram(number);
                plain.add(capture.frame(datagram));
                sealed.add(capture.frame(capture.sealedDatagram(datagram, sender, number)));
            }
        }
        prepare(capture, sealed, plain);
        Files.writeString(keylog, capture.generationLine());

        assertOpened(open(), "4 packets opened, 4 of them of the connection manager\n");
    }

    /** Two connections whose queue pairs have the same number: each packet finds its own key. */
    @Test
    void shouldTryEveryConnectionOfAQueuePairsNumber() throws IOException {
        SealedCapture one = new SealedCapture(3, Encapsulation.ROCE_V2_IPV4);
        SealedCapture other = new SealedCapture(4, Encapsulation.ROCE_V2_IPV4);
        byte[] first = one.packet(0);
        byte[] second = other.packet(1);
        prepare(
                one,
                List.of(one.frame(one.sealed(first, 0, 1)), one.frame(other.sealed(second, 0, 1))),
                List.of(one.frame(first), one.frame(second)));
        Files.writeString(keylog, other.line() + "\n" + one.line());

        assertOpened(open(), "2 packets opened\n");
    }

    /** As the kernel has them before segmentation: one datagram, each packet with its ICRC. */
    @Test
    void shouldTakeSuperPacketsApart() throws IOException {
        SealedCapture capture = new SealedCapture(5, Encapsulation.ROCE_V2_IPV4);
        List<byte[]> plain = new ArrayList<>();
        byte[] all = new byte[0];
        for (int i = 0; i < 4; i++) {
            byte[] packet = capture.packet(i, i == 3 ? 64 : 1024);
            plain.add(capture.frame(packet));
            byte[] sealed = capture.frame(capture.sealed(packet, 0, i));
            int from = i == 0 ? 0 : BTH_V4;
            byte[] longer = Arrays.copyOf(all, all.length + sealed.length - from);
            System.arraycopy(sealed, from, longer, all.length, sealed.length - from);
            all = longer;
        }
        ByteBuffer b = ByteBuffer.wrap(all);
        Ipv4.setTotalLength(b, IP, all.length - IP);
        Ipv4.setChecksum(b, IP);
        Udp.setLength(b, IP + Ipv4.LENGTH, all.length - IP - Ipv4.LENGTH);
        prepare(capture, List.of(all), plain);

        assertOpened(open(), "4 packets opened\n");
    }

    @Test
    void shouldKeepAnIcrcOfTheTransportAlone() throws IOException {
        SealedCapture capture = new SealedCapture(6, Encapsulation.ROCE_V2_IPV4);
        byte[] packet = capture.packet(0);
        byte[] plain = capture.frame(packet);
        byte[] sealed = capture.frame(capture.sealed(packet, 0, 0));
        for (byte[] frame : List.of(plain, sealed)) {
            ByteBuffer b = ByteBuffer.wrap(frame);
            int length = frame.length - BTH_V4 - Icrc.LENGTH;
            Icrc.put(b, BTH_V4 + length, new Icrc().transportOnly(b, BTH_V4, length));
            int udp = IP + Ipv4.LENGTH;
            Udp.setChecksum(b, udp, Udp.checksumOverIpv4(b, IP, udp));
        }
        prepare(capture, List.of(sealed), List.of(plain));

        assertThat(open().out()).contains("1 packets opened");
        assertThat(Files.mismatch(out, expected)).isEqualTo(-1);
    }

    @Test
    void shouldFailIfNoKeyFits() throws IOException {
        SealedCapture capture = new SealedCapture(7, Encapsulation.ROCE_V1);
        byte[] frame = capture.frame(capture.sealed(capture.packet(0), 0, 0));
        prepare(capture, List.of(frame), List.of(frame));
        Files.writeString(keylog, new SealedCapture(8, Encapsulation.ROCE_V1).line());

        Invocation result = open();

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines())
                .containsExactly(
                        "urdma: %s: no key in it opens a packet of %s".formatted(keylog, in));
        assertThat(Files.mismatch(out, expected)).isEqualTo(-1);
    }

    @Test
    void shouldWriteWhatADamagedFileHeldBeforeTheDamage() throws IOException {
        SealedCapture capture = new SealedCapture(9, Encapsulation.ROCE_V1);
        byte[] packet = capture.packet(0);
        byte[] sealed = capture.frame(capture.sealed(packet, 0, 0));
        prepare(capture, List.of(sealed, sealed), List.of(capture.frame(packet)));
        byte[] whole = Files.readAllBytes(in);
        Files.write(in, Arrays.copyOf(whole, whole.length - 1));

        Invocation result = open();

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).contains("1 packets opened");
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .startsWith("urdma: " + in + ": cut short at byte ");
        assertThat(Files.mismatch(out, expected)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "URDMA_QP | is not 'URDMA_QP QUEUE-PAIR GENERATION SECRET [BITS]'",
                "URDMA_QP 1 2 SECRET 22 more | is not 'URDMA_QP QUEUE-PAIR GENERATION SECRET [BITS]'",
                "URDMA_QP 1000000 2 SECRET | has '1000000' for the queue pair, must be 0 to ffffff",
                "URDMA_QP x 2 SECRET | has 'x' for the queue pair, must be 0 to ffffff",
                "URDMA_QP 1 256 SECRET | has '256' for the generation, must be 0 to 255",
                "URDMA_QP 1 2 SECRET 23 | has '23' for the bits of an epoch, must be 8 to 22",
                "URDMA_QP 1 2 zz | has a secret that is not hexadecimal",
                "URDMA_GENERATION 1 2 3 | is not 'URDMA_GENERATION CLIENT SERVER GENERATION SECRET [BITS]'",
                "URDMA_GENERATION 1 x 3 SECRET | has 'x' for an index, must be 0 to ffffffff",
                "URDMA_GENERATION 1 2 3 SECRET 7 | has '7' for the bits of an epoch, must be 8 to 22",
                "URDMA_QP 1 2 abcd | has a secret of 2 bytes, must be 48"
            })
    void shouldSayWhichLineOfTheKeyLogIsWrong(String line, String error) throws IOException {
        keylog = folder.resolve("keys");
        Files.writeString(keylog, "# first\n" + line.replace("SECRET", "00".repeat(48)) + "\n");
        in = Vectors.capture("golden-uc-v4.pcap");
        out = folder.resolve("out.pcap");

        Invocation result = open();

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).containsExactly("urdma: " + keylog + ": line 2 " + error);
        assertThat(out).doesNotExist();
    }

    @Test
    void shouldCopyACaptureWithoutAnythingSealed() throws IOException {
        keylog = Files.createFile(folder.resolve("keys"));
        in = Vectors.capture("golden-uc-v4.pcap");
        out = folder.resolve("out.pcap");

        assertThat(open().status()).isZero();

        assertThat(Vectors.packets(out)).containsExactlyElementsOf(Vectors.packets(in));
    }

    /** What only shows when it is written. */
    @Test
    void shouldSayWhereThereIsNoRoom() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "no /dev/full here");
        keylog = Files.createFile(folder.resolve("keys"));
        in = Vectors.capture("golden-uc-v4.pcap");
        out = full;

        assertFails(1, "can't write /dev/full: ");
    }

    @Test
    void shouldSayInOneLineWhatIsMissing() throws IOException {
        keylog = folder.resolve("none");
        in = Vectors.capture("golden-uc-v4.pcap");
        out = folder.resolve("out.pcap");
        assertFails(1, keylog + ": no such file");

        keylog = folder;
        assertFails(1, folder + ": can't be read: Is a directory");

        keylog = Files.write(folder.resolve("binary"), new byte[] {-1, -2, -3});
        assertFails(1, keylog + ": is no text");

        keylog = Files.createFile(folder.resolve("keys"));
        in = folder.resolve("none.pcap");
        assertFails(1, in + ": no such file");

        in = keylog;
        assertFails(1, keylog + ": is empty");
        assertThat(out).doesNotExist();

        in = Files.copy(Vectors.capture("golden-uc-v4.pcap"), folder.resolve("a.pcap"));
        out = in;
        assertFails(2, "OUT is %s itself: give it another name".formatted(in));

        out = keylog;
        assertFails(2, "OUT is %s itself: give it another name".formatted(keylog));

        out = folder.resolve("no/out.pcap");
        assertFails(2, "OUT: no file can be written at " + out);
    }

    private void assertFails(int status, String error) {
        Invocation result = open();

        assertThat(result.status()).as(error).isEqualTo(status);
        assertThat(result.errLines().getFirst()).startsWith("urdma: " + error);
        assertThat(result.errLines()).hasSize(status);
    }
}
