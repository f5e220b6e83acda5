package org.urdma4j.tools.perftest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.urdma4j.tools.peer.PeerSocket;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.Mtu;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What both ends of perftest 4.5 say over TCP: the client says something, the server says as many
 * bytes of the same kind, and so on. Seen on the wire: version, inline threshold, cache line, MTU;
 * then {@link Destination} several times, of which the first counts and the others say that an end
 * is ready; after the run once more, and the client's figures.
 */
final class Talk implements Closeable {
    private static final String VERSION = "6.06";
    private static final int VERSION_LENGTH = 16;
    private static final int PAGE = 0x1000;
    private static final int CACHE_LINE = 0x40;
    private static final int FIGURES = 5;
    private static final String DONE = "done\0";

    private final Socket socket;
    private final boolean client;

    private Talk(Socket socket, boolean client, int patienceS) throws IOException {
        this.socket = socket;
        this.client = client;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, patienceS * 1000L));
    }

    /** Waits for a client; {@code local} may be null for any address. */
    static Talk accept(InetAddress local, int port, int patienceS) throws IOException {
        return new Talk(PeerSocket.accept(local, port), false, patienceS);
    }

    /** Connects to a server; {@code local} may be null for the address that routing chooses. */
    static Talk connect(String host, InetAddress local, int port, int patienceS)
            throws IOException {
        return new Talk(PeerSocket.connect(host, local, port, "perftest"), true, patienceS);
    }

    InetAddress local() {
        return socket.getLocalAddress();
    }

    /** Greets the peer; returns the smaller of both path MTUs. */
    Mtu greet(Mtu own) throws IOException {
        String version =
                PeerSocket.text(
                        swap(Arrays.copyOf(VERSION.getBytes(US_ASCII), VERSION_LENGTH), "version"));
        if (!version.matches("\\d+\\.\\d+")) {
            throw new IOException("this is no perftest program: it says \"%s\"".formatted(version));
        }
        swap(ByteBuffer.allocate(Integer.BYTES).putInt(PAGE).array(), "page size");
        swap(ByteBuffer.allocate(Integer.BYTES).putInt(CACHE_LINE).array(), "cache line");
        String mtu = PeerSocket.text(swap((own.value() + "\0").getBytes(US_ASCII), "MTU"));
        if (!mtu.matches("[1-5]")) {
            throw new IOException("the peer's MTU is \"%s\", not 1 to 5".formatted(mtu));
        }
        return Mtu.fromValue(Math.min(own.value(), Integer.parseInt(mtu)));
    }

    /** Tells our own queue pair, and hears the peer's; or that both have come so far. */
    Destination meet(Destination own) throws IOException {
        byte[] record = Arrays.copyOf(own.text().getBytes(US_ASCII), Destination.LENGTH);
        Destination peer = Destination.parse(PeerSocket.text(swap(record, "queue pair")));
        if (peer.gid().equals(Gid.ZERO)) {
            throw new IOException("the peer named no GID; start it with -x and an index of RoCEv2");
        }
        return peer;
    }

    /** Tells our figures, and returns the peer's, of which a server's are void. */
    Figures swap(Figures own) throws IOException {
        ByteBuffer said = ByteBuffer.allocate(FIGURES * Long.BYTES);
        said.putLong(own.size()).putLong(own.iterations());
        said.putDouble(own.peakMbps()).putDouble(own.averageMbps()).putDouble(own.megaRate());
        ByteBuffer heard = ByteBuffer.allocate(FIGURES * Long.BYTES);
        for (int i = 0; i < FIGURES; i++) {
            byte[] one = Arrays.copyOfRange(said.array(), i * Long.BYTES, (i + 1) * Long.BYTES);
            heard.put(swap(one, "figures"));
        }
        heard.flip();
        return new Figures(
                heard.getLong(),
                heard.getLong(),
                heard.getDouble(),
                heard.getDouble(),
                heard.getDouble());
    }

    /** Takes leave; a peer that is gone already has said all. */
    void leave() {
        try {
            socket.getOutputStream().write(DONE.getBytes(US_ASCII));
            var _ = socket.getInputStream().readNBytes(DONE.length());
        } catch (IOException _) {
            // perftest's programs close without waiting.
        }
    }

    private byte[] swap(byte[] own, String what) throws IOException {
        if (client) {
            socket.getOutputStream().write(own);
        }
        byte[] peer;
        try {
            peer = socket.getInputStream().readNBytes(own.length);
        } catch (SocketTimeoutException e) {
            throw new IOException("the peer said nothing of its " + what, e);
        }
        if (peer.length < own.length) {
            throw new EOFException("the peer hung up before it said its " + what);
        }
        if (!client) {
            socket.getOutputStream().write(own);
        }
        return peer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
