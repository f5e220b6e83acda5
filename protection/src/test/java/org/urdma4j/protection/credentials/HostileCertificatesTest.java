package org.urdma4j.protection.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bouncycastle.asn1.x509.KeyUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;
import org.urdma4j.verbs.text.ForeignText;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Whatever a peer shows, it is believed rightly or refused in a line. */
class HostileCertificatesTest {
    private static final int DAMAGED =
            Integer.getInteger("urdma4j.fuzz.certificates", Nightly.times(1000, 20_000));
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");
    private static final Instant NOW = TestAuthority.NOW;

    private static PeerTrust trust(String name) {
        return new PeerTrust(AUTHORITY.asList(), Optional.empty(), Optional.ofNullable(name));
    }

    private static void assertRefused(PeerTrust trust, List<X509Certificate> chain) {
        assertThatThrownBy(() -> trust.check(chain, NOW))
                .isInstanceOf(UntrustedException.class)
                .message()
                .isNotBlank()
                .matches(text -> text.codePoints().allMatch(ForeignText::isQuiet));
    }

    private static void assertRefused(String name, Issued own) {
        assertRefused(trust(name), List.of(own.certificate()));
    }

    /** As a person writes a host, and what its certificate is of. */
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "2001:db8::1, 2001:db8:0:0:0:0:0:1",
        "2001:DB8::1, 2001:db8::1",
        "fe80::1%eth0, fe80::1"
    })
    void shouldCompareAddressesHoweverTheyAreWritten(String host, String address) throws Exception {
        Issued own = AUTHORITY.issueAddress(address);
        trust(host).check(List.of(own.certificate()), NOW);
        assertRefused("192.0.2.77", own);
        assertRefused("2001:db8::77", own);
        assertRefused("host", own);
    }

    @Test
    void shouldCompareNamesWithoutCaseAndLastDot() throws Exception {
        List<X509Certificate> own = List.of(AUTHORITY.issue("nas.example").certificate());
        trust("NAS.Example.").check(own, NOW);
        assertRefused(trust("nas"), own);
        assertRefused(trust(""), own);
        assertRefused(trust("."), own);
    }

    /** What C programs take for the name before it. */
    @Test
    void shouldNotEndANameAtNul() {
        String evil = "alpha.example\0.evil.example";
        assertRefused("alpha.example", AUTHORITY.issueNamed("evil", evil));
        assertRefused("alpha.example", AUTHORITY.issueCommonName(evil));
    }

    @Test
    void shouldShowNoNameThatActsOnATerminal() throws Exception {
        Issued own = AUTHORITY.issueCommonName("a\u001b[2Jb\u009b1m\u202ec");
        assertThat(PeerTrust.nameOf(own.certificate())).matches("[\\x20-\\x7e]+");
        assertRefused("alpha", own);
    }

    @ParameterizedTest
    @CsvSource({"4, false", "8, false", "32, false", "128, true", "160, true"})
    void shouldWantAKeyThatSigns(int usage, boolean right) throws Exception {
        assertThat(KeyUsage.digitalSignature).isEqualTo(128);
        Issued own = AUTHORITY.issueFor("alpha", usage);
        if (right) {
            trust("alpha").check(List.of(own.certificate()), NOW);
        } else {
            assertRefused("alpha", own);
        }
    }

    @Test
    void shouldBelieveAChainInOrderAndNoOther() throws Exception {
        TestAuthority last = AUTHORITY;
        List<X509Certificate> chain = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            last = last.below("below" + i, TestAuthority.FROM, TestAuthority.TO);
            chain.add(last.certificate());
        }
        Collections.reverse(chain);
        chain.addFirst(last.issue("deep").certificate());
        trust("deep").check(chain, NOW);

        assertRefused(trust("deep"), chain.subList(0, 20));
        List<X509Certificate> twice = new ArrayList<>(chain);
        twice.addAll(chain);
        assertRefused(trust("deep"), twice);
        List<X509Certificate> shuffled = new ArrayList<>(chain);
        Collections.swap(shuffled, 3, 9);
        assertRefused(trust("deep"), shuffled);
    }

    @Test
    void shouldRefuseAnExpiredAuthorityOnTheWay() {
        TestAuthority expired = AUTHORITY.below("expired", TestAuthority.FROM, NOW.minusSeconds(1));
        List<X509Certificate> chain =
                List.of(expired.issue("alpha").certificate(), expired.certificate());
        assertThatThrownBy(() -> trust("alpha").check(chain, NOW))
                .isInstanceOf(UntrustedException.class)
                .hasMessageContaining("expired");
    }

    /** One's own signature, with the authority's name. */
    @Test
    void shouldRefuseWhoSignsOneself() {
        TestAuthority impostor = new TestAuthority("authority");
        assertRefused(null, new Issued(impostor.certificate(), null));
        assertRefused(
                trust(null),
                List.of(impostor.issue("alpha").certificate(), impostor.certificate()));
        assertRefused(
                trust(null),
                List.of(impostor.issue("alpha").certificate(), AUTHORITY.certificate()));
    }

    @Test
    void shouldBelieveNothingThatIsDamaged() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        X509Certificate own = AUTHORITY.issue("alpha").certificate();
        byte[] good = own.getEncoded();
        byte[] signed = own.getTBSCertificate();
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        PeerTrust trust = trust("alpha");
        for (int i = 0; i < DAMAGED; i++) {
            byte[] bad = good.clone();
            int at = random.nextInt(bad.length);
            bad[at] ^= (byte) (1 << random.nextInt(8));
            X509Certificate read;
            try {
                read = (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(bad));
            } catch (CertificateException _) {
                continue;
            }
            if (!Arrays.equals(read.getTBSCertificate(), signed)) {
                assertRefused(trust, List.of(read));
            }
        }
    }
}
