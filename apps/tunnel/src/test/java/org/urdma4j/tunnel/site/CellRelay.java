package org.urdma4j.tunnel.site;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Somebody on the way between two ends of a tunnel, at an address of his own: passes on what they
 * say about keys, and their cells as the test wants. The end that asks is at another address.
 */
final class CellRelay implements Closeable {
    private static final int ROOM = 65_536;

    private final InetAddress own;
    private final InetSocketAddress listening;
    private final InetSocketAddress asking;
    private final ServerSocket door;
    private final DatagramSocket cells;

    /** Cells of the asking end go out by this one, where it isn't {@link #cells}. */
    private volatile DatagramSocket outward;

    private volatile DatagramSocket once;

    final AtomicInteger toAsking = new AtomicInteger();

    CellRelay(InetAddress own, InetAddress listens, InetAddress asks, int port) throws IOException {
        this.own = own;
        listening = new InetSocketAddress(listens, port);
        asking = new InetSocketAddress(asks, port);
        door = new ServerSocket(port, 10, own);
        cells = new DatagramSocket(new InetSocketAddress(own, port));
        outward = cells;
        Thread.ofVirtual().start(() -> accept());
        carry(cells);
    }

    /** The next cell of the asking end goes out by another socket. */
    void redirectOne(DatagramSocket by) {
        once = by;
    }

    /** All cells of the asking end go out by another socket, and what comes to it is passed on. */
    void moveTo(DatagramSocket by) {
        carry(by);
        outward = by;
    }

    private void accept() {
        try {
            while (true) {
                Socket in = door.accept();
                Socket out = new Socket(listening.getAddress(), listening.getPort(), own, 0);
                Thread.ofVirtual().start(() -> pump(in, out));
                Thread.ofVirtual().start(() -> pump(out, in));
            }
        } catch (IOException _) {
            // Closed.
        }
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            in.transferTo(to.getOutputStream());
        } catch (IOException _) {
            // One of the two is over.
        }
    }

    private void carry(DatagramSocket socket) {
        Thread.ofVirtual()
                .start(() -> {
                    byte[] bytes = new byte[ROOM];
                    try {
                        while (true) {
                            DatagramPacket cell = new DatagramPacket(bytes, bytes.length);
                            socket.receive(cell);
                            pass(cell);
                        }
                    } catch (IOException _) {
                        // Closed.
                    }
                });
    }

    private void pass(DatagramPacket cell) throws IOException {
        if (!cell.getSocketAddress().equals(asking)) {
            toAsking.incrementAndGet();
            cell.setSocketAddress(asking);
            cells.send(cell);
            return;
        }
        DatagramSocket by = once == null ? outward : once;
        once = null;
        cell.setSocketAddress(listening);
        by.send(cell);
    }

    @Override
    public void close() throws IOException {
        door.close();
        cells.close();
    }
}
