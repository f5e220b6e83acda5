package org.urdma4j.tools.copy.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Which of a host's addresses it is reached at. */
public final class Reachable {
    private static final int MOST_MS = 4000;

    private Reachable() {}

    /**
     * Returns the first of some addresses whose TCP port accepts, within 4 s; all are asked at
     * once.
     *
     * @param addresses at least one
     * @throws IOException if none does, with a line for the user
     */
    public static InetAddress of(List<InetAddress> addresses, int port)
            throws IOException, InterruptedException {
        List<Callable<InetAddress>> tries = new ArrayList<>();
        addresses.forEach(each -> tries.add(() -> attempt(each, port)));
        ExecutorService threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofPlatform().daemon().name("copy-reach").factory());
        String why;
        try {
            return threads.invokeAny(tries, MOST_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            why = e.getCause().getMessage();
        } catch (TimeoutException _) {
            why = "no answer";
        } finally {
            var _ = threads.shutdownNow();
        }
        throw new IOException(
                "TCP port %d of %s isn't reached (%s); UDP and TCP must be open on a port that --port names, of an address that --remote-address names"
                        .formatted(
                                port,
                                addresses.stream()
                                        .map(InetAddress::getHostAddress)
                                        .collect(Collectors.joining(" and ")),
                                why));
    }

    private static InetAddress attempt(InetAddress address, int port) throws IOException {
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(address, port), MOST_MS);
            return address;
        }
    }
}
