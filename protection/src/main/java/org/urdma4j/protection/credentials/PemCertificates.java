package org.urdma4j.protection.credentials;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Certificates in a file: PEM (RFC 7468, 5), one after the other. */
final class PemCertificates {
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";

    private PemCertificates() {}

    static List<X509Certificate> read(Path file, String what) throws CredentialsException {
        byte[] bytes = PrivateFile.read(file, what);
        if (!new String(bytes, StandardCharsets.ISO_8859_1).contains(BEGIN)) {
            throw new CredentialsException(
                    "there is no certificate in %s; one begins with %s".formatted(file, BEGIN));
        }
        return parse(bytes, file);
    }

    private static List<X509Certificate> parse(byte[] bytes, Path file)
            throws CredentialsException {
        List<X509Certificate> found = new ArrayList<>();
        try {
            Collection<? extends java.security.cert.Certificate> all =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes));
            all.forEach(one -> found.add((X509Certificate) one));
        } catch (CertificateException _) {
            throw new CredentialsException("a certificate in %s is damaged".formatted(file));
        }
        if (found.isEmpty()) {
            throw new CredentialsException("a certificate in %s is damaged".formatted(file));
        }
        return List.copyOf(found);
    }
}
