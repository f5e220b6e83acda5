package org.urdma4j.interop.play;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Where both devices are.
 *
 * @param control where rxe-peer listens
 * @param router the shell of the router, or null where there is none between
 */
record PlayNet(
        InetAddress ours4, InetAddress ours6, InetSocketAddress control, InetSocketAddress router) {
    /** Reads what {@code rxe-guest status} says. */
    static PlayNet of(Map<String, String> status, boolean far) {
        String prefix = far ? "far_" : "";
        return new PlayNet(
                InetAddress.ofLiteral(status.get(prefix + "address")),
                InetAddress.ofLiteral(status.get(prefix + "address6")),
                socket(status.get("guest"), status.get("port")),
                far ? socket(status.get("router"), status.get("shell")) : null);
    }

    private static InetSocketAddress socket(String address, String port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), Integer.parseInt(port));
    }

    InetAddress ours(IpVersion ip) {
        return ip == IpVersion.IPV4 ? ours4 : ours6;
    }
}
