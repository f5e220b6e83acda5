package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.BenchServer;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;

import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A bench server in this JVM, silent, and calls of {@code bench client} to it. */
final class LocalServer implements AutoCloseable {
    private static final JsonMapper STRICT =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();

    static final InetAddress ADDRESS = OwnLoopback.address(1);

    static final String HOST = ADDRESS.getHostAddress();

    static final InetAddress OTHER = OwnLoopback.address(3);

    private final StringWriter said = new StringWriter();
    private final BenchServer server;

    LocalServer() throws IOException {
        this(Backend.udp(UnaryOperator.identity()));
    }

    LocalServer(Backend backend) throws IOException {
        this(backend, 1);
    }

    /** One that serves so many at a time. */
    LocalServer(Backend backend, int clients) throws IOException {
        this(ADDRESS, 0, backend, clients);
    }

    /** Another one at the same port. */
    static LocalServer beside(LocalServer first) throws IOException {
        return beside(first, 3);
    }

    /** The same at an own address of loopback. */
    static LocalServer beside(LocalServer first, int last) throws IOException {
        return new LocalServer(
                OwnLoopback.address(last), first.port(), Backend.udp(UnaryOperator.identity()), 1);
    }

    private LocalServer(InetAddress address, int port, Backend backend, int clients)
            throws IOException {
        PrintWriter out = new PrintWriter(said);
        server =
                new BenchServer(
                        address,
                        port,
                        Ends.over(backend),
                        new ServerReport(out, out, false, "test"),
                        "test",
                        false,
                        clients);
    }

    int port() {
        return server.port();
    }

    /** Returns what it has said until now, as {@code bench server} would. */
    String said() {
        return said.toString();
    }

    /** Returns how many connections were closed unheard. */
    long turnedAway() {
        return server.turnedAway();
    }

    Invocation client(String... options) {
        return Invocation.of(call(options));
    }

    /** Begins a client's run on a thread of its own. */
    CompletableFuture<Invocation> start(String... options) {
        return Invocation.start(call(options));
    }

    private Object[] call(String... options) {
        List<Object> call = new ArrayList<>(List.of("bench", "client", HOST, "-p", port()));
        call.addAll(List.of((Object[]) options));
        return call.toArray();
    }

    /** Parses {@code text}, which must be one JSON value without doubled keys. */
    static JsonNode json(String text) {
        return STRICT.readTree(text);
    }

    @Override
    public void close() {
        server.close();
    }
}
