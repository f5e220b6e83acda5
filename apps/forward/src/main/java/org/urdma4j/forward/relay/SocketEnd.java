package org.urdma4j.forward.relay;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A TCP connection, blocking. It is closed with RST (RFC 9293, 3.10.5 ABORT) until both directions
 * have come to their end, so that also the end of this process is no end of the stream to the peer.
 */
public final class SocketEnd implements LocalEnd {
    private static final int NO_LINGER = -1;

    private final SocketChannel socket;

    /**
     * @param socket is connected
     */
    public SocketEnd(SocketChannel socket) throws IOException {
        this.socket = socket;
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        return socket.read(dst);
    }

    @Override
    public int write(ByteBuffer src) throws IOException {
        return socket.write(src);
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.setOption(StandardSocketOptions.SO_LINGER, NO_LINGER);
        socket.close();
    }

    @Override
    public void reset() {
        try {
            socket.close();
        } catch (IOException _) {
            // it is closed all the same
        }
    }
}
