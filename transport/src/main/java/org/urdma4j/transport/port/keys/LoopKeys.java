package org.urdma4j.transport.port.keys;

import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.seal.Association;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.PeerKeys;

import java.util.function.Consumer;

/**
 * What one event loop seals by, for other threads. Each call waits until the loop has done it; one
 * that is closed has forgotten its keys.
 */
final class LoopKeys {
    private final NetworkPort loop;
    private final Keyring keyring;

    LoopKeys(NetworkPort loop, Keyring keyring) {
        this.loop = loop;
        this.keyring = keyring;
    }

    Keyring keyring() {
        return keyring;
    }

    /** There is an association, whose first generation both ends have. */
    void establish(Association association, int generation, Secret secret) {
        onLoop(() -> {
            PeerKeys keys = keyring.add(association);
            keys.add(generation, secret, loop.nowNs());
            keys.use(generation, loop.nowNs());
            keyring.ready(keys);
        });
    }

    /** A handshake has ended well. */
    void add(int index, int generation, Secret secret) {
        with(index, keys -> keys.add(generation, secret, loop.nowNs()));
    }

    /** The peer has a generation. */
    void use(int index, int generation) {
        with(index, keys -> keys.use(generation, loop.nowNs()));
    }

    /** Nothing of a generation is under way any more. */
    void forget(int index, int generation) {
        with(index, keys -> keys.forget(generation));
    }

    /** An association has ended. */
    void remove(int index) {
        with(index, keyring::remove);
    }

    /** Does it unless the association has ended. */
    private void with(int index, Consumer<PeerKeys> action) {
        onLoop(() -> {
            PeerKeys keys = keyring.of(index);
            if (keys != null) {
                action.accept(keys);
            }
        });
    }

    void onLoop(Runnable task) {
        try {
            loop.call(() -> {
                task.run();
                return null;
            });
        } catch (IllegalStateException _) {
            // as above
        }
    }
}
