package org.urdma4j.transport.port.raw;

import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** Says in words why a raw port could not be opened. */
final class OpenFailure {
    private OpenFailure() {}

    static VerbsException explain(String where, KernelRefusal cause) {
        return switch (cause.errno()) {
            case 1, 13 ->
                    new VerbsException(
                            Errno.EPERM,
                            ("raw %s needs CAP_NET_RAW: run with sudo, or with 'setpriv"
                                            + " --inh-caps=+net_raw --ambient-caps=+net_raw', or use"
                                            + " the udp backend")
                                    .formatted(where),
                            cause);
            case 98 ->
                    new VerbsException(
                            Errno.EADDRINUSE,
                            "UDP %s is taken: another process, or a context that is still open, holds it"
                                    .formatted(where),
                            cause);
            case 99 ->
                    new VerbsException(
                            Errno.EADDRNOTAVAIL,
                            "raw %s can't be opened: no network interface has this address"
                                    .formatted(where),
                            cause);
            default ->
                    new VerbsException(
                            Errno.EIO,
                            "raw %s can't be opened: %s".formatted(where, cause.getMessage()),
                            cause);
        };
    }
}
