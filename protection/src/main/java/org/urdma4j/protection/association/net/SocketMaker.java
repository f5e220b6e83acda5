package org.urdma4j.protection.association.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes sockets in the network namespace of whoever opened the device: on a thread that was started
 * there. A virtual thread runs on threads that anybody has started, who may have been in another
 * namespace, which a thread takes over from the one that starts it.
 */
final class SocketMaker implements AutoCloseable {
    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().daemon().name("urdma-keys-sockets").factory());

    /** Starts the thread, in the namespace of the one that calls. */
    SocketMaker() {
        var _ = thread.prestartCoreThread();
    }

    /**
     * Returns a socket bound to an address and any port.
     *
     * @throws IOException if there is none, or the device is closed
     */
    Socket bound(InetAddress address) throws IOException, InterruptedException {
        FutureTask<Socket> task = new FutureTask<>(make(address));
        if (thread.isShutdown()) {
            throw new IOException("the device is closed");
        }
        thread.execute(task);
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e);
        }
    }

    private static Callable<Socket> make(InetAddress address) {
        return () -> {
            Socket socket = new Socket(Proxy.NO_PROXY);
            try {
                socket.bind(new InetSocketAddress(address, 0));
                return socket;
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        };
    }

    /** Ends the thread when it has made what was asked for. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
