package org.urdma4j.tools.interop.play;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Where both devices are.
 *
 * @param control where rxe-peer listens
 */
record PlayNet(InetAddress ours4, InetAddress ours6, InetSocketAddress control) {
    InetAddress ours(IpVersion ip) {
        return ip == IpVersion.IPV4 ? ours4 : ours6;
    }
}
