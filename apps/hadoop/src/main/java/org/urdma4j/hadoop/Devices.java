package org.urdma4j.hadoop;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.ProtectionAttr;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The devices of this process. In the clear each file system has its own, with a UDP port that the
 * system chooses, as others on this machine have. Sealed, peers know an address by its keys and not
 * by its ports: file systems of one address and port share a device.
 */
final class Devices {
    private record Key(InetAddress local, int port, String credentials) {}

    private static final class Shared {
        Context context;
        int users;
    }

    private static final Map<Key, Shared> SHARED = new HashMap<>();

    private Devices() {}

    /** A device; closing it closes it once its last user does. */
    interface Device extends AutoCloseable {
        Context context();

        @Override
        void close();
    }

    /** Opens what a file system's connections go through. */
    static Device open(Settings settings) throws IOException {
        try {
            return settings.credentials().isEmpty() ? own(settings) : shared(settings);
        } catch (VerbsException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Device own(Settings settings) {
        ContextAttr attr = ContextAttr.builder().udpPort(0).peerUdpPort(settings.port()).build();
        return device(Verbs.open(settings.local(), attr), null);
    }

    private static Device shared(Settings settings) {
        Key key = new Key(settings.local(), settings.port(), settings.credentials());
        synchronized (SHARED) {
            Shared shared = SHARED.get(key);
            if (shared == null) {
                ProtectionAttr keys = ProtectionAttr.of(Path.of(settings.credentials()));
                ContextAttr attr =
                        ContextAttr.builder().udpPort(settings.port()).protection(keys).build();
                shared = new Shared();
                shared.context = Verbs.open(settings.local(), attr);
                SHARED.put(key, shared);
            }
            shared.users++;
            return device(shared.context, key);
        }
    }

    private static Device device(Context context, Key key) {
        return new Device() {
            @Override
            public Context context() {
                return context;
            }

            @Override
            public void close() {
                release(context, key);
            }
        };
    }

    private static void release(Context context, Key key) {
        if (key == null) {
            context.close();
            return;
        }
        synchronized (SHARED) {
            if (--SHARED.get(key).users == 0) {
                SHARED.remove(key);
                context.close();
            }
        }
    }
}
