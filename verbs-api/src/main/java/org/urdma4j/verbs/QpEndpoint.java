package org.urdma4j.verbs;

import java.security.SecureRandom;
import java.util.Objects;

/**
 * What one end of a connection must know of the other: the three values that programs without a
 * connection manager exchange by some channel of their own before {@link QpAttrs#connect}.
 *
 * @param qpn the number of the queue pair, 24 bits
 * @param psn the sequence number of the first packet that this end sends, 24 bits
 * @param gid the address of this end
 */
public record QpEndpoint(int qpn, int psn, Gid gid) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Checks the ranges. */
    public QpEndpoint {
        Checks.range("qpn", qpn, 0, 0xff_ffff);
        Checks.range("psn", psn, 0, 0xff_ffff);
        Objects.requireNonNull(gid, "gid");
    }

    /**
     * Describes our own end, with a first sequence number that nobody can guess, so that an
     * attacker off the path cannot slip packets into the connection.
     */
    public static QpEndpoint local(QueuePair qp, Gid gid) {
        return new QpEndpoint(qp.qpNum(), RANDOM.nextInt(1 << 24), gid);
    }

    @Override
    public String toString() {
        return "QpEndpoint[qpn=0x%x, psn=0x%x, gid=%s]".formatted(qpn, psn, gid);
    }
}
