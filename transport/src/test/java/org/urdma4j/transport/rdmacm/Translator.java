package org.urdma4j.transport.rdmacm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;

/**
 * An address translator on loopback, for one client: what comes to its inner address goes to a
 * server from an outer address, and back. Its place outside changes when a test says so.
 */
final class Translator implements AutoCloseable {
    private static final InetAddress INNER = InetAddress.ofLiteral("127.0.0.3");
    private static final InetAddress OUTER = InetAddress.ofLiteral("127.0.0.4");

    private final SocketAddress server;
    private final DatagramChannel inner;
    private volatile DatagramChannel outer;
    private volatile SocketAddress client;

    Translator(InetSocketAddress server) throws IOException {
        this.server = server;
        inner = open(INNER);
        rebind();
        Thread.ofVirtual().start(this::forward);
    }

    private static DatagramChannel open(InetAddress local) throws IOException {
        return DatagramChannel.open().bind(new InetSocketAddress(local, 0));
    }

    /** Returns where the client finds the server. */
    InetSocketAddress inside() throws IOException {
        return (InetSocketAddress) inner.getLocalAddress();
    }

    /** Returns the UDP port that the server sees. */
    int outerPort() throws IOException {
        return ((InetSocketAddress) outer.getLocalAddress()).getPort();
    }

    /** Forgets the place outside, and takes another one. */
    void rebind() throws IOException {
        DatagramChannel before = outer;
        DatagramChannel next = open(OUTER);
        outer = next;
        Thread.ofVirtual().start(() -> giveBack(next));
        if (before != null) {
            before.close();
        }
    }

    private void forward() {
        ByteBuffer packet = ByteBuffer.allocate(1 << 16);
        try {
            while (true) {
                client = inner.receive(packet.clear());
                send(outer, packet.flip(), server);
            }
        } catch (ClosedChannelException _) {
            // the test is over
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void giveBack(DatagramChannel from) {
        ByteBuffer packet = ByteBuffer.allocate(1 << 16);
        try {
            while (true) {
                from.receive(packet.clear());
                send(inner, packet.flip(), client);
            }
        } catch (ClosedChannelException _) {
            // nothing comes there any more
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A packet that finds the socket closed is lost. */
    private static void send(DatagramChannel by, ByteBuffer packet, SocketAddress to)
            throws IOException {
        try {
            by.send(packet, to);
        } catch (ClosedChannelException e) {
            if (packet.hasRemaining() && by.isOpen()) {
                throw e;
            }
        }
    }

    @Override
    public void close() throws IOException {
        inner.close();
        outer.close();
    }
}
