package org.urdma4j.tools.pingpong;

import org.urdma4j.verbs.Gid;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** The TCP connection over which both ends tell each other where they are. */
final class Rendezvous implements Closeable {
    private static final int CONNECT_MS = 5_000;
    private static final int ANSWER_MS = 10_000;

    /** What the client says last, and a zero byte. */
    private static final String DONE = "done\0";

    private final Socket socket;

    private Rendezvous(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(ANSWER_MS);
        socket.setTcpNoDelay(true);
    }

    /**
     * Waits for a client.
     *
     * @param local the address to listen on, null for any
     */
    static Rendezvous accept(InetAddress local, int port) throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.setReuseAddress(true);
            try {
                server.bind(
                        local == null
                                ? new InetSocketAddress(port)
                                : new InetSocketAddress(local, port));
            } catch (IOException e) {
                throw new IOException(
                        "can't listen on TCP port %d: %s; see --port"
                                .formatted(port, e.getMessage()),
                        e);
            }
            return new Rendezvous(server.accept());
        }
    }

    /**
     * Connects to a server.
     *
     * @param local the address to connect from, null for the one that routing chooses
     */
    static Rendezvous connect(String host, InetAddress local, int port) throws IOException {
        InetAddress remote = InetAddress.getByName(host);
        InetAddress from = local == null ? otherLoopback(remote) : local;
        Socket socket = new Socket();
        try {
            if (from != null) {
                socket.bind(new InetSocketAddress(from, 0));
            }
            socket.connect(new InetSocketAddress(remote, port), CONNECT_MS);
            return new Rendezvous(socket);
        } catch (IOException e) {
            socket.close();
            throw new IOException(
                    "can't reach %s TCP port %d: %s; does a pingpong server wait there?"
                            .formatted(host, port, e.getMessage()),
                    e);
        }
    }

    /** Two ends on one machine need two addresses; all of 127/8 is there. */
    private static InetAddress otherLoopback(InetAddress remote) throws IOException {
        if (!remote.isLoopbackAddress() || !(remote instanceof Inet4Address)) {
            return null;
        }
        byte[] bytes = remote.getAddress();
        bytes[3] = (byte) (bytes[3] == 2 ? 1 : 2);
        return InetAddress.getByAddress(bytes);
    }

    /** Returns our own address in this conversation. */
    InetAddress local() {
        return socket.getLocalAddress();
    }

    void tell(Destination own) throws IOException {
        write(own.text() + '\0');
    }

    Destination hear() throws IOException {
        Destination peer = Destination.parse(read(Destination.LENGTH, "its address"));
        if (peer.gid().equals(Gid.ZERO)) {
            throw new IOException("the peer named no GID; start it with -g and an index of RoCEv2");
        }
        return peer;
    }

    /** Tells the server that everything has been heard. */
    void tellDone() throws IOException {
        write(DONE);
    }

    /** Waits until the client has heard everything. Programs differ in sending the zero byte. */
    void hearDone() throws IOException {
        read(DONE.length() - 1, "\"done\"");
    }

    private void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String read(int bytes, String what) throws IOException {
        try {
            byte[] all = socket.getInputStream().readNBytes(bytes);
            if (all.length < bytes) {
                throw new EOFException("the peer hung up before it said " + what);
            }
            String text = new String(all, StandardCharsets.ISO_8859_1);
            int end = text.indexOf('\0');
            return end < 0 ? text : text.substring(0, end);
        } catch (SocketTimeoutException e) {
            throw new IOException(
                    "the peer didn't say %s within %d s".formatted(what, ANSWER_MS / 1000), e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
