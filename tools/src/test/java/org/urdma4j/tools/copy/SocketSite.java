package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.serve.CopyServer;
import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.copy.wire.Throttle;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A server of a folder in this process, over TCP in place of RDMA, and clients of it. */
final class SocketSite implements AutoCloseable {
    private final Root served;
    private final ServerSocketChannel sockets;
    private final CopyServer server;

    SocketSite(Path folder) throws IOException {
        served = Root.open(folder.toString());
        sockets = ServerSocketChannel.open();
        sockets.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server =
                new CopyServer(
                        listener(),
                        served,
                        ServeOptions.DEFAULT,
                        new ServeListener() {},
                        new SplittableRandom(7));
    }

    private Listener listener() {
        return new Listener() {
            @Override
            public Accepted accept() throws IOException {
                return new Accepted(prompt(sockets.accept()), "somebody");
            }

            @Override
            public void close() throws IOException {
                sockets.close();
            }
        };
    }

    CopyClient client(int jobs) throws IOException {
        return new CopyClient(
                () -> prompt(SocketChannel.open(sockets.getLocalAddress())), jobs, Throttle.NONE);
    }

    RemoteFiles files() throws IOException {
        return new RemoteFiles(prompt(SocketChannel.open(sockets.getLocalAddress())));
    }

    private static SocketChannel prompt(SocketChannel channel) throws IOException {
        return channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    @Override
    public void close() throws IOException {
        server.close();
        served.close();
    }
}
