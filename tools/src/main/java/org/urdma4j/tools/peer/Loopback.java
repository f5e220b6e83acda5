package org.urdma4j.tools.peer;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Two ends on one machine need two addresses; all of 127/8 is there. */
public final class Loopback {
    private Loopback() {}

    /**
     * Returns an address from which to speak to {@code remote}, another than its own.
     *
     * @return null if {@code remote} is not in 127/8: routing knows better then
     */
    public static InetAddress towards(InetAddress remote) {
        if (!remote.isLoopbackAddress() || !(remote instanceof Inet4Address)) {
            return null;
        }
        byte[] bytes = remote.getAddress();
        bytes[3] = (byte) (bytes[3] == 2 ? 1 : 2);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
