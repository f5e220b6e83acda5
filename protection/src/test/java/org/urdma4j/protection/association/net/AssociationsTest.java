package org.urdma4j.protection.association.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.association.state.Timing;
import org.urdma4j.protection.association.tls.TlsPair;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.CredentialsException;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.protection.key.Role;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Security;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Over TCP on loopback, where each address is a device. */
class AssociationsTest {
    private static final InetAddress ALPHA = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress BETA = InetAddress.ofLiteral("127.0.0.2");
    private static final InetAddress RELAY = InetAddress.ofLiteral("127.0.0.3");
    private static final PskCredentials KEY = TlsPair.psk(1);
    private static final int PATIENCE_SECONDS = 60;

    @TempDir private Path folder;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Told alphaTold = new Told();
    private final Told betaTold = new Told();
    private int port;

    @BeforeEach
    void findPort() throws IOException {
        // Below those that connections take for themselves.
        for (port = 20_000 + new Random().nextInt(10_000); ; port++) {
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.ofLiteral("0.0.0.0"))) {
                return;
            } catch (BindException _) {
                // Somebody has it.
            }
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private ProtectionConfig.Builder config(Credentials credentials) {
        return ProtectionConfig.builder(
                        credentials, () -> new JcaSource(Security.getProvider("SunJCE")))
                .keyPort(port);
    }

    private static Timing timing(Duration generation, Duration handshake) {
        Timing usual = Timing.of(generation);
        return new Timing(
                usual.heartbeatNs(),
                handshake.toNanos(),
                usual.generationNs(),
                Duration.ofMillis(10).toNanos(),
                usual.expiryNs(),
                Duration.ofMillis(1).toNanos(),
                Duration.ofMillis(20).toNanos());
    }

    private Associations open(InetAddress at, ProtectionConfig config, Told told, Timing timing)
            throws IOException {
        Associations opened =
                Associations.open(at, config, told, timing, InstantSource.fixed(TestAuthority.NOW));
        open.addFirst(opened);
        return opened;
    }

    private Associations open(InetAddress at, Credentials credentials, Told told)
            throws IOException {
        return open(
                at,
                config(credentials).build(),
                told,
                timing(Duration.ofHours(1), Duration.ofSeconds(10)));
    }

    private static AssociationInfo get(CompletableFuture<AssociationInfo> asked) throws Exception {
        return asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void shouldAssociateTwoDevices() throws Exception {
        Associations alpha = open(ALPHA, KEY, alphaTold);
        open(BETA, KEY, betaTold);

        AssociationInfo info = get(alpha.ask(BETA));

        betaTold.await("established");
        AssociationInfo there = betaTold.established.getFirst();
        assertThat(info.role()).isEqualTo(Role.CLIENT);
        assertThat(there.role()).isEqualTo(Role.SERVER);
        assertThat(info.index()).isEqualTo(there.peerIndex()).isNotZero();
        assertThat(info.peerIndex()).isEqualTo(there.index()).isNotZero();
        assertThat(info.local()).isEqualTo(there.remote()).isEqualTo(ALPHA);
        assertThat(info.remote()).isEqualTo(there.local()).isEqualTo(BETA);
        assertThat(info.peer()).isEqualTo(KEY.toString());
        assertThat(info.group()).isEqualTo("X25519MLKEM768");
        assertThat(info.epochTime()).isEqualTo(Duration.ofMinutes(10));
        assertThat(alphaTold.keys).isEqualTo(betaTold.keys).containsOnlyKeys(0);
        assertThat(get(alpha.ask(BETA))).isSameAs(info);
    }

    @Test
    void shouldReuseThePeersAssociation() throws Exception {
        Associations alpha = open(ALPHA, KEY, alphaTold);
        Associations beta = open(BETA, KEY, betaTold);
        get(alpha.ask(BETA));
        betaTold.await("established");

        AssociationInfo info = get(beta.ask(ALPHA));

        assertThat(info.role()).isEqualTo(Role.SERVER);
        assertThat(beta.count()).isEqualTo(1);
        assertThat(alpha.count()).isEqualTo(1);
    }

    @Test
    void shouldAssociateByCertificates() throws Exception {
        TestAuthority authority = new TestAuthority("authority");
        Credentials own =
                Credentials.read(
                        TestAuthority.write(
                                folder.resolve("a"), authority.issue("alpha"), authority));
        Credentials peers =
                Credentials.read(
                        TestAuthority.write(
                                folder.resolve("b"), authority.issue("beta"), authority));
        Timing timing = Timing.of(Duration.ofHours(1));
        Associations alpha = open(ALPHA, config(own).peerName("beta").build(), alphaTold, timing);
        open(BETA, config(peers).peerName("alpha").epochPackets(256).build(), betaTold, timing);

        AssociationInfo info = get(alpha.ask(BETA));

        assertThat(info.peer()).isEqualTo("beta");
        assertThat(info.epochBits()).isEqualTo(8);
    }

    @Test
    void shouldEndWithOneAssociationWhenBothAskAtOnce() throws Exception {
        for (int i = 0; i < 20; i++) {
            Told first = new Told();
            Told second = new Told();
            try (Associations alpha = open(ALPHA, KEY, first);
                    Associations beta = open(BETA, KEY, second)) {
                CompletableFuture<AssociationInfo> here = alpha.ask(BETA);
                CompletableFuture<AssociationInfo> there = beta.ask(ALPHA);

                assertThat(get(here).index()).isEqualTo(get(there).peerIndex());
                assertThat(get(here).peerIndex()).isEqualTo(get(there).index());
                first.await("established");
                second.await("established");
                // the connection that doesn't count may be heard of as one that failed
                assertThat(first.all)
                        .as("first")
                        .filteredOn(told -> told.startsWith("established"))
                        .hasSize(1);
                assertThat(second.all)
                        .as("second")
                        .filteredOn(told -> told.startsWith("established"))
                        .hasSize(1);
            }
        }
    }

    @Test
    void shouldSayWhyThereIsNone() throws Exception {
        Associations alpha = open(ALPHA, KEY, alphaTold);

        assertThatThrownBy(() -> get(alpha.ask(BETA)))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(AssociationException.class)
                .hasMessageContaining("nobody answers on TCP port " + port + " of 127.0.0.2");
        alphaTold.await("failed 127.0.0.2 nobody answers");
        open(BETA, TlsPair.psk(2), betaTold);
        assertThatThrownBy(() -> get(alpha.ask(BETA))).hasMessageContaining("decrypt_error");
        betaTold.await("failed 127.0.0.1 the peer's proof is wrong");
        assertThatThrownBy(() -> get(alpha.ask(ALPHA)))
                .hasMessageContaining("the peer is this device itself");
        assertThat(alpha.count()).isZero();
    }

    @Test
    void shouldRenewWithoutAnotherConnection() throws Exception {
        Timing often = timing(Duration.ofMillis(1), Duration.ofSeconds(10));
        Associations alpha = open(ALPHA, config(KEY).build(), alphaTold, often);
        open(BETA, config(KEY).build(), betaTold, often);
        get(alpha.ask(BETA));

        alphaTold.await("seal 3");
        alphaTold.await("retired 2");
        betaTold.await("seal 3");
        for (int generation = 0; generation < 4; generation++) {
            assertThat(alphaTold.keys.get(generation)).isEqualTo(betaTold.keys.get(generation));
        }
        assertThat(alphaTold.established).hasSize(1);
    }

    @Test
    void shouldComeBackWhenTheConnectionIsCut() throws Exception {
        Associations alpha = open(ALPHA, KEY, alphaTold);
        open(BETA, KEY, betaTold);
        try (Relay relay = new Relay(RELAY, BETA, port)) {
            get(alpha.ask(RELAY));
            for (int i = 1; i < 4; i++) {
                relay.cut();
                alphaTold.await("seal " + i);
                betaTold.await("seal " + i);
                assertThat(alphaTold.keys.get(i)).isEqualTo(betaTold.keys.get(i));
            }
        }
        assertThat(alphaTold.established).hasSize(1);
        assertThat(betaTold.established).hasSize(1);
    }

    @Test
    void shouldEndAtBothEndsAndFreeThePort() throws Exception {
        Associations alpha = open(ALPHA, KEY, alphaTold);
        Associations beta = open(BETA, KEY, betaTold);
        get(alpha.ask(BETA));
        betaTold.await("established");

        beta.close();

        betaTold.await("ended the device is closed");
        alphaTold.await("ended the peer has ended it");
        assertThat(beta.count()).isZero();
        assertThatThrownBy(() -> get(beta.ask(ALPHA)))
                .hasCauseInstanceOf(AssociationException.class);
        Told again = new Told();
        open(BETA, KEY, again);
        get(alpha.ask(BETA));
        again.await("established");
    }

    @Test
    void shouldEndOneWhenAsked() throws Exception {
        Associations alpha = open(ALPHA, KEY, alphaTold);
        open(BETA, KEY, betaTold);

        alpha.end(get(alpha.ask(BETA)).index(), "too many failed tags");

        alphaTold.await("ended too many failed tags");
        betaTold.await("ended the peer has ended it");
        alpha.end(1, "nobody");
    }

    /** Who sends nothing, or nothing more, is there for a while and no longer. */
    @Test
    void shouldKeepFewStrangersAndNoneForLong() throws Exception {
        Timing hasty = timing(Duration.ofHours(1), Duration.ofSeconds(2));
        Associations alpha = open(ALPHA, config(KEY).build(), alphaTold, hasty);
        open(BETA, config(KEY).build(), betaTold, hasty);
        List<Socket> strangers = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < 500; i++) {
            Socket one = new Socket();
            open.add(one);
            one.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.1." + (1 + i % 100)), 0));
            come(one);
            strangers.add(one);
            most = Math.max(most, ((Associations) open.getFirst()).strangers());
        }
        assertThat(most).isBetween(1, Associations.MOST_HANDSHAKES);
        for (Socket one : strangers) {
            assertThat(end(one)).isTrue();
        }
        get(alpha.ask(BETA));
    }

    @Test
    void shouldKeepEightStrangersOfAnAddress() throws Exception {
        open(BETA, KEY, betaTold);
        Associations beta = (Associations) open.getFirst();
        List<Socket> strangers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Socket one = new Socket();
            open.add(one);
            come(one);
            strangers.add(one);
        }
        // The last ones are turned away, which shows that all before were looked at.
        assertThat(end(strangers.getLast())).isTrue();
        assertThat(beta.strangers()).isEqualTo(Associations.MOST_HANDSHAKES_OF_ADDRESS);
    }

    /** Connects; who is turned away at once may hear of it before the call returns. */
    private void come(Socket stranger) throws IOException {
        try {
            stranger.connect(new InetSocketAddress(BETA, port));
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** Returns whether a connection is ended by the other end. */
    private static boolean end(Socket socket) {
        try {
            socket.setSoTimeout(PATIENCE_SECONDS * 1000);
            var _ = socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    @Test
    void shouldTurnGarbageAway() throws Exception {
        for (String garbage :
                List.of("GET / HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001\u0000\u0005hello")) {
            betaTold.all.clear();
            open(BETA, KEY, betaTold);
            try (Socket one = new Socket(BETA, port)) {
                one.getOutputStream().write(garbage.getBytes(StandardCharsets.ISO_8859_1));
                assertThat(end(one)).isTrue();
            }
            betaTold.await("failed 127.0.0.1 what the peer sent is not TLS");
            closeAll();
            open.clear();
        }
    }

    @Test
    void shouldRefuseToOpenWithoutUsableCredentials() throws Exception {
        TestAuthority authority = new TestAuthority("authority");
        Credentials old =
                Credentials.read(
                        TestAuthority.write(
                                folder.resolve("old"),
                                authority.issue(
                                        "old",
                                        TestAuthority.FROM,
                                        TestAuthority.NOW.minusSeconds(1)),
                                authority));

        assertThatThrownBy(() -> open(ALPHA, old, alphaTold))
                .isInstanceOf(CredentialsException.class)
                .hasMessageContaining("expired at");
        open(ALPHA, KEY, alphaTold);
        assertThatThrownBy(() -> open(ALPHA, KEY, betaTold))
                .isInstanceOf(AssociationException.class)
                .hasMessageContaining("TCP port " + port + " of 127.0.0.1");
    }

    @Test
    void shouldLogKeysForCaptures() throws Exception {
        Path alphaLog = folder.resolve("alpha.log");
        Path betaLog = folder.resolve("beta.log");
        Timing timing = timing(Duration.ofMillis(1), Duration.ofSeconds(10));
        Associations alpha = open(ALPHA, config(KEY).keyLog(alphaLog).build(), alphaTold, timing);
        open(BETA, config(KEY).keyLog(betaLog).build(), betaTold, timing);
        AssociationInfo info = get(alpha.ask(BETA));
        alphaTold.await("seal 1");
        closeAll();

        List<String> lines = Files.readAllLines(alphaLog);
        assertThat(lines.subList(0, 2)).isEqualTo(Files.readAllLines(betaLog).subList(0, 2));
        assertThat(lines.getFirst())
                .isEqualTo(
                        "URDMA_GENERATION %08x %08x 0 %s 22"
                                .formatted(
                                        info.index(), info.peerIndex(), alphaTold.hex.getFirst()));
        assertThat(lines.get(1))
                .matches("URDMA_GENERATION [0-9a-f]{8} [0-9a-f]{8} 1 [0-9a-f]{96} 22");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(alphaLog)))
                .isEqualTo("rw-------");
        Files.setPosixFilePermissions(alphaLog, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(
                        () -> open(ALPHA, config(KEY).keyLog(alphaLog).build(), alphaTold, timing))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chmod 600");
    }

    /** Neither the key nor anything that was agreed on is in what people get to see. */
    @Test
    void shouldTellNoSecrets() throws Exception {
        Timing often = timing(Duration.ofMillis(1), Duration.ofSeconds(10));
        ProtectionConfig config = config(KEY).build();
        Associations alpha = open(ALPHA, config, alphaTold, often);
        open(BETA, config, betaTold, often);
        AssociationInfo info = get(alpha.ask(BETA));
        alphaTold.await("seal 2");
        open(RELAY, TlsPair.psk(2), new Told());
        assertThatThrownBy(() -> get(alpha.ask(RELAY))).hasMessageContaining("decrypt_error");
        closeAll();

        List<String> seen = new ArrayList<>(alphaTold.all);
        seen.addAll(betaTold.all);
        seen.addAll(List.of(info.toString(), config.toString(), KEY.toString(), KEY.kind()));
        List<String> secrets = new ArrayList<>(alphaTold.hex);
        secrets.add(HexFormat.of().formatHex(KEY.copyKey()));
        secrets.addAll(alphaTold.keys.values());
        assertThat(secrets).hasSizeGreaterThan(6);
        for (String hex : secrets) {
            String base64 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
            assertThat(seen)
                    .noneMatch(text -> text.contains(hex.substring(0, 16)))
                    .noneMatch(text -> text.contains(base64.substring(0, 12)));
        }
    }
}
