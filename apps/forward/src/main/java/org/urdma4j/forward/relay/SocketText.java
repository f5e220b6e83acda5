package org.urdma4j.forward.relay;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Addresses of sockets as they are written on the command line. */
public final class SocketText {
    private SocketText() {}

    /** Returns {@code ADDR:PORT}, IPv6 in brackets. */
    public static String of(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return "unix:" + address;
        }
        InetAddress host = inet.getAddress();
        String text = host == null ? inet.getHostString() : host.getHostAddress();
        return (host instanceof Inet6Address ? "[" + text + "]" : text) + ":" + inet.getPort();
    }
}
