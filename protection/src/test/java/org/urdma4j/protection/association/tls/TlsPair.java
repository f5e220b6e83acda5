package org.urdma4j.protection.association.tls;

import org.urdma4j.fixtures.TestAuthority;
import org.urdma4j.fixtures.TestAuthority.Issued;
import org.urdma4j.fixtures.TestKeys;
import org.urdma4j.protection.credentials.Credentials;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.protection.credentials.SpkiPin;
import org.urdma4j.protection.key.Role;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiFunction;

/** Two ends, and what goes between them. */
public final class TlsPair {
    /** Changes bytes on their way, given the sender. */
    public interface Way extends BiFunction<Role, byte[], byte[]> {}

    public final TlsEnd client;
    public final TlsEnd server;
    final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    TlsFailure clientFailure;
    TlsFailure serverFailure;

    public TlsPair(TlsSettings client, TlsSettings server) {
        this.client = TlsEnd.of(Role.CLIENT, client);
        this.server = TlsEnd.of(Role.SERVER, server);
    }

    public static PskCredentials psk(int seed) {
        return PskCredentials.of(TestKeys.key(seed));
    }

    public static TlsSettings settings(Credentials credentials) {
        return settings(credentials, null, null, TestAuthority.NOW);
    }

    static TlsSettings settings(Credentials credentials, SpkiPin pin, String name, Instant now) {
        return TlsSettings.of(
                credentials,
                Optional.ofNullable(pin),
                Optional.ofNullable(name),
                new SecureRandom(),
                InstantSource.fixed(now));
    }

    static Credentials certificate(Path folder, Issued own, TestAuthority authority)
            throws IOException {
        return Credentials.read(TestAuthority.write(folder, own, authority));
    }

    /** Carries bytes to and fro until neither end has any. */
    TlsPair run(Way way) {
        boolean moved = true;
        while (moved) {
            moved = carry(client, server, Role.CLIENT, way);
            moved |= carry(server, client, Role.SERVER, way);
        }
        return this;
    }

    public TlsPair run() {
        return run((_, bytes) -> bytes);
    }

    private boolean carry(TlsEnd from, TlsEnd to, Role sender, Way way) {
        byte[] bytes = from.takeOutput();
        if (bytes.length == 0) {
            return false;
        }
        seen.writeBytes(bytes);
        byte[] changed = way.apply(sender, bytes);
        if (to.isClosed()) {
            return true;
        }
        try {
            to.receive(changed, 0, changed.length);
        } catch (TlsFailure e) {
            if (to == client) {
                clientFailure = e;
            } else {
                serverFailure = e;
            }
        }
        return true;
    }
}
