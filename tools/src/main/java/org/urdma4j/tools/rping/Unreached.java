package org.urdma4j.tools.rping;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Why a server isn't reached, with what to do. */
final class Unreached extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Explains a failed connection.
     *
     * @param server how the program is started that should be there
     */
    Unreached(InetSocketAddress there, VerbsException e, String server) {
        super(
                "can't reach %s port %d: %s; does `%s` run there, and is UDP port 4791 open?"
                        .formatted(
                                there.getAddress().getHostAddress(),
                                there.getPort(),
                                e.errno() == Errno.ETIMEDOUT ? "no answer" : e.getMessage(),
                                server),
                e);
    }
}
