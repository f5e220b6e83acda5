package org.urdma4j.protection.credentials;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A certificate with its chain and private key, and the authorities that sign those of peers. TLS
 * 1.3 needs EC on P-256 or P-384, Ed25519, or RSA of 2,048 bits or more.
 */
public final class CertificateCredentials implements Credentials {
    private static final int LEAST_RSA_BITS = 2048;

    /** What a peer takes, the own certificate among them: Bouncy Castle's bound. */
    private static final int MOST_CERTIFICATES = 10;

    /** Of the message in which a peer is told the chain: more is not kept for strangers. */
    public static final int MOST_CHAIN_BYTES = 1 << 14;

    /** TLS puts so many bytes to a chain, and to each certificate of it (RFC 8446, 4.4.2). */
    private static final int CHAIN_OVERHEAD = 4;

    private static final int CERTIFICATE_OVERHEAD = 5;

    private final Path folder;
    private final List<X509Certificate> chain;
    private final PrivateKey key;
    private final List<X509Certificate> authorities;

    private CertificateCredentials(
            Path folder,
            List<X509Certificate> chain,
            PrivateKey key,
            List<X509Certificate> authorities) {
        this.folder = folder;
        this.chain = chain;
        this.key = key;
        this.authorities = authorities;
    }

    /**
     * Reads {@code cert.pem} (the own certificate first, then who signed it), {@code key.pem} and,
     * if it is there, {@code ca.pem}.
     *
     * @throws CredentialsException if one is missing, damaged, doesn't fit, or others can read the
     *     key
     */
    public static CertificateCredentials read(Path folder) throws CredentialsException {
        List<X509Certificate> chain =
                PemCertificates.read(folder.resolve("cert.pem"), "certificate");
        PrivateKey key = PemKey.read(folder.resolve("key.pem"));
        Path ca = folder.resolve("ca.pem");
        List<X509Certificate> authorities =
                Files.exists(ca) ? PemCertificates.read(ca, "list of authorities") : List.of();
        checkKind(chain.getFirst(), folder);
        checkPair(chain.getFirst(), key, folder);
        checkLength(chain, folder);
        return new CertificateCredentials(folder, chain, key, authorities);
    }

    /** Returns the own certificate and those above it. */
    public List<X509Certificate> chain() {
        return chain;
    }

    public PrivateKey key() {
        return key;
    }

    /** Returns who may sign certificates of peers; empty if there is no {@code ca.pem}. */
    public List<X509Certificate> authorities() {
        return authorities;
    }

    public String name() {
        return CertificateNames.first(chain.getFirst());
    }

    @Override
    public String kind() {
        return "certificate of %s, %s"
                .formatted(name(), chain.getFirst().getPublicKey().getAlgorithm());
    }

    /** Of the public key, as a peer pins it. */
    @Override
    public String fingerprint() {
        return SpkiPin.of(chain.getFirst()).toString();
    }

    @Override
    public Optional<Instant> expiry() {
        return chain.stream().map(one -> one.getNotAfter().toInstant()).min(Instant::compareTo);
    }

    @Override
    public void checkUsable(Instant now) throws CredentialsException {
        for (X509Certificate one : chain) {
            Instant from = one.getNotBefore().toInstant();
            Instant to = one.getNotAfter().toInstant();
            String whose = CertificateNames.first(one);
            Path file = folder.resolve("cert.pem");
            if (now.isBefore(from)) {
                throw new CredentialsException(
                        "the certificate of %s in %s is not valid before %s; check this clock"
                                .formatted(whose, file, from));
            }
            if (now.isAfter(to)) {
                throw new CredentialsException(
                        "the certificate of %s in %s expired at %s; have a new one signed"
                                .formatted(whose, file, to));
            }
        }
    }

    private static void checkKind(X509Certificate certificate, Path folder)
            throws CredentialsException {
        boolean good =
                switch (certificate.getPublicKey()) {
                    case RSAKey rsa -> rsa.getModulus().bitLength() >= LEAST_RSA_BITS;
                    case ECKey ec -> isCommonCurve(ec.getParams().getOrder().bitLength());
                    case EdECKey ed -> ed.getParams().getName().equals("Ed25519");
                    default -> false;
                };
        if (!good) {
            throw new CredentialsException(
                    "the key of %s is neither EC on P-256 or P-384, Ed25519, nor RSA of %d bits"
                            .formatted(folder.resolve("cert.pem"), LEAST_RSA_BITS));
        }
    }

    private static boolean isCommonCurve(int bits) {
        return bits == 256 || bits == 384;
    }

    private static void checkLength(List<X509Certificate> chain, Path folder)
            throws CredentialsException {
        int bytes = CHAIN_OVERHEAD;
        try {
            for (X509Certificate one : chain) {
                bytes += one.getEncoded().length + CERTIFICATE_OVERHEAD;
            }
        } catch (CertificateEncodingException e) {
            throw new CredentialsException(
                    "a certificate in %s can't be sent: %s"
                            .formatted(folder.resolve("cert.pem"), e.getMessage()));
        }
        if (chain.size() > MOST_CERTIFICATES || bytes > MOST_CHAIN_BYTES) {
            throw new CredentialsException(
                    ("there are %d certificates of %d bytes in %s, and peers accept %d, of %d bytes"
                                    + " together; leave out those that peers have themselves")
                            .formatted(
                                    chain.size(),
                                    bytes,
                                    folder.resolve("cert.pem"),
                                    MOST_CERTIFICATES,
                                    MOST_CHAIN_BYTES));
        }
    }

    private static void checkPair(X509Certificate certificate, PrivateKey key, Path folder)
            throws CredentialsException {
        if (!isPair(certificate, key)) {
            throw new CredentialsException(
                    "%s is not the key of the first certificate in %s"
                            .formatted(folder.resolve("key.pem"), folder.resolve("cert.pem")));
        }
    }

    private static boolean isPair(X509Certificate certificate, PrivateKey key) {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> "Ed25519";
                };
        byte[] said = {1, 2, 3};
        try {
            Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(said);
            byte[] signature = signer.sign();
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(certificate.getPublicKey());
            verifier.update(said);
            return verifier.verify(signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "certificate of " + name() + " " + fingerprint();
    }
}
