package org.urdma4j.verbs;

/**
 * An RDMA device: {@code struct ibv_device} (ibv_get_device_list(3)). Immutable, with nothing to
 * close; safe for any thread.
 */
public interface Device {
    /** Returns its name, unique on this machine. */
    String name();

    /** Returns its EUI-64 as a big-endian number; what {@code ibv_get_device_guid} gives. */
    long guid();

    /** Returns what it is; {@link NodeType#CA} on RoCE. */
    NodeType nodeType();

    /**
     * Opens the device: {@code ibv_open_device}. Each call makes a new context, which the caller
     * closes.
     *
     * @throws VerbsException if the device cannot be used now: ENODEV when it is gone, EACCES when
     *     it needs a privilege, EADDRINUSE when another program has its UDP port
     */
    Context open();

    /**
     * Opens the device in a particular way.
     *
     * @throws VerbsException as {@link #open()}; with EOPNOTSUPP if the provider knows only one way
     *     and {@code attr} asks for another (what it prefers says nothing here)
     */
    default Context open(ContextAttr attr) {
        if (!attr.isDefault()) {
            throw new VerbsException(Errno.EOPNOTSUPP, "%s takes no %s".formatted(name(), attr));
        }
        return open();
    }
}
