package org.urdma4j.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.DeviceStatistics;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Answers scrapes: {@code GET /metrics} with what devices have counted by then. It shows figures to
 * whoever can connect, and changes nothing; listen on loopback unless others are to see them. Any
 * thread.
 */
public final class MetricsServer implements AutoCloseable {
    /** Queue pairs of each device that have lines of their own unless another number is given. */
    public static final int DEFAULT_QUEUE_PAIRS = 256;

    private static final String PATH = "/metrics";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;
    private static final int NO_BODY = -1;

    private final HttpServer server;
    private final ExecutorService threads;
    private final Supplier<? extends Collection<? extends Context>> contexts;
    private final int mostQueuePairs;

    private MetricsServer(
            HttpServer server,
            Supplier<? extends Collection<? extends Context>> contexts,
            int mostQueuePairs) {
        this.server = server;
        this.contexts = contexts;
        this.mostQueuePairs = mostQueuePairs;
        threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext("/", this::answer);
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
        if (mostQueuePairs < 0) {
            throw new IllegalArgumentException(
                    "mostQueuePairs is %d, but must be 0 or more".formatted(mostQueuePairs));
        }
        HttpServer server;
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException(
                    "metrics can't be served at %s:%d: %s"
                            .formatted(address.getHostString(), address.getPort(), e.getMessage()),
                    e);
        }
        MetricsServer metrics = new MetricsServer(server, contexts, mostQueuePairs);
        server.start();
        return metrics;
    }

    /** Returns where it listens, with the port that was taken. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                reply(exchange, NOT_FOUND, "The metrics are at " + PATH + "\n", head);
            } else if (!head && !exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                reply(exchange, METHOD_NOT_ALLOWED, "Only GET and HEAD are answered\n", false);
            } else {
                scrape(exchange, head);
            }
        }
    }

    private void scrape(HttpExchange exchange, boolean head) throws IOException {
        String text;
        try {
            text = TextExposition.of(statistics());
        } catch (RuntimeException e) {
            reply(exchange, UNAVAILABLE, "There is nothing to be told: " + e + "\n", head);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", TextExposition.CONTENT_TYPE);
        reply(exchange, OK, text, head);
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

    private static void reply(HttpExchange exchange, int status, String text, boolean head)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        if (exchange.getResponseHeaders().getFirst("Content-Type") == null) {
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        }
        boolean empty = head || body.length == 0;
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
        }
        exchange.sendResponseHeaders(status, empty ? NO_BODY : body.length);
        if (!empty) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Listens no more; scrapes under way are cut short. Again it does nothing. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
