package org.urdma4j.transport.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.keys.FreeKeyPort;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.ProtectionAttr;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SplittableRandom;

/** Devices that an application opens with keys, by nothing but the public API. */
class ProtectedDevicesTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.9.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.9.2");

    @TempDir private Path folder;
    private final int udpPort = FreePort.on(ONE, OTHER);
    private final int keyPort = FreeKeyPort.on(ONE, OTHER);

    private Path psk(String name, long seed) throws IOException {
        Path file = folder.resolve(name);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, PskCredentials.newLine(new SplittableRandom(seed)) + "\n");
    }

    private ContextAttr attr(ProtectionAttr protection) {
        return ContextAttr.builder().udpPort(udpPort).protection(protection).build();
    }

    private ContextAttr sealed(Path credentials) {
        return attr(ProtectionAttr.of(credentials).withKeyPort(keyPort));
    }

    private static String moved(Context from, Context to) throws IOException {
        try (RdmaServerChannel server = RdmaServerChannel.listen(to, 0);
                RdmaChannel client = RdmaChannel.connect(from, server.address());
                RdmaChannel accepted = server.accept()) {
            client.outputStream().write("sealed".getBytes(UTF_8));
            client.shutdownOutput();
            return new String(accepted.inputStream().readAllBytes(), UTF_8);
        }
    }

    private static long sealing(Context context) {
        return ((SoftContext) context).counters().get(Counter.SEALING_BYTES);
    }

    @Test
    void shouldSealWhatTwoWithTheSameKeySay() throws IOException {
        Path key = psk("key", 1);
        try (Context a = Verbs.open(ONE, sealed(key));
                Context b = Verbs.open(OTHER, sealed(key))) {
            assertThat(moved(a, b)).isEqualTo("sealed");
            assertThat(sealing(a)).isPositive();
            assertThat(sealing(b)).isPositive();
        }
    }

    /** Packets of loopback are long: the cipher reads what they carry from the channel's memory. */
    @Test
    void shouldSealLongPackets() throws IOException {
        Path key = psk("key", 1);
        byte[] bytes = new byte[40_000];
        new SplittableRandom(2).nextBytes(bytes);
        try (Context a = Verbs.open(ONE, sealed(key));
                Context b = Verbs.open(OTHER, sealed(key));
                RdmaServerChannel server = RdmaServerChannel.listen(b, 0);
                RdmaChannel client = RdmaChannel.connect(a, server.address());
                RdmaChannel accepted = server.accept()) {
            // What is sent again, acknowledgements and the search for the path's MTU count, too:
            // they
            // spoil a round, not all of them.
            long packets = Long.MAX_VALUE;
            for (int round = 0; round < 50 && packets >= 8 * bytes.length / 4096; round++) {
                long before = sealing(a);
                for (int i = 0; i < 8; i++) {
                    client.outputStream().write(bytes);
                    assertThat(accepted.inputStream().readNBytes(bytes.length)).isEqualTo(bytes);
                }
                packets = (sealing(a) - before) / PacketSeal.OVERHEAD;
            }
            assertThat(packets).as("long ones").isLessThan(8 * bytes.length / 4096);
        }
    }

    @Test
    void shouldTalkInTheClearOnlyIfThatIsAllowed() throws IOException {
        ProtectionAttr allowed =
                ProtectionAttr.of(psk("key", 1)).withKeyPort(keyPort).allowingClear();
        ContextAttr clear = ContextAttr.builder().udpPort(udpPort).build();
        try (Context a = Verbs.open(ONE, attr(allowed));
                Context b = Verbs.open(OTHER, clear)) {
            assertThat(moved(a, b)).isEqualTo("sealed");
            assertThat(sealing(a)).isZero();
        }
    }

    @Test
    void shouldAgreeOnKeysAtTheNumberOfTheUdpPort() throws IOException {
        ProtectionAttr usual = ProtectionAttr.of(psk("key", 1));
        ContextAttr attr = ContextAttr.builder().udpPort(keyPort).protection(usual).build();
        try (Context a = Verbs.open(ONE, attr);
                Context b = Verbs.open(OTHER, attr)) {
            assertThat(moved(a, b)).isEqualTo("sealed");
            assertThat(sealing(a)).isPositive();
        }
    }

    @Test
    void shouldSayInALineWhatIsWrongWithTheKeys() throws IOException {
        refused(attr(ProtectionAttr.of(folder.resolve("nothing"))), "nothing");
        Path open = psk("open", 3);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        refused(attr(ProtectionAttr.of(open)), "others");
        Path text = psk("text", 4);
        refused(attr(ProtectionAttr.of(Files.writeString(text, "secret\n"))), "urdma key psk");
        refused(attr(ProtectionAttr.of(psk("key", 5)).withPeerKey("SHA256:?")), "SHA256");
    }

    @Test
    void shouldSealWhatEachOfSeveralEventLoopsSends() throws IOException {
        Path key = psk("key", 1);
        ContextAttr several = sealed(key).toBuilder().eventLoops(2).build();
        try (Context a = Verbs.open(ONE, several);
                Context b = Verbs.open(OTHER, sealed(key))) {
            for (int i = 0; i < 4; i++) {
                long before = sealing(a);
                assertThat(moved(a, b)).isEqualTo("sealed");
                assertThat(sealing(a)).isGreaterThan(before);
            }
        }
    }

    private static void refused(ContextAttr attr, String why) {
        assertThatThrownBy(() -> Verbs.open(ONE, attr).close())
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .hasMessageContaining(why)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }
}
