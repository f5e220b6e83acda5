package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.CredentialsException;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.transport.port.keys.CipherSelection;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.verbs.GidType;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Keys, control and TCP streams of a server go through one TCP port, at the same time. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class OnePortTest {
    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    @TempDir private Path folder;
    private Path key;
    private PskCredentials credentials;

    @BeforeEach
    void writeKey() throws IOException, CredentialsException {
        var owner = PosixFilePermissions.fromString("rw-------");
        key = Files.createFile(folder.resolve("key"), PosixFilePermissions.asFileAttribute(owner));
        Files.writeString(key, PskCredentials.newLine(new SplittableRandom(1)) + "\n");
        credentials = PskCredentials.read(key);
    }

    private LocalServer server() throws IOException {
        Supplier<CipherSource> ciphers = CipherSelection.of(CipherChoice.AUTO);
        ProtectionMaker maker =
                (port, door) ->
                        new TlsProtection(
                                ProtectionConfig.builder(credentials, ciphers)
                                        .keyPort(port)
                                        .listener(door)
                                        .build());
        return new LocalServer(
                Backend.of("udp", GidType.ROCE_V2, FlowControl.DEFAULT, Optional.of(maker)), 4);
    }

    private static CompletableFuture<Invocation> start(LocalServer server, String options) {
        return server.start(options.split(" "));
    }

    /** Returns the TCP ports that this process listens on. */
    private static Set<Integer> listening() throws IOException {
        Set<String> own = new TreeSet<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path one : open.toList()) {
                try {
                    own.add(Files.readSymbolicLink(one).toString());
                } catch (IOException _) {
                    // closed meanwhile
                }
            }
        }
        Set<Integer> ports = new TreeSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
                String[] words = line.strip().split("\\s+", -1);
                if (words[STATE].equals(LISTENING)
                        && own.contains("socket:[%s]".formatted(words[INODE]))) {
                    String address = words[LOCAL_ADDRESS];
                    ports.add(Integer.parseInt(address.substring(address.indexOf(':') + 1), 16));
                }
            }
        }
        return ports;
    }

    /** Neither who says nothing nor who says nonsense is in the way. */
    @Test
    void shouldServeAllThroughOnePort() throws Exception {
        Set<Integer> before = listening();
        try (LocalServer server = server();
                Socket _ = new Socket(LocalServer.ADDRESS, server.port());
                Socket garbage = new Socket(LocalServer.ADDRESS, server.port())) {
            garbage.getOutputStream().write(0);
            var sealed = start(server, "-w 4M -l 64K -n 8M --json --protect psk:" + key);
            var tcp = start(server, "--protocol tcp -P 3 --bidir -n 60M --json");
            Set<Integer> opened = new TreeSet<>();
            while (!sealed.isDone() || !tcp.isDone()) {
                opened.addAll(listening());
                Thread.sleep(1);
            }

            for (Invocation run : List.of(sealed.get(), tcp.get())) {
                assertThat(run.err()).isEmpty();
                assertThat(run.status()).isZero();
                var end = LocalServer.json(run.out()).path("end");
                assertThat(end.path("sum_received").path("bytes").asLong()).isPositive();
            }
            opened.removeAll(before);
            assertThat(opened).containsExactly(server.port());
            assertThat(server.turnedAway()).isPositive(); // the garbage
        }
    }

    @Test
    void shouldKeepServersOfSeveralPortsApart() throws Exception {
        try (LocalServer first = server();
                LocalServer second = server()) {
            for (LocalServer server : List.of(first, second)) {
                for (String options : List.of("--protect psk:" + key, "--protocol tcp")) {
                    String all = "-w 4M -l 64K -n 4M --verify " + options;
                    Invocation run = server.client(all.split(" "));
                    assertThat(run.err()).isEmpty();
                    assertThat(run.status()).isZero();
                }
            }
            assertThat(first.turnedAway()).isZero();
            assertThat(second.turnedAway()).isZero();
        }
    }
}
