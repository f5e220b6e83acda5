package org.urdma4j.verbs;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a program begins: the devices of all providers. Providers are looked up once, with the
 * context class loader of the first caller and, if that sees none, the loader of this class. Safe
 * for any thread.
 */
public final class Verbs {
    private static final Providers PROVIDERS = new Providers();

    private Verbs() {}

    /**
     * Returns the devices of this machine: {@code ibv_get_device_list}. The list is immutable and
     * needs not be freed.
     *
     * @throws VerbsException with ENOSYS if there is no provider
     */
    public static List<Device> devices() {
        List<Device> devices = new ArrayList<>();
        for (VerbsProvider provider : PROVIDERS.get()) {
            devices.addAll(provider.devices());
        }
        return List.copyOf(devices);
    }

    /**
     * Opens the device that has an address of this machine. {@link QpAttrs#connect} with a {@link
     * QpEndpoint} of {@code Gid.of(local)} then uses this address.
     *
     * @throws VerbsException with ENOSYS if there is no provider, EADDRNOTAVAIL if no device has
     *     the address, or as {@link Device#open()} throws
     */
    public static Context open(InetAddress local) {
        return open(local, ContextAttr.DEFAULT);
    }

    /**
     * The same in a particular way. Devices of the {@linkplain ContextAttr#prefer() preferred} kind
     * are looked at first, those of the other kind only if none of them has the address.
     *
     * @throws VerbsException as {@link #open(InetAddress)}, and {@link Device#open(ContextAttr)}
     */
    public static Context open(InetAddress local, ContextAttr attr) {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(attr, "attr");
        for (VerbsProvider provider : PROVIDERS.preferring(attr.prefer())) {
            Optional<Context> context = provider.open(local, attr);
            if (context.isPresent()) {
                return context.get();
            }
        }
        throw new VerbsException(
                Errno.EADDRNOTAVAIL,
                "no device has the address %s; use an address of this machine"
                        .formatted(local.getHostAddress()));
    }

    /**
     * Opens a device by its name.
     *
     * @throws VerbsException with ENOSYS if there is no provider, ENODEV if no device has the name,
     *     or as {@link Device#open()} throws
     */
    public static Context open(String deviceName) {
        return open(deviceName, ContextAttr.DEFAULT);
    }

    /**
     * The same in a particular way.
     *
     * @throws VerbsException as {@link #open(String)}, and {@link Device#open(ContextAttr)}
     */
    public static Context open(String deviceName, ContextAttr attr) {
        Objects.requireNonNull(attr, "attr");
        Objects.requireNonNull(deviceName, "deviceName");
        List<Device> devices = devices();
        for (Device device : devices) {
            if (device.name().equals(deviceName)) {
                return device.open(attr);
            }
        }
        throw new VerbsException(
                Errno.ENODEV,
                "no device is named \"%s\"; there are %s"
                        .formatted(deviceName, devices.stream().map(Device::name).toList()));
    }
}
