package org.urdma4j.protection.association.listener;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A socket of the JDK's. */
final class SocketConnection implements TcpConnection {
    private final Socket socket;

    SocketConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
    }

    @Override
    public InetSocketAddress local() {
        return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
    }

    @Override
    public InetSocketAddress remote() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getPort());
    }

    @Override
    public int read(byte[] into, int timeoutMs) throws IOException {
        socket.setSoTimeout(timeoutMs);
        return socket.getInputStream().read(into);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void abort() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // It is closed already.
        }
        close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // Closed is closed.
        }
    }
}
