package org.urdma4j.forward.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A TCP or UNIX connection, blocking. TCP is closed with RST (RFC 9293, 3.10.5 ABORT) until both
 * directions have come to their end, so that also the end of this process is no end of the stream
 * to the peer. UNIX sockets have no reset: they are closed, which is an error to a peer whose last
 * bytes weren't read (unix(7)), and an end to others.
 */
public final class SocketEnd implements LocalEnd {
    private static final int NO_LINGER = -1;

    private final SocketChannel socket;
    private final boolean tcp;

    /**
     * @param socket is connected
     */
    public SocketEnd(SocketChannel socket) throws IOException {
        this.socket = socket;
        tcp = socket.getRemoteAddress() instanceof InetSocketAddress;
        if (tcp) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
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
        if (tcp) {
            socket.setOption(StandardSocketOptions.SO_LINGER, NO_LINGER);
        }
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
