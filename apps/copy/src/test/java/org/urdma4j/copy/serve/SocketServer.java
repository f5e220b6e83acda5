package org.urdma4j.copy.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.wire.Throttle;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server of a folder over TCP in place of RDMA, and how its connections ended. */
public final class SocketServer implements AutoCloseable {
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    private final ServerSocketChannel sockets = ServerSocketChannel.open();
    private final Root root;
    private final CopyServer server;

    /** How a client is let in. */
    @FunctionalInterface
    public interface Door {
        Listener.Accepted accept(SocketChannel socket) throws IOException;
    }

    public SocketServer(Path folder, ServeOptions options) throws IOException {
        this(folder, options, socket -> new Listener.Accepted(socket, "somebody"));
    }

    public SocketServer(Path folder, ServeOptions options, Door door) throws IOException {
        sockets.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        root = Root.open(folder.toString());
        Listener listener =
                new Listener() {
                    @Override
                    public Accepted accept() throws IOException {
                        return door.accept(sockets.accept());
                    }

                    @Override
                    public void close() throws IOException {
                        sockets.close();
                    }
                };
        ServeListener told =
                new ServeListener() {
                    @Override
                    public void onEnded(String peer, long files, long bytes, String why) {
                        ended.add(String.valueOf(why));
                    }
                };
        server = new CopyServer(listener, root, options, told, new SplittableRandom(1));
    }

    CopyServer server() {
        return server;
    }

    public SocketChannel connect() throws IOException {
        return SocketChannel.open(sockets.getLocalAddress());
    }

    MessageStream stream() throws IOException {
        return new MessageStream(connect(), Throttle.NONE);
    }

    /** Connects, and says what a client says first. */
    MessageStream hello() throws IOException {
        MessageStream stream = stream();
        stream.sendNow(new Message.Hello(Version.CURRENT));
        assertThat(stream.receive()).isEqualTo(new Message.Welcome(Version.CURRENT, false));
        return stream;
    }

    /** Returns why the next connection ended that hasn't been told of, "null" if its client did. */
    String end() throws InterruptedException {
        return ended.poll(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        server.close();
        root.close();
    }
}
