package org.urdma4j.rdmacore;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceKind;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.VerbsProvider;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Offers the devices of libibverbs by their names there, as {@code mlx5_0} and {@code rxe0}. Where
 * there is no libibverbs, or a processor of less than 64 bits, there are none.
 *
 * <p>By an address of the machine a device is opened if it is preferred, or if no software device
 * has the address: the first whose table of GIDs has it.
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
    public DeviceKind kind() {
        return DeviceKind.HARDWARE;
    }

    @Override
    public Optional<Context> open(InetAddress local) {
        return open(local, ContextAttr.DEFAULT);
    }

    @Override
    public Optional<Context> open(InetAddress local, ContextAttr attr) {
        Gid gid = Gid.of(local);
        if (gid.isLinkLocal()) {
            return Optional.empty(); // each link may have it
        }
        return devices().stream()
                .filter(device -> has(device, gid))
                .findFirst()
                .map(device -> device.open(attr));
    }

    private static boolean has(Device device, Gid gid) {
        try (Context context = device.open()) {
            return context.queryGidTable().stream().anyMatch(entry -> entry.gid().equals(gid));
        } catch (VerbsException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is passed over: {1}", device, e.getMessage());
            return false;
        }
    }
}
