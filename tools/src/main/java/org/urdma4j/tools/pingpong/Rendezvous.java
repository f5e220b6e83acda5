package org.urdma4j.tools.pingpong;

import org.urdma4j.tools.peer.PeerSocket;
import org.urdma4j.verbs.Gid;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** The TCP connection over which both ends tell each other where they are. */
final class Rendezvous implements Closeable {
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
        return new Rendezvous(PeerSocket.accept(local, port));
    }

    /**
     * Connects to a server.
     *
     * @param local the address to connect from, null for the one that routing chooses
     */
    static Rendezvous connect(String host, InetAddress local, int port) throws IOException {
        return new Rendezvous(PeerSocket.connect(host, local, port, "pingpong"));
    }

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
            return PeerSocket.text(all);
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
