package org.urdma4j.protection.association.tls;

import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.BasicTlsPSKExternal;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateEntry;
import org.bouncycastle.tls.PRFAlgorithm;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.SignatureScheme;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsPSKExternal;
import org.bouncycastle.tls.crypto.TlsCertificate;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.impl.bc.BcDefaultTlsCredentialedSigner;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;
import org.urdma4j.protection.credentials.CertificateCredentials;
import org.urdma4j.protection.credentials.PeerTrust;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.protection.credentials.UntrustedException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;

/** Our proof to the peer, and the check of its proof. For one handshake. */
final class Proof {
    private final TlsSettings settings;
    private final BcTlsCrypto crypto;
    private String peer = "";
    private String refusal = "";

    Proof(TlsSettings settings, BcTlsCrypto crypto) {
        this.settings = settings;
        this.crypto = crypto;
    }

    boolean isPsk() {
        return settings.credentials() instanceof PskCredentials;
    }

    /** Returns who the peer is, once it has proven that. */
    String peer() {
        return isPsk() ? settings.credentials().toString() : peer;
    }

    /** Returns why the peer's proof wasn't taken, or nothing. */
    String refusal() {
        return refusal;
    }

    TlsPSKExternal psk() {
        byte[] key = ((PskCredentials) settings.credentials()).copyKey();
        try {
            return new BasicTlsPSKExternal(
                    Offer.identity(), crypto.createSecret(key), PRFAlgorithm.tls13_hkdf_sha384);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /**
     * Returns our certificate.
     *
     * @param request the context of the peer's request; empty for a server
     * @param accepted the kinds of signatures that the peer takes
     */
    TlsCredentials certificate(TlsContext context, byte[] request, Vector<?> accepted)
            throws IOException {
        if (!(settings.credentials() instanceof CertificateCredentials own)) {
            throw refuse(
                    AlertDescription.handshake_failure,
                    "the peer uses certificates, this end a pre-shared key");
        }
        SignatureAndHashAlgorithm scheme = scheme(own.key(), own.chain().getFirst());
        if (accepted == null || !accepted.contains(scheme)) {
            throw refuse(
                    AlertDescription.handshake_failure,
                    "the peer doesn't take signatures of the kind that this certificate makes");
        }
        return new BcDefaultTlsCredentialedSigner(
                new TlsCryptoParameters(context),
                crypto,
                PrivateKeyFactory.createKey(own.key().getEncoded()),
                new Certificate(request, entries(own.chain())),
                scheme);
    }

    /** Looks at the peer's certificate; that it has the key, TLS itself checks. */
    void check(Certificate presented) throws IOException {
        if (isPsk()) {
            throw refuse(
                    AlertDescription.handshake_failure,
                    "the peer uses certificates, this end a pre-shared key");
        }
        if (presented == null || presented.isEmpty()) {
            throw refuse(AlertDescription.certificate_required, "the peer has no certificate");
        }
        try {
            List<X509Certificate> chain = decode(presented);
            settings.trust().orElseThrow().check(chain, settings.time().instant());
            peer = PeerTrust.nameOf(chain.getFirst());
        } catch (CertificateException _) {
            throw refuse(AlertDescription.bad_certificate, "the peer's certificate is damaged");
        } catch (UntrustedException e) {
            throw refuse(
                    switch (e.reason()) {
                        case EXPIRED -> AlertDescription.certificate_expired;
                        case UNKNOWN_AUTHORITY -> AlertDescription.unknown_ca;
                        case OTHER -> AlertDescription.bad_certificate;
                    },
                    e.getMessage());
        }
    }

    /** Remembers why, and returns what tells the peer. */
    TlsFatalAlert refuse(short alert, String why) {
        refusal = why;
        return new TlsFatalAlert(alert);
    }

    private CertificateEntry[] entries(List<X509Certificate> chain) throws IOException {
        CertificateEntry[] entries = new CertificateEntry[chain.size()];
        for (int i = 0; i < entries.length; i++) {
            try {
                entries[i] =
                        new CertificateEntry(
                                crypto.createCertificate(chain.get(i).getEncoded()), null);
            } catch (CertificateEncodingException e) {
                throw new IllegalStateException("it was read from its encoding", e);
            }
        }
        return entries;
    }

    private static List<X509Certificate> decode(Certificate presented)
            throws IOException, CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> chain = new ArrayList<>();
        for (TlsCertificate one : presented.getCertificateList()) {
            chain.add(
                    (X509Certificate)
                            factory.generateCertificate(
                                    new ByteArrayInputStream(one.getEncoded())));
        }
        return chain;
    }

    private static SignatureAndHashAlgorithm scheme(PrivateKey key, X509Certificate own) {
        int scheme =
                switch (key.getAlgorithm()) {
                    case "RSA" -> SignatureScheme.rsa_pss_rsae_sha256;
                    case "EC" ->
                            ((ECKey) own.getPublicKey()).getParams().getOrder().bitLength() > 256
                                    ? SignatureScheme.ecdsa_secp384r1_sha384
                                    : SignatureScheme.ecdsa_secp256r1_sha256;
                    default -> SignatureScheme.ed25519;
                };
        return SignatureScheme.getSignatureAndHashAlgorithm(scheme);
    }
}
