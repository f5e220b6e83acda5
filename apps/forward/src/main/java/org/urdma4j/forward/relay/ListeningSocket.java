package org.urdma4j.forward.relay;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Consumer;

/** Where programs connect to: a TCP port or a UNIX socket. Any thread may call. */
public final class ListeningSocket implements Closeable {
    private static final int BACKLOG = 1024;

    /** After which it accepts again when that has failed, most likely for lack of descriptors. */
    private static final Duration AGAIN = Duration.ofMillis(200);

    private final ServerSocketChannel server;
    private final Closeable file;
    private final SocketAddress address;

    private ListeningSocket(ServerSocketChannel server, Closeable file, SocketAddress address) {
        this.server = server;
        this.file = file;
        this.address = address;
    }

    /**
     * A program that has connected.
     *
     * @param end the same socket as the end of a stream
     * @param address null if it has none
     * @param name for people
     */
    public record Caller(SocketChannel socket, SocketEnd end, InetAddress address, String name) {
        private static Caller of(SocketChannel socket) throws IOException {
            SocketAddress from = socket.getRemoteAddress();
            SocketEnd end = new SocketEnd(socket);
            return from instanceof InetSocketAddress inet
                    ? new Caller(socket, end, inet.getAddress(), SocketText.of(from))
                    : new Caller(socket, end, null, "a program");
        }
    }

    /**
     * Listens.
     *
     * @throws IOException with a line for the user
     */
    public static ListeningSocket bind(SocketAddress address) throws IOException {
        try {
            if (address instanceof UnixDomainSocketAddress path) {
                UnixListener unix = UnixListener.bind(path);
                return new ListeningSocket(unix.server(), unix, path);
            }
            return bindTcp(address);
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new IOException(
                    "can't listen at %s: %s".formatted(SocketText.of(address), why), e);
        }
    }

    private static ListeningSocket bindTcp(SocketAddress address) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(address, BACKLOG);
            return new ListeningSocket(server, server, server.getLocalAddress());
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** Returns where it listens. */
    public SocketAddress address() {
        return address;
    }

    /** Returns where it listens, as it is written on the command line. */
    public String text() {
        return SocketText.of(address);
    }

    /**
     * Takes programs until it is closed.
     *
     * @param taker must not wait
     * @param failed is told of what can't be accepted; it goes on a little later
     */
    public void takeAll(Consumer<Caller> taker, Consumer<IOException> failed) {
        while (server.isOpen()) {
            try {
                take(server.accept(), taker);
            } catch (ClosedChannelException _) {
                // by close()
            } catch (IOException e) {
                failed.accept(e);
                pause();
            }
        }
    }

    private static void take(SocketChannel socket, Consumer<Caller> taker) {
        Caller caller;
        try {
            caller = Caller.of(socket);
        } catch (IOException _) {
            close(socket); // the program has gone
            return;
        }
        taker.accept(caller);
    }

    private static void pause() {
        try {
            Thread.sleep(AGAIN);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // it is closed all the same
        }
    }

    /** Takes no more. Again it does nothing. */
    @Override
    public void close() {
        close(server);
        close(file);
    }
}
