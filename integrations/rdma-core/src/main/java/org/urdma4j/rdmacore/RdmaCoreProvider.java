package org.urdma4j.rdmacore;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.VerbsProvider;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Offers the devices of libibverbs by their names there, as {@code mlx5_0} and {@code rxe0}. Where
 * there is no libibverbs, or a processor of less than 64 bits, there are none.
 *
 * <p>A device is opened by its name only: an address of the machine remains the software device's.
 */
public final class RdmaCoreProvider implements VerbsProvider {
    private static final System.Logger LOG = System.getLogger(RdmaCoreProvider.class.getName());

    /** Null where there is none. */
    private final Libibverbs library;

    /** Loads the system's library. */
    public RdmaCoreProvider() {
        this(Libibverbs.SYSTEM);
    }

    RdmaCoreProvider(String path) {
        Libibverbs loaded = null;
        try {
            loaded = new Libibverbs(path);
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "No devices of rdma-core: {0}", e.getMessage());
        }
        library = loaded;
    }

    @Override
    public String name() {
        return "rdma-core";
    }

    @Override
    public List<Device> devices() {
        List<Device> devices = new ArrayList<>();
        if (library != null) {
            library.search((name, guid, device) -> {
                devices.add(new RdmaDevice(library, name, guid, RdmaDevice.type(device)));
                return null;
            });
        }
        return List.copyOf(devices);
    }

    @Override
    public Optional<Context> open(InetAddress local) {
        return Optional.empty();
    }
}
