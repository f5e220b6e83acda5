package org.urdma4j.tools;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Addresses of loopback that tests in another JVM don't have at the same time. {@code bench client}
 * and others take the next one to that of their server.
 */
public final class OwnLoopback {
    private static final long PID = ProcessHandle.current().pid();

    private OwnLoopback() {}

    /** Returns one of the addresses of this JVM, by its last byte. */
    public static InetAddress address(int last) {
        byte[] bytes = {127, (byte) (128 + (PID >> 8) % 127), (byte) PID, (byte) last};
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
