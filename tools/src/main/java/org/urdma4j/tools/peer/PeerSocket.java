package org.urdma4j.tools.peer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.urdma4j.verbs.text.ForeignText;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/** TCP as the programs of rdma-core and perftest use it: to find each other before they begin. */
public final class PeerSocket {
    private static final int CONNECT_MS = 5_000;

    private PeerSocket() {}

    /**
     * Waits for one client.
     *
     * @param local the address to listen on, null for any
     * @throws IOException with a line for people, as when somebody else listens there
     */
    public static Socket accept(InetAddress local, int port) throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.setReuseAddress(true);
            try {
                server.bind(new InetSocketAddress(local, port));
            } catch (IOException e) {
                throw new IOException(
                        "can't listen on TCP port %d: %s; see --port"
                                .formatted(port, e.getMessage()),
                        e);
            }
            return server.accept();
        }
    }

    /**
     * Connects to a server.
     *
     * @param local the address to connect from, null for the one that routing chooses
     * @param program what is expected there, for the error
     * @throws IOException with a line for people
     */
    public static Socket connect(String host, InetAddress local, int port, String program)
            throws IOException {
        InetAddress remote = InetAddress.getByName(host);
        InetAddress from = local == null ? Loopback.towards(remote) : local;
        Socket socket = new Socket(Proxy.NO_PROXY);
        try {
            if (from != null) {
                socket.bind(new InetSocketAddress(from, 0));
            }
            socket.connect(new InetSocketAddress(remote, port), CONNECT_MS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw new IOException(
                    "can't reach %s TCP port %d: %s; does a %s server wait there?"
                            .formatted(host, port, e.getMessage(), program),
                    e);
        }
    }

    /** Returns the text before the first zero byte, or all of it. */
    public static String text(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return ForeignText.show(Arrays.copyOf(bytes, end), ISO_8859_1);
    }
}
