package org.urdma4j.protection.association.tls;

import org.urdma4j.protection.key.Secret;

/**
 * What a handshake gave. The secrets belong to who takes it.
 *
 * @param secret of a generation, exported as {@link org.urdma4j.protection.key.KeySchedule} says
 * @param binder exported besides: proves to the other end, in another connection, that this one was
 *     ours
 * @param peer who the other end is: a name in its certificate, or the fingerprint of the PSK
 * @param group of the key exchange, such as X25519MLKEM768
 * @param suite name of the cipher suite
 */
public record TlsOutcome(Secret secret, Binder binder, String peer, String group, String suite)
        implements AutoCloseable {
    @Override
    public void close() {
        secret.close();
        binder.close();
    }

    @Override
    public String toString() {
        return "TlsOutcome[peer=%s, group=%s, suite=%s]".formatted(peer, group, suite);
    }
}
