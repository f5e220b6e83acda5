package org.urdma4j.transport.port.keys;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.association.ProtectionPolicy;
import org.urdma4j.protection.association.net.Associations;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.seal.KeyRecorder;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.SealSettings;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/**
 * Keys from TLS 1.3, by a pre-shared key or certificates: one association with each device. For one
 * port; any thread.
 */
public final class TlsProtection implements Protection {
    private final ProtectionConfig config;
    private volatile KeyringFeed feed;
    private volatile QueuePairLog log;
    private volatile Associations associations;

    /** Creates one that has not begun. */
    public TlsProtection(ProtectionConfig config) {
        this.config = Objects.requireNonNull(config, "config");
    }

    @Override
    public List<Keyring> open(NetworkPort port) {
        try {
            SealSettings settings =
                    new SealSettings(
                            config.ciphers().get(),
                            Aead.AES_256_GCM,
                            config.policy() == ProtectionPolicy.REQUIRED,
                            config.shape());
            InetAddress local = port.address().toInetAddress();
            Keyring keyring = new Keyring(settings, this::ask, recorder());
            feed = new KeyringFeed(port, keyring);
            associations = Associations.open(local, config, feed);
            return feed.keyrings();
        } catch (IOException e) {
            throw new VerbsException(Errno.EADDRNOTAVAIL, e.getMessage(), e);
        } catch (IllegalStateException e) {
            throw new VerbsException(Errno.ENOSYS, e.getMessage(), e);
        }
    }

    private KeyRecorder recorder() throws IOException {
        if (config.keyLog().isEmpty()) {
            return KeyRecorder.NONE;
        }
        log = new QueuePairLog(config.keyLog().get());
        return log;
    }

    /** An association is told to the feed as all are; what failed may be a stranger's, but here. */
    private void ask(Gid peer) {
        Associations open = associations;
        if (open == null) {
            feed.refused(peer, "the device is being closed");
            return;
        }
        var _ =
                open.ask(peer.toInetAddress())
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                feed.refused(peer, reason(failure));
                            }
                        });
    }

    private static String reason(Throwable failure) {
        boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
        return wrapped ? failure.getCause().getMessage() : failure.getMessage();
    }

    @Override
    public void close() {
        Associations open = associations;
        associations = null;
        if (open != null) {
            open.close();
        }
        QueuePairLog written = log;
        log = null;
        if (written != null) {
            written.close();
        }
    }
}
