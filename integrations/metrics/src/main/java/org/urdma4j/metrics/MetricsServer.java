package org.urdma4j.metrics;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.DeviceStatistics;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Answers scrapes: {@code GET /metrics} with what devices have counted by then. It shows figures to
 * whoever can connect, and changes nothing; listen on loopback unless others are to see them. There
 * are 64 connections at most, and none lasts longer than 10 s: whose address has most makes room,
 * the oldest first. The devices are asked fifty times a second at most, for all that wait by then.
 * Any thread.
 */
public final class MetricsServer implements AutoCloseable {
    /** Queue pairs of each device that have lines of their own unless another number is given. */
    public static final int DEFAULT_QUEUE_PAIRS = 256;

    private static final String PATH = "/metrics";
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final int MOST_CONNECTIONS = 64;
    private static final long PAUSE_NS = 10_000_000;
    private static final long REST_NS = 20_000_000;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final ServerSocket listening;
    private final Supplier<? extends Collection<? extends Context>> contexts;
    private final int mostQueuePairs;
    private final Duration longest;
    private final SharedText text = new SharedText(this::text, REST_NS);
    private final SequencedSet<Socket> open = new LinkedHashSet<>();
    private boolean closed;

    private MetricsServer(
            ServerSocket listening,
            Supplier<? extends Collection<? extends Context>> contexts,
            int mostQueuePairs,
            Duration longest) {
        this.listening = listening;
        this.contexts = contexts;
        this.mostQueuePairs = mostQueuePairs;
        this.longest = longest;
    }

    /**
     * Begins to listen.
     *
     * @param address where; port 0 takes a free one
     * @param contexts the open devices at the time of a scrape; those that are being closed are
     *     left out
     * @throws IOException if it can't listen there; the message says where and why
     */
    public static MetricsServer start(
            InetSocketAddress address, Supplier<? extends Collection<? extends Context>> contexts)
            throws IOException {
        return start(address, contexts, DEFAULT_QUEUE_PAIRS);
    }

    /**
     * The same with another number of queue pairs.
     *
     * @param mostQueuePairs of each device that have lines of their own, 0 or more: some fifteen
     *     series for each
     * @throws IOException if it can't listen there; the message says where and why
     */
    public static MetricsServer start(
            InetSocketAddress address,
            Supplier<? extends Collection<? extends Context>> contexts,
            int mostQueuePairs)
            throws IOException {
        return start(address, contexts, mostQueuePairs, LONGEST);
    }

    /** The same with another time after which a connection is closed, whatever it is doing. */
    static MetricsServer start(
            InetSocketAddress address,
            Supplier<? extends Collection<? extends Context>> contexts,
            int mostQueuePairs,
            Duration longest)
            throws IOException {
        if (mostQueuePairs < 0) {
            throw new IllegalArgumentException(
                    "mostQueuePairs is %d, but must be 0 or more".formatted(mostQueuePairs));
        }
        ServerSocket listening = new ServerSocket();
        try {
            listening.bind(address, MOST_CONNECTIONS);
        } catch (IOException | IllegalArgumentException e) {
            listening.close();
            throw new IOException(
                    "metrics can't be served at %s:%d: %s"
                            .formatted(address.getHostString(), address.getPort(), e.getMessage()),
                    e);
        }
        MetricsServer metrics = new MetricsServer(listening, contexts, mostQueuePairs, longest);
        Thread.ofVirtual().name("urdma-metrics").start(metrics::listen);
        return metrics;
    }

    /** Returns where it listens, with the port that was taken. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                begin(listening.accept());
            } catch (IOException | OutOfMemoryError _) {
                pause(); // closed, or out of descriptors or memory for now
            }
        }
    }

    private void begin(Socket socket) {
        boolean begun = false;
        try {
            admit(socket);
            Thread.startVirtualThread(() -> serve(socket));
            begun = true;
        } finally {
            if (!begun) {
                leave(socket);
            }
        }
    }

    private void leave(Socket socket) {
        close(socket);
        synchronized (this) {
            open.remove(socket);
        }
    }

    private static void pause() {
        LockSupport.parkNanos(PAUSE_NS);
    }

    /** When there are too many, the oldest goes of the address that has most. */
    private void admit(Socket socket) {
        Socket displaced = null;
        synchronized (this) {
            if (closed) {
                displaced = socket;
            } else {
                open.add(socket);
                if (open.size() > MOST_CONNECTIONS) {
                    displaced = oldestOfMost();
                    open.remove(displaced);
                }
            }
        }
        if (displaced != null) {
            close(displaced);
        }
    }

    private Socket oldestOfMost() {
        Map<InetAddress, Integer> counts = new HashMap<>();
        int most = 0;
        for (Socket one : open) {
            most = Math.max(most, counts.merge(one.getInetAddress(), 1, Integer::sum));
        }
        for (Socket one : open) {
            if (counts.get(one.getInetAddress()) == most) {
                return one;
            }
        }
        throw new IllegalStateException("nobody is here");
    }

    private void serve(Socket socket) {
        Thread watch = null;
        try {
            watch = Thread.startVirtualThread(() -> closeLater(socket));
            answer(socket);
        } catch (IOException | OutOfMemoryError _) {
            // it has gone, or was too slow; or it gives back what it had
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            leave(socket);
            if (watch != null) {
                watch.interrupt();
            }
        }
    }

    private void closeLater(Socket socket) {
        try {
            Thread.sleep(longest);
            close(socket);
        } catch (InterruptedException _) {
            // it is done
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // it is of no more use either way
        }
    }

    private void answer(Socket socket) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.read(new BufferedInputStream(socket.getInputStream()));
        OutputStream out = socket.getOutputStream();
        if (request == null) {
            reply(out, "400 Bad Request", PLAIN, "This is no request of HTTP/1.1\n", "", false);
        } else if (!request.path().equals(PATH)) {
            boolean head = request.method().equals("HEAD");
            reply(out, "404 Not Found", PLAIN, "The metrics are at " + PATH + "\n", "", head);
        } else if (request.method().equals("GET") || request.method().equals("HEAD")) {
            scrape(out, request.method().equals("HEAD"));
        } else {
            String allowed = "Allow: GET, HEAD\r\n";
            String text = "Only GET and HEAD are answered\n";
            reply(out, "405 Method Not Allowed", PLAIN, text, allowed, false);
        }
        socket.shutdownOutput();
        // what is unread at the end would have the kernel reset the connection, answer and all
        var _ = socket.getInputStream().readNBytes(HttpRequest.MOST_BYTES);
    }

    private void scrape(OutputStream out, boolean head) throws IOException, InterruptedException {
        String body;
        try {
            body = text.get();
        } catch (RuntimeException | Error e) { // one device's or one moment's
            String why = "There is nothing to be told: " + e + "\n";
            reply(out, "503 Service Unavailable", PLAIN, why, "", head);
            return;
        }
        reply(out, "200 OK", TextExposition.CONTENT_TYPE, body, "", head);
    }

    private String text() {
        return TextExposition.of(statistics());
    }

    private List<DeviceStatistics> statistics() {
        List<DeviceStatistics> all = new ArrayList<>();
        for (Context context : contexts.get()) {
            try {
                all.add(context.statistics(mostQueuePairs));
            } catch (IllegalStateException _) {
                // closed since it was listed
            }
        }
        return all;
    }

    private static void reply(
            OutputStream out, String status, String type, String text, String more, boolean head)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        out.write(HttpRequest.answer(status, type, body.length, more));
        if (!head) {
            out.write(body);
        }
        out.flush();
    }

    /** Listens no more; scrapes under way are cut short. Again it does nothing. */
    @Override
    public void close() {
        List<Socket> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(open);
            open.clear();
        }
        try {
            listening.close();
        } catch (IOException _) {
            // nobody is let in any more
        }
        left.forEach(MetricsServer::close);
    }
}
