package org.urdma4j.gateway.bridge.port;

import io.netty.buffer.ByteBuf;

import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.bridge.frame.FrameGateway;
import org.urdma4j.gateway.bridge.store.StoredFrame;
import org.urdma4j.transport.port.linux.ErrorNumber;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * One side of a bridge: reads an interface's frames into a gateway, and writes what comes out of
 * it. Belongs to the thread that carries them, once it is made; nothing is allocated for a frame.
 */
public final class BridgePort implements AutoCloseable {
    private static final int READS_PER_TURN = 4;

    private final Port side;
    private final Link link;
    private final PacketSocket socket;
    private final FrameReader reader;
    private final Outbox outbox;
    private long read;
    private long overflowed;

    /**
     * Takes in all frames of an interface, in the network namespace of the calling thread, but
     * those that bridges don't pass on.
     *
     * @param bufferBytes receive and send buffer
     * @param outboxBytes of frames that wait while the interface takes none
     */
    public BridgePort(Port side, Link link, int bufferBytes, long outboxBytes) {
        this.side = side;
        this.link = link;
        this.socket = BridgeSocket.open(link.index(), bufferBytes);
        this.reader = new FrameReader(socket);
        this.outbox = new Outbox(socket, outboxBytes);
    }

    public int fd() {
        return socket.fd();
    }

    /**
     * Reads what is there, to a limit, and returns whether there was anything.
     *
     * @throws UncheckedIOException if the interface is gone
     */
    public boolean read(FrameGateway gateway, long nowNs) {
        for (int i = 0; i < READS_PER_TURN; i++) {
            int count = reader.read();
            if (count < 0) {
                onError(-count);
                return i > 0;
            }
            for (int j = 0; j < count; j++) {
                pass(gateway, j, nowNs);
            }
            if (count < FrameReader.SLOTS) {
                return i > 0 || count > 0;
            }
        }
        return true;
    }

    private void pass(FrameGateway gateway, int i, long nowNs) {
        int length = reader.length(i);
        if (length <= VirtioHeader.LENGTH) {
            return;
        }
        read++;
        ByteBuf slot = reader.buffer(i);
        ByteBuffer b = slot.internalNioBuffer(0, length);
        gateway.onRead(
                side,
                b,
                b.position(),
                length - VirtioHeader.LENGTH,
                reader.tag(i),
                reader.tagProtocol(i),
                nowNs);
    }

    private void onError(int errno) {
        switch (errno) {
            case ErrorNumber.EAGAIN, ErrorNumber.EINTR -> {}
            case ErrorNumber.ENETDOWN, ErrorNumber.ENXIO, ErrorNumber.ENODEV -> requireLink();
            default ->
                    throw new UncheckedIOException(
                            new IOException(
                                    "interface %s can't be read: %s"
                                            .formatted(link.name(), ErrorNumber.words(errno))));
        }
    }

    /** An interface that is only down comes up again; one that is gone doesn't. */
    private void requireLink() {
        Optional<Link> now = Link.named(link.name());
        if (now.isEmpty() || now.get().index() != link.index()) {
            throw new UncheckedIOException(
                    new IOException("interface %s is gone".formatted(link.name())));
        }
    }

    /** Takes what the gateway has for this side, and writes as much as the interface takes. */
    public void write(FrameGateway gateway) {
        for (StoredFrame f = gateway.poll(side); f != null; f = gateway.poll(side)) {
            outbox.add(f, gateway);
        }
        outbox.flush(gateway);
        if (outbox.isUnsure()) {
            requireLink();
        }
    }

    /** Returns whether frames wait for the interface to take them. */
    public boolean isWaiting() {
        return outbox.isWaiting();
    }

    /** Returns what it has done so far; on the thread that carries frames. */
    public PortReport report() {
        overflowed += socket.takeDrops();
        return new PortReport(link.name(), read, outbox.written(), overflowed, outbox.dropped());
    }

    @Override
    public void close() {
        socket.close();
        reader.close();
    }
}
