package org.urdma4j.protection.credentials;

/** A peer's certificate that isn't believed; the message is one line for people. */
public final class UntrustedException extends Exception {
    private static final long serialVersionUID = 1;

    /** What the peer is told, as TLS can say it. */
    public enum Reason {
        EXPIRED,
        UNKNOWN_AUTHORITY,
        OTHER
    }

    private final Reason reason;

    UntrustedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
