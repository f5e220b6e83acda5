package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;
import org.urdma4j.fixtures.TestKeys;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.transport.port.keys.FreeKeyPort;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who has the peer's address and not its keys, and would have a device talk to it in the
 * clear all the same, or by something weaker: the device sends nothing but to the key port.
 */
@Timeout(120)
class FalseKeyPortTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String STRONG = "TLS_AES_256_GCM_SHA384";
    private static final String WEAK = "TLS_AES_128_GCM_SHA256";
    private static final String OLD = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
    private static final TestAuthority OURS = new TestAuthority("ours");
    private static final TestAuthority THEIRS = new TestAuthority("theirs");

    @TempDir private Path folder;
    private final MemoryNetwork network = new MemoryNetwork("false");
    private final int keyPort = FreeKeyPort.on(ONE, OTHER);
    private final Middle seen = new Middle(Gid.of(ONE));

    private static Issued issue(TestAuthority by, String name) {
        Instant now = Instant.now();
        return by.issue(name, now.minusSeconds(3600), now.plusSeconds(3600));
    }

    private Credentials certificate(TestAuthority by) throws IOException {
        return Credentials.read(
                TestAuthority.write(folder.resolve("own"), issue(by, "alpha"), OURS));
    }

    private CmEnd open(InetAddress address, Optional<Credentials> credentials, Middle middle) {
        MemoryPortConfig.Builder port = MemoryPortConfig.builder();
        credentials.ifPresent(own -> port.withProtection(new TlsProtection(config(own))));
        if (middle != null) {
            port.inbound(middle);
        }
        return CmEnd.of(MemoryPort.open(network, Gid.of(address), port.build()));
    }

    private ProtectionConfig config(Credentials credentials) {
        return ProtectionConfig.builder(
                        credentials, () -> new JcaSource(Security.getProvider("SunJCE")))
                .keyPort(keyPort)
                .build();
    }

    /** What listens in the peer's place. */
    enum Pretender {
        RESETS {
            @Override
            FalseKeyPort open(int port) throws IOException {
                return FalseKeyPort.resetting(OTHER, port);
            }
        },
        TLS_1_2 {
            @Override
            FalseKeyPort open(int port) throws IOException, GeneralSecurityException {
                Issued beta = issue(OURS, "beta");
                return FalseKeyPort.speaking(OTHER, port, "TLSv1.2", OLD, OURS, beta);
            }
        },
        ANOTHER_SUITE {
            @Override
            FalseKeyPort open(int port) throws IOException, GeneralSecurityException {
                Issued beta = issue(OURS, "beta");
                return FalseKeyPort.speaking(OTHER, port, "TLSv1.3", WEAK, OURS, beta);
            }
        },
        ANOTHER_AUTHORITY {
            @Override
            FalseKeyPort open(int port) throws IOException, GeneralSecurityException {
                Issued beta = issue(THEIRS, "beta");
                return FalseKeyPort.speaking(OTHER, port, "TLSv1.3", STRONG, THEIRS, beta);
            }
        };

        abstract FalseKeyPort open(int port) throws IOException, GeneralSecurityException;
    }

    private void assertNoWay(CmEnd client) throws InterruptedException {
        CmId id = client.createId();
        id.resolveAddr(null, new InetSocketAddress(OTHER, CmEnd.PORT), PATIENCE);
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        CmEvent event = client.await(CmEventType.ROUTE_ERROR);
        assertThat(event.describe()).isNotBlank().doesNotContain("\n");
        assertThat(seen.seen()).as("what the peer was sent").isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendNothingToWhoeverHasNoKeys(Pretender pretender) throws Exception {
        try (CmEnd client = open(ONE, Optional.of(certificate(OURS)), null);
                CmEnd server = open(OTHER, Optional.empty(), seen);
                FalseKeyPort _ = pretender.open(keyPort)) {
            server.listen(1);
            assertNoWay(client);
        }
    }

    @Test
    void shouldSendNothingToWhoeverHasAnotherKey() throws Exception {
        try (CmEnd client = open(ONE, Optional.of(PskCredentials.of(TestKeys.key(1))), null);
                CmEnd server = open(OTHER, Optional.of(PskCredentials.of(TestKeys.key(2))), seen)) {
            server.listen(1);
            assertNoWay(client);
        }
    }

    /** What follows shows nothing unless this is so. */
    @Test
    void shouldBelieveWhoeverHasWhatItTakes() throws Exception {
        try (CmEnd _ = open(OTHER, Optional.of(certificate(OURS)), seen)) {
            Issued beta = issue(OURS, "beta");
            assertThat(FalseKeyPort.call(OTHER, keyPort, "TLSv1.3", STRONG, OURS, beta)).isTrue();
        }
    }

    /** The other way round: who asks has no key, and is answered REJ 28 if anything. */
    @ParameterizedTest
    @EnumSource(names = {"TLS_1_2", "ANOTHER_SUITE", "ANOTHER_AUTHORITY"})
    void shouldAcceptNobodyWithoutKeys(Pretender pretender) throws Exception {
        boolean old = pretender == Pretender.TLS_1_2;
        String suite = old ? OLD : pretender == Pretender.ANOTHER_SUITE ? WEAK : STRONG;
        TestAuthority authority = pretender == Pretender.ANOTHER_AUTHORITY ? THEIRS : OURS;
        try (CmEnd server = open(OTHER, Optional.of(certificate(OURS)), seen);
                CmEnd client = open(ONE, Optional.empty(), null)) {
            server.listen(1);
            boolean agreed =
                    FalseKeyPort.call(
                            OTHER,
                            keyPort,
                            old ? "TLSv1.2" : "TLSv1.3",
                            suite,
                            authority,
                            issue(authority, "beta"));
            assertThat(agreed).isFalse();
            CmId id = client.ready(server);
            id.connect(ConnParam.EMPTY);
            CmEvent event = client.await(CmEventType.REJECTED);

            assertThat(event.status()).isEqualTo(CmEvent.REJECTED_BY_PEER);
            assertThat(server.channel.pollCmEvent()).isNull();
            assertThat(seen.clearData()).isEmpty();
        }
    }
}
