package org.urdma4j.transport.credentials;

import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;

/** Signs certificates for tests, by the JDK's cryptography; keys are EC on P-256 unless said. */
public final class TestAuthority {
    public static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    public static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    public static final Instant TO = Instant.parse("2027-01-01T00:00:00Z");

    private static final ASN1ObjectIdentifier ECDSA_SHA256 =
            new ASN1ObjectIdentifier("1.2.840.10045.4.3.2");
    private static final byte[] LINE_END = {'\n'};

    private final KeyPair pair;
    private final String name;
    private final X509Certificate certificate;
    private int serial = 1;

    public TestAuthority(String name) {
        this.name = name;
        pair = pair("EC");
        certificate = sign(pair, name, FROM, TO, true, null, null, null);
    }

    private TestAuthority(String name, KeyPair pair, X509Certificate certificate) {
        this.name = name;
        this.pair = pair;
        this.certificate = certificate;
    }

    /** A certificate and its key, as {@code cert.pem} and {@code key.pem} have them. */
    public record Issued(X509Certificate certificate, PrivateKey key) {}

    public static KeyPair pair(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (!algorithm.equals("Ed25519")) {
                generator.initialize(algorithm.equals("EC") ? 256 : 2048);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public Issued issue(String dnsName) {
        return issue(dnsName, FROM, TO);
    }

    public Issued issue(String dnsName, Instant from, Instant to) {
        return issue(pair("EC"), dnsName, from, to, null);
    }

    public Issued issue(
            KeyPair own, String dnsName, Instant from, Instant to, KeyPurposeId purpose) {
        return new Issued(
                sign(own, dnsName, from, to, false, dns(dnsName), purpose, null), own.getPrivate());
    }

    private static GeneralName dns(String name) {
        return new GeneralName(GeneralName.dNSName, name);
    }

    /** Of a host with an address, and of no name. */
    public Issued issueAddress(String address) {
        KeyPair own = pair("EC");
        GeneralName san = new GeneralName(GeneralName.iPAddress, address);
        return new Issued(sign(own, "host", FROM, TO, false, san, null, null), own.getPrivate());
    }

    /** With another subject than name, which may be anything. */
    Issued issueNamed(String subject, String dnsName) {
        KeyPair own = pair("EC");
        return new Issued(
                sign(own, subject, FROM, TO, false, dns(dnsName), null, null), own.getPrivate());
    }

    /** For a use of {@link KeyUsage}. */
    Issued issueFor(String dnsName, int usage) {
        KeyPair own = pair("EC");
        return new Issued(
                sign(own, dnsName, FROM, TO, false, dns(dnsName), null, new KeyUsage(usage)),
                own.getPrivate());
    }

    /** An authority that this one signs. */
    TestAuthority below(String authority, Instant from, Instant to) {
        KeyPair own = pair("EC");
        return new TestAuthority(
                authority, own, sign(own, authority, from, to, true, null, null, null));
    }

    /** With a common name and nothing else. */
    public Issued issueCommonName(String commonName) {
        KeyPair own = pair("EC");
        return new Issued(
                sign(own, commonName, FROM, TO, false, null, null, null), own.getPrivate());
    }

    /** Writes a folder with the three files; without {@code authority} two. */
    public static Path write(Path folder, Issued own, TestAuthority authority) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("cert.pem"), pem("CERTIFICATE", encoded(own)));
        Path key = folder.resolve("key.pem");
        Files.deleteIfExists(key);
        Files.createFile(
                key,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, pem("PRIVATE KEY", own.key().getEncoded()));
        if (authority != null) {
            Files.writeString(
                    folder.resolve("ca.pem"),
                    pem("CERTIFICATE", encoded(new Issued(authority.certificate, null))));
        }
        return folder;
    }

    private static byte[] encoded(Issued issued) {
        try {
            return issued.certificate().getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String pem(String what, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(what, Base64.getMimeEncoder(64, LINE_END).encodeToString(der), what);
    }

    private X509Certificate sign(
            KeyPair own,
            String subject,
            Instant from,
            Instant to,
            boolean authority,
            GeneralName san,
            KeyPurposeId purpose,
            KeyUsage usage) {
        try {
            V3TBSCertificateGenerator body = new V3TBSCertificateGenerator();
            body.setSerialNumber(new ASN1Integer(BigInteger.valueOf(serial++)));
            body.setIssuer(new X500Name("CN=" + name));
            body.setSubject(new X500Name("CN=" + subject));
            body.setStartDate(new Time(Date.from(from)));
            body.setEndDate(new Time(Date.from(to)));
            body.setSignature(new AlgorithmIdentifier(ECDSA_SHA256));
            body.setSubjectPublicKeyInfo(
                    SubjectPublicKeyInfo.getInstance(own.getPublic().getEncoded()));
            ExtensionsGenerator extensions = new ExtensionsGenerator();
            extensions.addExtension(
                    Extension.basicConstraints, true, new BasicConstraints(authority));
            if (usage != null) {
                extensions.addExtension(Extension.keyUsage, true, usage);
            }
            if (san != null) {
                extensions.addExtension(
                        Extension.subjectAlternativeName, false, new GeneralNames(san));
            }
            if (purpose != null) {
                extensions.addExtension(
                        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            }
            body.setExtensions(extensions.generate());
            TBSCertificate toBeSigned = body.generateTBSCertificate();
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(toBeSigned.getEncoded());
            byte[] der =
                    new DERSequence(
                                    new ASN1Encodable[] {
                                        toBeSigned,
                                        new AlgorithmIdentifier(ECDSA_SHA256),
                                        new DERBitString(signature.sign())
                                    })
                            .getEncoded();
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(der));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<X509Certificate> asList() {
        return List.of(certificate);
    }
}
