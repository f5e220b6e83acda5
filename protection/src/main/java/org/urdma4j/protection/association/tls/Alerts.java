package org.urdma4j.protection.association.tls;

import org.bouncycastle.tls.AlertDescription;

/** TLS alerts (RFC 8446, 6.2) in words, with the likely cause. */
final class Alerts {
    private Alerts() {}

    static String received(short alert) {
        return "the peer refused: " + meaning(alert) + " (" + name(alert) + ")";
    }

    /** Returns why this end sent an alert. */
    static String raised(short alert) {
        return switch (alert) {
            case AlertDescription.decrypt_error ->
                    "the peer's proof is wrong: it has another key (" + name(alert) + ")";
            case AlertDescription.protocol_version -> "the peer doesn't speak TLS 1.3";
            case AlertDescription.handshake_failure,
                    AlertDescription.insufficient_security,
                    AlertDescription.illegal_parameter,
                    AlertDescription.missing_extension ->
                    "the peer offers nothing that this end takes (" + name(alert) + ")";
            default -> "what the peer sent is not TLS as expected (" + name(alert) + ")";
        };
    }

    private static String meaning(short alert) {
        return switch (alert) {
            case AlertDescription.decrypt_error -> "it has another key";
            case AlertDescription.unknown_psk_identity -> "it doesn't know a pre-shared key";
            case AlertDescription.unknown_ca -> "it doesn't believe who signed our certificate";
            case AlertDescription.certificate_expired -> "our certificate is expired by its clock";
            case AlertDescription.bad_certificate,
                    AlertDescription.certificate_unknown,
                    AlertDescription.unsupported_certificate,
                    AlertDescription.access_denied ->
                    "our certificate is not the one it expects";
            case AlertDescription.certificate_required -> "it wants a certificate";
            case AlertDescription.protocol_version -> "it doesn't speak TLS 1.3";
            case AlertDescription.no_application_protocol -> "it is not a device";
            case AlertDescription.handshake_failure ->
                    "it uses the other kind of credentials, or nothing that we offer";
            default -> "it found our messages wrong";
        };
    }

    private static String name(short alert) {
        return AlertDescription.getName(alert);
    }
}
