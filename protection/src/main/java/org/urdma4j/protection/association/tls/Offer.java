package org.urdma4j.protection.association.tls;

import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.ProtocolName;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.SignatureScheme;
import org.urdma4j.protection.credentials.CertificateCredentials;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Vector;

/** What both ends offer, and all that they accept. */
@SuppressWarnings("JdkObsolete") // Bouncy Castle's API has vectors
final class Offer {
    static final int SUITE = CipherSuite.TLS_AES_256_GCM_SHA384;
    static final String SUITE_NAME = "TLS_AES_256_GCM_SHA384";

    /** ALPN (RFC 7301): a TLS server of something else with the same certificate is no device. */
    static final ProtocolName PROTOCOL = ProtocolName.asUtf8Encoding("urdma-keys/1");

    /**
     * The PSK's identity goes over the network in the clear: the same for all keys, it tells nobody
     * which group a device belongs to, and a wrong key shows in its binder.
     */
    private static final byte[] IDENTITY =
            "urdma4j protection 1".getBytes(StandardCharsets.US_ASCII);

    /** A chain of certificates is the longest that there is. */
    static final int MOST_MESSAGE_BYTES = CertificateCredentials.MOST_CHAIN_BYTES;

    private static final List<Integer> GROUPS =
            List.of(NamedGroup.X25519MLKEM768, NamedGroup.x25519);

    private static final List<Integer> SCHEMES =
            List.of(
                    SignatureScheme.ecdsa_secp256r1_sha256,
                    SignatureScheme.ecdsa_secp384r1_sha384,
                    SignatureScheme.ed25519,
                    SignatureScheme.rsa_pss_rsae_sha256,
                    SignatureScheme.rsa_pss_rsae_sha384);

    private Offer() {}

    static ProtocolVersion[] versions() {
        return ProtocolVersion.TLSv13.only();
    }

    static int[] suites() {
        return new int[] {SUITE};
    }

    static byte[] identity() {
        return IDENTITY.clone();
    }

    static Vector<Integer> groups() {
        return new Vector<>(GROUPS);
    }

    static int[] groupArray() {
        return GROUPS.stream().mapToInt(Integer::intValue).toArray();
    }

    static Vector<ProtocolName> protocols() {
        return new Vector<>(List.of(PROTOCOL));
    }

    static Vector<SignatureAndHashAlgorithm> signatures() {
        return new Vector<>(
                SCHEMES.stream().map(SignatureScheme::getSignatureAndHashAlgorithm).toList());
    }
}
