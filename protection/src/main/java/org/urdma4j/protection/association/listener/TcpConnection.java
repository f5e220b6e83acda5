package org.urdma4j.protection.association.listener;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A TCP connection whose reader and writer wait. One thread may read while another writes; any may
 * close.
 */
public interface TcpConnection extends AutoCloseable {
    InetSocketAddress local();

    InetSocketAddress remote();

    /**
     * Waits for bytes.
     *
     * @param timeoutMs how long, 0 for as long as it takes
     * @return how many there are now, 1 or more; -1 after the last
     * @throws java.net.SocketTimeoutException if none came in time; it may be called again
     * @throws IOException if the connection broke or was closed
     */
    int read(byte[] into, int timeoutMs) throws IOException;

    /**
     * Hands bytes to the kernel, and waits until it has all of them.
     *
     * @throws IOException if the connection broke or was closed
     */
    void write(byte[] bytes) throws IOException;

    /** Tells the peer that no more is sent; reading goes on. */
    void shutdownOutput() throws IOException;

    /** Closes so that nothing is kept of it, not even by the kernel. Again it does nothing. */
    void abort();

    /** Closes; who reads or writes is told. Again it does nothing. */
    @Override
    void close();

    /**
     * Takes a connected socket over, which then sends without delay and notices a dead peer.
     *
     * @throws IOException if it isn't connected any more
     */
    static TcpConnection of(Socket socket) throws IOException {
        return new SocketConnection(socket);
    }
}
