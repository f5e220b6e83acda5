package org.urdma4j.protection.credentials;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which certificates of a peer are believed: those that an authority signed (RFC 5280, 6; no
 * revocation lists), or one with a pinned key; in both cases within its dates and, if a name is
 * expected, with that name. Any thread.
 */
public final class PeerTrust {
    private static final List<String> ROLES =
            List.of("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2", "2.5.29.37.0");

    /** The bit that a key needs for TLS 1.3, if its certificate says what it is for. */
    private static final int DIGITAL_SIGNATURE = 0;

    private final Set<TrustAnchor> anchors = new HashSet<>();
    private final Optional<SpkiPin> pin;
    private final Optional<String> name;

    /**
     * Takes what is asked of a peer.
     *
     * @param authorities who signs; they don't count if there is a pin
     * @throws IllegalArgumentException if there is neither an authority nor a pin
     */
    public PeerTrust(
            List<X509Certificate> authorities, Optional<SpkiPin> pin, Optional<String> name) {
        if (authorities.isEmpty() && pin.isEmpty()) {
            throw new IllegalArgumentException(
                    "nobody's certificate is believed: there is neither ca.pem nor a pin of"
                            + " the peer's key");
        }
        authorities.forEach(one -> anchors.add(new TrustAnchor(one, null)));
        this.pin = pin;
        this.name = name;
    }

    /**
     * Returns what is asked of a peer by who has these credentials; nothing with a PSK, which is
     * proof enough.
     *
     * @throws IllegalArgumentException if a pin or name is given with a PSK, or certificates
     *     without anybody to believe
     */
    public static Optional<PeerTrust> of(
            Credentials credentials, Optional<SpkiPin> pin, Optional<String> name) {
        return switch (credentials) {
            case PskCredentials _ -> {
                if (pin.isPresent() || name.isPresent()) {
                    throw new IllegalArgumentException(
                            "a pre-shared key proves no name: leave out the peer's name and pin,"
                                    + " or use certificates");
                }
                yield Optional.empty();
            }
            case CertificateCredentials own ->
                    Optional.of(new PeerTrust(own.authorities(), pin, name));
        };
    }

    /** Returns the name of a peer, for people. */
    public static String nameOf(X509Certificate certificate) {
        return CertificateNames.first(certificate);
    }

    /**
     * Checks a peer's certificate.
     *
     * @param chain its own first, one or more
     * @throws UntrustedException if it isn't believed
     */
    public void check(List<X509Certificate> chain, Instant now) throws UntrustedException {
        X509Certificate own = chain.getFirst();
        String whose = CertificateNames.first(own);
        checkDates(own, whose, now);
        if (pin.isPresent()) {
            if (!pin.get().matches(own)) {
                throw new UntrustedException(
                        UntrustedException.Reason.OTHER,
                        "the key of the peer's certificate (%s) is not the pinned one"
                                .formatted(whose));
            }
        } else {
            checkPath(chain, whose, now);
            checkUse(own, whose);
        }
        if (name.isPresent() && !CertificateNames.has(own, name.get())) {
            throw new UntrustedException(
                    UntrustedException.Reason.OTHER,
                    "the peer's certificate is of %s, not of %s; --peer-name says another name"
                            .formatted(whose, name.get()));
        }
    }

    private static void checkDates(X509Certificate one, String whose, Instant now)
            throws UntrustedException {
        try {
            one.checkValidity(Date.from(now));
        } catch (CertificateExpiredException _) {
            throw expired(whose);
        } catch (CertificateNotYetValidException _) {
            throw notYetValid(whose);
        }
    }

    private void checkPath(List<X509Certificate> chain, String whose, Instant now)
            throws UntrustedException {
        if (isAuthority(chain.getFirst())) {
            return;
        }
        try {
            List<X509Certificate> path = new ArrayList<>(chain);
            path.removeIf(this::isAuthority);
            PKIXParameters parameters = new PKIXParameters(anchors);
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            CertPathValidator.getInstance("PKIX")
                    .validate(
                            CertificateFactory.getInstance("X.509").generateCertPath(path),
                            parameters);
        } catch (CertPathValidatorException e) {
            if (e.getReason() == BasicReason.EXPIRED) {
                throw expired("an authority above " + whose);
            }
            if (e.getReason() == BasicReason.NOT_YET_VALID) {
                throw notYetValid("an authority above " + whose);
            }
            throw unknownAuthority(whose);
        } catch (CertificateException _) {
            throw unknownAuthority(whose);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PKIX", e);
        }
    }

    private boolean isAuthority(X509Certificate one) {
        return anchors.stream().anyMatch(anchor -> one.equals(anchor.getTrustedCert()));
    }

    private static UntrustedException unknownAuthority(String whose) {
        return new UntrustedException(
                UntrustedException.Reason.UNKNOWN_AUTHORITY,
                "no authority in ca.pem signed the peer's certificate (%s)".formatted(whose));
    }

    private static UntrustedException expired(String whose) {
        return new UntrustedException(
                UntrustedException.Reason.EXPIRED,
                "the peer's certificate (%s) is expired".formatted(whose));
    }

    private static UntrustedException notYetValid(String whose) {
        return new UntrustedException(
                UntrustedException.Reason.OTHER,
                "the peer's certificate (%s) is not yet valid; compare both clocks"
                        .formatted(whose));
    }

    /** Devices are client and server in turns, so a certificate for either will do. */
    private static void checkUse(X509Certificate own, String whose) throws UntrustedException {
        try {
            boolean[] bits = own.getKeyUsage();
            List<String> uses = own.getExtendedKeyUsage();
            boolean signs = bits == null || bits[DIGITAL_SIGNATURE];
            if (signs && (uses == null || uses.stream().anyMatch(ROLES::contains))) {
                return;
            }
        } catch (CertificateParsingException _) {
            // As one for something else.
        }
        throw new UntrustedException(
                UntrustedException.Reason.OTHER,
                "the peer's certificate (%s) is not for TLS".formatted(whose));
    }
}
