package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.UserNamespaces;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Captures of others and our own, in each form of file, and what is refused. */
class ReplayCommandTest {
    private static final Path RPING = Vectors.capture("boot-rping-cm.pcap");
    private static final Path RC = Vectors.capture("golden-rc-v4.pcap");
    private static final int ETHERNET = 14;

    /** Of Linux: to us, Ethernet, no address, IPv4. */
    private static final String COOKED = "00000001000600000000000000000800";

    @TempDir private Path folder;

    private static Invocation replay(Object... arguments) {
        return Invocation.of(
                Stream.concat(Stream.of("pcap", "replay"), Stream.of(arguments)).toArray());
    }

    @Test
    void shouldSayWhatCameOfASoftRoceTransfer() {
        Invocation replay = replay("--to", "10.77.0.2", RC);

        assertThat(replay.status()).as(replay.err()).isZero();
        assertThat(replay.out())
                .contains("as 10.77.0.2", "qp 0x000011  RC from 10.77.0.1  RTS")
                .containsPattern("rdma_atomics 3, .*rdma_reads 6, .*rdma_writes 9")
                .containsPattern("key 0x00000288  \\d+ bytes at 0x7f89c0b")
                .doesNotContain("dropped");
    }

    /** A timed replay of a few milliseconds comes to the same as one at full speed. */
    @Test
    void shouldComeToTheSameAtAnyPace() {
        Invocation fast = replay("--to", "10.77.0.2", RC);

        assertThat(replay("--to", "10.77.0.2", "--speed", "1000", RC)).isEqualTo(fast);
        assertThat(replay("--to", "::ffff:10.77.0.2", RC)).isEqualTo(fast);
    }

    @Test
    void shouldSayTheSameToPrograms() {
        Invocation replay = replay("--json", "--to", "10.77.0.2", RC);

        assertThat(replay.status()).isZero();
        assertThat(replay.out())
                .startsWith("{\"host\":\"10.77.0.2\"")
                .contains("\"received_bytes\":", "\"rkey\":648", "\"sha256\":\"");
    }

    @Test
    void shouldAskWhichHostIsMeant() {
        Invocation replay = replay(RPING);

        assertThat(replay.status()).isEqualTo(2);
        assertThat(replay.errLines().getFirst())
                .matches("urdma: requests go to 10\\.\\S+, 10\\.\\S+: choose one with --to");
    }

    /** The same packets without Ethernet, with other file headers, in the other form of file. */
    @ParameterizedTest
    @ValueSource(strings = {"raw", "cooked", "micros", "pcapng"})
    void shouldTakeEveryFormOfCapture(String form) throws Exception {
        List<byte[]> packets = Vectors.packets(RC);
        Path file = folder.resolve(form);
        switch (form) {
            case "raw" ->
                    Vectors.write(
                            file,
                            LinkType.RAW,
                            packets.stream()
                                    .map(packet -> Vectors.behind("", packet, ETHERNET))
                                    .toArray(byte[][]::new));
            case "cooked" ->
                    Vectors.write(
                            file,
                            LinkType.LINUX_SLL,
                            packets.stream()
                                    .map(packet -> Vectors.behind(COOKED, packet, ETHERNET))
                                    .toArray(byte[][]::new));
            case "micros" -> Files.write(file, micros(packets));
            default -> Files.write(file, pcapng(packets));
        }

        Invocation replay = replay("--to", "10.77.0.2", file);

        assertThat(replay.status()).as(replay.err()).isZero();
        assertThat(replay.out()).isEqualTo(replay("--to", "10.77.0.2", RC).out());
    }

    private static byte[] micros(List<byte[]> packets) {
        int bytes = 24 + packets.stream().mapToInt(packet -> 16 + packet.length).sum();
        ByteBuffer b = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putLong(0);
        b.putInt(0x40000).putInt(LinkType.ETHERNET);
        for (int i = 0; i < packets.size(); i++) {
            byte[] packet = packets.get(i);
            b.putInt(1).putInt(i).putInt(packet.length).putInt(packet.length).put(packet);
        }
        return b.array();
    }

    /** Simple Packet Blocks, which have no times. */
    private static byte[] pcapng(List<byte[]> packets) {
        ByteBuffer b = ByteBuffer.allocate(1 << 20);
        b.putInt(0x0a0d0d0a).putInt(28).putInt(0x1a2b3c4d).putShort((short) 1);
        b.putShort((short) 0).putLong(-1).putInt(28);
        b.putInt(1).putInt(20).putShort((short) LinkType.ETHERNET).putShort((short) 0);
        b.putInt(0).putInt(20);
        for (byte[] packet : packets) {
            int padded = (packet.length + 3) & -4;
            b.putInt(3).putInt(16 + padded).putInt(packet.length).put(packet);
            b.position(b.position() + padded - packet.length).putInt(16 + padded);
        }
        byte[] file = new byte[b.position()];
        b.get(0, file);
        return file;
    }

    @Test
    void shouldSayInOneLineWhatIsWrongWithAFile() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "no capture at all");
        Path empty = Files.createFile(folder.resolve("empty"));
        byte[] whole = Files.readAllBytes(RC);
        Path cut = folder.resolve("cut");
        Files.write(cut, Arrays.copyOf(whole, whole.length - 10));
        Path none = Vectors.write(folder.resolve("none"), LinkType.ETHERNET);
        Path other = Vectors.write(folder.resolve("other"), LinkType.ETHERNET, new byte[60]);
        Path wireless = Vectors.write(folder.resolve("wlan"), 105, new byte[60]);

        assertFailed(folder.resolve("nowhere"), "no such file");
        assertFailed(folder, "is a folder");
        assertFailed(text, "is not a capture file");
        assertFailed(empty, "is empty");
        assertFailed(cut, "cut: ");
        assertFailed(none, "has no request");
        assertFailed(other, "has no request");
        assertFailed(wireless, "has no request");
        assertFailed("192.0.2.1", RC, "not to 192.0.2.1");
        Invocation small = replay("--to", "10.77.0.2", "--memory", "64", RC);
        assertThat(small.status()).isEqualTo(1);
        assertThat(small.errLines()).hasSize(1);
        assertThat(small.err()).contains("more than the 64 that it may take");
    }

    private static void assertFailed(Path file, String why) {
        assertFailed("10.77.0.2", file, why);
    }

    private static void assertFailed(String to, Path file, String why) {
        Invocation replay = replay("--to", to, file);
        assertThat(replay.status()).as(replay.out()).isEqualTo(1);
        assertThat(replay.errLines()).hasSize(1);
        assertThat(replay.err()).startsWith("urdma: ").contains(why);
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertRefused("--speed is 0.0", "--speed", "0");
        assertRefused("--speed is NaN", "--speed", "NaN");
        assertRefused("no address", "--to", "example.org");
        assertRefused("is not a size", "--memory", "much");
    }

    private static void assertRefused(String why, Object... options) {
        Invocation refused = replay(Stream.concat(Stream.of(options), Stream.of(RC)).toArray());
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).containsPattern(Pattern.compile(Pattern.quote(why)));
    }

    /** What a responder in another process was asked for, in super-packets, over v1 and v2. */
    @Test
    @Tag("userns")
    void shouldComeToWhatALiveResponderCameTo() throws Exception {
        UserNamespaces.requireLibpcap();
        Path file = folder.resolve("a.pcap");
        try (UserNamespaces net = UserNamespaces.make()) {
            for (String roce : List.of("v1", "v2")) {
                try (CommandProcess capture =
                        net.urdma("a", "pcap", "capture", "-i", "eth0", file)) {
                    capture.awaitLine(line -> line.contains("capturing"));
                    net.ping("--backend", "raw", "--roce", roce);
                    assertThat(capture.interrupt().status()).isEqualTo(130);
                }

                Invocation server = replay("--to", "10.98.0.1", file);
                Invocation client = replay("--to", "10.98.0.2", file);

                assertThat(server.status()).as(server.out() + server.err()).isZero();
                assertThat(server.out()).contains("rdma_recvs 10").doesNotContain("dropped_icrc");
                assertThat(client.status()).as(client.out() + client.err()).isZero();
                assertThat(client.out()).contains("rdma_reads 5", "rdma_writes 5");
            }
        }
    }
}
