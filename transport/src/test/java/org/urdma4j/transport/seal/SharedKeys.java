package org.urdma4j.transport.seal;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.verbs.Gid;

import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Gives ports of this process keys for each other, as handshakes would. */
public final class SharedKeys {
    private final Map<Gid, NetworkPort> ports = new ConcurrentHashMap<>();
    private final AtomicInteger indices = new AtomicInteger(1);
    private final boolean required;
    private final Rotation rotation;

    /** The ports take nothing in the clear, or from those that have keys alone. */
    public SharedKeys(boolean required, Rotation rotation) {
        this.required = required;
        this.rotation = rotation;
    }

    /** Returns what gives one port keys for those that were opened with another of this. */
    public Protection protection() {
        return new Protection() {
            @Override
            public List<Keyring> open(NetworkPort port) {
                ports.put(port.address(), port);
                SealSettings settings =
                        new SealSettings(
                                new JcaSource(Security.getProvider("SunJCE")),
                                Aead.AES_256_GCM,
                                required);
                return List.of(new Keyring(settings, peer -> ask(port, peer)));
            }

            @Override
            public void close() {
                // nothing was begun
            }
        };
    }

    private void ask(NetworkPort port, Gid peer) {
        Thread.startVirtualThread(() -> establish(port, peer));
    }

    private void establish(NetworkPort client, Gid peer) {
        NetworkPort server = ports.get(peer);
        if (server == null) {
            client.call(() -> {
                client.keyring().orElseThrow().failed(peer, "nobody shares keys with " + peer);
                return null;
            });
            return;
        }
        byte[] secret = new byte[KeySchedule.SECRET_BYTES];
        RandomGenerator.getDefault().nextBytes(secret);
        int ofClient = indices.getAndIncrement();
        int ofServer = indices.getAndIncrement();
        add(server, client.address(), Role.SERVER, ofServer, ofClient, secret);
        add(client, peer, Role.CLIENT, ofClient, ofServer, secret);
    }

    private void add(NetworkPort port, Gid peer, Role role, int own, int theirs, byte[] secret) {
        port.call(() -> {
            Keyring keyring = port.keyring().orElseThrow();
            PeerKeys keys =
                    keyring.add(new Association(peer, "shared", role, own, theirs, rotation, 1));
            keys.add(0, new Secret(secret), port.nowNs());
            keys.use(0, port.nowNs());
            keyring.ready(keys);
            return null;
        });
    }
}
