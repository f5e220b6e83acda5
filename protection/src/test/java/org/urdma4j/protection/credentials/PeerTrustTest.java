package org.urdma4j.protection.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;
import org.urdma4j.protection.credentials.UntrustedException.Reason;

import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

class PeerTrustTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");
    private static final Issued ALPHA = AUTHORITY.issue("alpha.example");

    private static PeerTrust signedBy(TestAuthority authority, String name) {
        return new PeerTrust(authority.asList(), Optional.empty(), Optional.ofNullable(name));
    }

    private static void assertRefused(
            PeerTrust trust, X509Certificate own, Instant now, Reason reason, String words) {
        assertThatThrownBy(() -> trust.check(List.of(own), now))
                .isInstanceOfSatisfying(
                        UntrustedException.class,
                        e -> {
                            assertThat(e.reason()).isEqualTo(reason);
                            assertThat(e).hasMessageContaining(words);
                        });
    }

    private static void assertRefused(PeerTrust trust, Issued own, String words) {
        assertRefused(trust, own.certificate(), TestAuthority.NOW, Reason.OTHER, words);
    }

    @Test
    void shouldBelieveAnAuthority() throws Exception {
        signedBy(AUTHORITY, null).check(List.of(ALPHA.certificate()), TestAuthority.NOW);
        signedBy(AUTHORITY, "Alpha.Example")
                .check(List.of(ALPHA.certificate(), AUTHORITY.certificate()), TestAuthority.NOW);
    }

    @Test
    void shouldNotBelieveAnother() {
        TestAuthority sameName = new TestAuthority("authority");
        assertRefused(
                signedBy(sameName, null),
                ALPHA.certificate(),
                TestAuthority.NOW,
                Reason.UNKNOWN_AUTHORITY,
                "no authority in ca.pem signed");
        assertRefused(
                signedBy(new TestAuthority("other"), null),
                ALPHA.certificate(),
                TestAuthority.NOW,
                Reason.UNKNOWN_AUTHORITY,
                "alpha.example");
    }

    @Test
    void shouldLookAtTheDates() {
        PeerTrust trust = signedBy(AUTHORITY, null);
        Issued late = AUTHORITY.issue("late", TestAuthority.NOW.plusSeconds(60), TestAuthority.TO);

        assertRefused(
                trust,
                ALPHA.certificate(),
                TestAuthority.TO.plusSeconds(1),
                Reason.EXPIRED,
                "expired");
        assertRefused(trust, late, "not yet valid");
    }

    @Test
    void shouldCompareNames() throws Exception {
        assertRefused(signedBy(AUTHORITY, "beta.example"), ALPHA, "not of beta.example");
        assertRefused(signedBy(AUTHORITY, "example"), ALPHA, "of alpha.example");
        assertRefused(signedBy(AUTHORITY, "x.example"), AUTHORITY.issue("*.example"), "*.example");
        Issued plain = AUTHORITY.issueCommonName("gamma");
        signedBy(AUTHORITY, "gamma").check(List.of(plain.certificate()), TestAuthority.NOW);
        assertThat(PeerTrust.nameOf(plain.certificate())).isEqualTo("gamma");
    }

    @Test
    void shouldRefuseCertificatesForSomethingElse() throws Exception {
        Issued code =
                AUTHORITY.issue(
                        TestAuthority.pair("EC"),
                        "alpha",
                        TestAuthority.FROM,
                        TestAuthority.TO,
                        KeyPurposeId.id_kp_codeSigning);
        Issued server =
                AUTHORITY.issue(
                        TestAuthority.pair("EC"),
                        "alpha",
                        TestAuthority.FROM,
                        TestAuthority.TO,
                        KeyPurposeId.id_kp_serverAuth);

        assertRefused(signedBy(AUTHORITY, null), code, "not for TLS");
        signedBy(AUTHORITY, null).check(List.of(server.certificate()), TestAuthority.NOW);
    }

    /** A certificate that isn't of an authority signs nothing. */
    @Test
    void shouldRefuseAChainThroughAnEnd() {
        PeerTrust trust = signedBy(AUTHORITY, null);
        TestAuthority stranger = new TestAuthority("alpha.example");
        Issued forged = stranger.issue("beta");

        assertThatThrownBy(() ->
                        trust.check(
                                List.of(forged.certificate(), ALPHA.certificate()),
                                TestAuthority.NOW))
                .isInstanceOf(UntrustedException.class);
    }

    @Test
    void shouldBelieveAPinnedKey() throws Exception {
        byte[] digest =
                MessageDigest.getInstance("SHA-256")
                        .digest(ALPHA.certificate().getPublicKey().getEncoded());
        for (String text :
                List.of(
                        "SHA256:" + Base64.getEncoder().encodeToString(digest),
                        "sha256:" + HexFormat.of().formatHex(digest),
                        "SHA256:" + HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest),
                        SpkiPin.of(ALPHA.certificate()).toString())) {
            PeerTrust trust =
                    new PeerTrust(List.of(), Optional.of(SpkiPin.parse(text)), Optional.empty());
            trust.check(List.of(ALPHA.certificate()), TestAuthority.NOW);
            assertRefused(trust, AUTHORITY.issue("alpha.example"), "not the pinned one");
            assertRefused(
                    trust,
                    ALPHA.certificate(),
                    TestAuthority.TO.plusSeconds(1),
                    Reason.EXPIRED,
                    "expired");
        }
    }

    @Test
    void shouldRefuseWhatIsNoPin() {
        for (String text :
                List.of("", "SHA256:", "SHA256:abcd", "MD5:00", "SHA256:" + "zz".repeat(32))) {
            assertThatThrownBy(() -> SpkiPin.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a pin is SHA256:");
        }
    }

    @Test
    void shouldWantSomebodyToBelieve() {
        assertThatThrownBy(() -> new PeerTrust(List.of(), Optional.empty(), Optional.of("alpha")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
