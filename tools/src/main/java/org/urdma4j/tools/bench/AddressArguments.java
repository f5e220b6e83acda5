package org.urdma4j.tools.bench;

import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.ControlException;
import org.urdma4j.tools.peer.Loopback;
import org.urdma4j.transport.port.SystemClock;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

/** Where an end is, as it is written on the command line. */
final class AddressArguments {
    private static final int CONNECT_MS = 5_000;
    private static final int MAX_PORT = 65_535;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "TCP port of the control connection and UDP port of RDMA; default 4791.")
    private int port = 4791;

    @Option(
            names = {"-B", "--bind"},
            paramLabel = "ADDR",
            description = "Address of this machine to use.")
    private String bind;

    @Option(names = "-4", description = "IPv4 only.")
    private boolean ipv4;

    @Option(names = "-6", description = "IPv6 only.")
    private boolean ipv6;

    /** A control connection, and how long it took to be made. */
    record Connected(ControlConnection connection, long rttNs) {}

    /**
     * Checks what can be checked without a network.
     *
     * @throws IllegalArgumentException if something can't be
     */
    void check() {
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("--port is %d, must be 1 to 65535".formatted(port));
        }
        if (ipv4 && ipv6) {
            throw new IllegalArgumentException("give -4 or -6, not both");
        }
    }

    int port() {
        return port;
    }

    /**
     * Returns the address to listen on: that of --bind, any of a family, or null for any at all.
     */
    InetAddress listen() throws IOException {
        if (bind != null) {
            return resolve(bind);
        }
        return ipv4 || ipv6 ? InetAddress.getByAddress(new byte[ipv6 ? 16 : 4]) : null;
    }

    /**
     * Connects to a server.
     *
     * @throws IOException if that can't be; the message is a line for people
     */
    Connected connect(String host) throws IOException {
        InetAddress remote = resolve(host);
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            InetAddress local = bind != null ? resolve(bind) : Loopback.towards(remote);
            if (local != null) {
                socket.bind(new InetSocketAddress(local, 0));
            }
        } catch (IOException e) {
            socket.close();
            throw new ControlException(
                    "%s is no address of this machine; see --bind".formatted(bind), e);
        }
        long before = SystemClock.nowNs();
        try {
            socket.connect(new InetSocketAddress(remote, port), CONNECT_MS);
        } catch (SocketTimeoutException e) {
            socket.close();
            throw new ControlException(
                    "no answer from %s port %d for %d s; is its TCP port %d open?"
                            .formatted(host, port, CONNECT_MS / 1000, port),
                    e);
        } catch (IOException e) {
            socket.close();
            throw new ControlException(
                    "can't reach %s port %d: %s; does `./urdma bench server` run there?"
                            .formatted(host, port, e.getMessage()),
                    e);
        }
        long rttNs = SystemClock.nowNs() - before;
        return new Connected(new ControlConnection(socket), rttNs);
    }

    private InetAddress resolve(String host) throws IOException {
        InetAddress[] all;
        try {
            all = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new ControlException("no address is known for \"%s\"".formatted(host), e);
        }
        for (InetAddress address : all) {
            boolean fits =
                    ipv4
                            ? address instanceof Inet4Address
                            : !ipv6 || address instanceof Inet6Address;
            if (fits) {
                return address;
            }
        }
        throw new ControlException("\"%s\" has no address of IPv%d".formatted(host, ipv4 ? 4 : 6));
    }
}
