package org.urdma4j.tools.backend;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.DeviceKind;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.VerbsProvider;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The devices of the system's drivers, if a provider of them is on the class path. */
final class RdmaDevices {
    static final ContextAttr ATTR = ContextAttr.builder().prefer(DeviceKind.HARDWARE).build();

    private RdmaDevices() {}

    /**
     * Opens the one with an address of this machine.
     *
     * @throws VerbsException with a line for people: ENOSYS if there is no provider, ENODEV if it
     *     has no device, EADDRNOTAVAIL if none of them has the address
     */
    static Context open(InetAddress local) {
        return open(
                local,
                ServiceLoader.load(VerbsProvider.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(provider -> provider.kind() == DeviceKind.HARDWARE)
                        .toList());
    }

    static Context open(InetAddress local, List<? extends VerbsProvider> providers) {
        if (providers.isEmpty()) {
            throw new VerbsException(
                    Errno.ENOSYS,
                    "--backend rdma needs urdma4j-rdma-core: name its jar in URDMA_CLASS_PATH");
        }
        for (VerbsProvider provider : providers) {
            Optional<Context> context = provider.open(local, ATTR);
            if (context.isPresent()) {
                return context.get();
            }
        }
        List<String> names =
                providers.stream()
                        .flatMap(provider -> provider.devices().stream())
                        .map(Device::name)
                        .toList();
        if (names.isEmpty()) {
            throw new VerbsException(
                    Errno.ENODEV,
                    "--backend rdma finds no RDMA device here, or no libibverbs (Debian:"
                            + " ibverbs-providers); `rdma link` lists devices");
        }
        throw new VerbsException(
                Errno.EADDRNOTAVAIL,
                "none of the RDMA devices %s has the address %s; `urdma devices` lists theirs"
                        .formatted(names, local.getHostAddress()));
    }
}
