package org.urdma4j.verbs;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * What implements the verbs: found by {@link java.util.ServiceLoader}, so it is named in {@code
 * META-INF/services/org.urdma4j.verbs.VerbsProvider} of its jar and has a public constructor
 * without parameters. Made once in the life of {@link Verbs}; called by any thread.
 */
public interface VerbsProvider {
    /** Returns the provider's name, for messages. */
    String name();

    /** Returns what its devices are: software unless it overrides this. */
    default DeviceKind kind() {
        return DeviceKind.SOFTWARE;
    }

    /** Returns its devices; empty, and not an exception, when it has none here. */
    List<Device> devices();

    /**
     * Opens the device that has this address of the machine.
     *
     * @return the context, or empty when none of its devices has the address
     * @throws VerbsException if there is one but it cannot be opened
     */
    Optional<Context> open(InetAddress local);

    /**
     * The same in a particular way; as {@link Device#open(ContextAttr)}.
     *
     * @throws VerbsException with EOPNOTSUPP unless the provider overrides this
     */
    default Optional<Context> open(InetAddress local, ContextAttr attr) {
        if (!attr.isDefault()) {
            throw new VerbsException(Errno.EOPNOTSUPP, "%s takes no %s".formatted(name(), attr));
        }
        return open(local);
    }
}
