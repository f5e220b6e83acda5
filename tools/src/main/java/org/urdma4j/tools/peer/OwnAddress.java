package org.urdma4j.tools.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** Tells whether an address is one of this machine. */
public final class OwnAddress {
    private OwnAddress() {}

    /** Returns whether it is. */
    public static boolean is(InetAddress address) throws IOException {
        return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    /**
     * Checks that it is.
     *
     * @throws IOException if it isn't; the message is a line for people
     */
    public static void require(InetAddress address) throws IOException {
        if (!is(address)) {
            throw new IOException(
                    "%s is no address of this machine; `urdma devices` lists them"
                            .formatted(address.getHostAddress()));
        }
    }
}
