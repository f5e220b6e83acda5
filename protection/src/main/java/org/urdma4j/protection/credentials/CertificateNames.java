package org.urdma4j.protection.credentials;

import org.urdma4j.verbs.text.ForeignText;

import java.net.InetAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * Whom a certificate is of: its subject alternative names (DNS names and addresses), or, only if it
 * has none of these, the common name of its subject.
 */
final class CertificateNames {
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private CertificateNames() {}

    /** Returns all that count. */
    static List<String> of(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            if (all != null) {
                for (List<?> one : all) {
                    int kind = (Integer) one.get(0);
                    if (kind == DNS_NAME || kind == IP_ADDRESS) {
                        names.add((String) one.get(1));
                    }
                }
            }
        } catch (CertificateParsingException _) {
            return List.of();
        }
        return names.isEmpty() ? commonName(certificate) : names;
    }

    /** Returns one for people, on one line whatever stands in the certificate. */
    static String first(X509Certificate certificate) {
        List<String> names = of(certificate);
        String name =
                names.isEmpty()
                        ? certificate.getSubjectX500Principal().getName()
                        : names.getFirst();
        return ForeignText.show(name);
    }

    /**
     * Tells whether it is of a host, as a person writes it: an address is compared with addresses,
     * however they are written and without a scope, a name with names, whose case and last dot
     * don't matter. Wildcards stand for nothing.
     */
    static boolean has(X509Certificate certificate, String host) {
        Optional<InetAddress> address = literal(host);
        String wanted = withoutLastDot(host);
        return of(certificate).stream()
                .anyMatch(name ->
                        address.isPresent()
                                ? literal(name).equals(address)
                                : withoutLastDot(name).equalsIgnoreCase(wanted));
    }

    private static Optional<InetAddress> literal(String text) {
        int scope = text.indexOf('%');
        try {
            return Optional.of(InetAddress.ofLiteral(scope < 0 ? text : text.substring(0, scope)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String withoutLastDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static List<String> commonName(X509Certificate certificate) {
        try {
            for (Rdn part :
                    new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    return List.of(part.getValue().toString());
                }
            }
        } catch (InvalidNameException _) {
            // Then it has no name.
        }
        return List.of();
    }
}
