package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.verbs.VerbsEnds;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** An error that ends a client's run gives its place back, and the client is told. */
@Timeout(60)
class ServerErrorsTest {
    private static final RunSpec SHORT =
            Specs.ofBytes(
                    Protocol.URDMA, Operation.WRITE, Direction.FORWARD, 65_536, 65_536, 1, false);

    private final AtomicBoolean fails = new AtomicBoolean(true);
    private final List<String> refused = new CopyOnWriteArrayList<>();

    /** What is thrown. */
    enum Thrown {
        OUT_OF_MEMORY("use a smaller --size") {
            @Override
            void now() {
                throw new OutOfMemoryError("on purpose");
            }
        },
        STACK_OVERFLOW("StackOverflowError: on purpose") {
            @Override
            void now() {
                throw new StackOverflowError("on purpose");
            }
        },
        EXCEPTION("on purpose") {
            @Override
            void now() {
                throw new IllegalStateException("on purpose");
            }
        };

        final String words;

        Thrown(String words) {
            this.words = words;
        }

        abstract void now();
    }

    private BenchServer serve(ServerListener listener) throws IOException {
        var limits = new BenchServer.Limits(30_000_000_000L, 60_000_000_000L, 1);
        return new BenchServer(
                Loopback.address(1),
                0,
                new VerbsEnds(),
                listener,
                Loopback.SOFTWARE,
                false,
                limits);
    }

    private static RunRecord run(BenchServer server) throws IOException, InterruptedException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(Loopback.address(2), 0));
        socket.connect(new InetSocketAddress(Loopback.address(1), server.port()));
        try (BenchClient client =
                new BenchClient(
                        new ControlConnection(socket),
                        new VerbsEnds(),
                        server.port(),
                        Loopback.SOFTWARE,
                        true)) {
            return client.run(SHORT, new RunListener() {});
        }
    }

    /** Before anything of the run was made. */
    @ParameterizedTest
    @EnumSource
    void shouldServeTheNextOne(Thrown thrown) throws Exception {
        ServerListener listener =
                new ServerListener() {
                    @Override
                    public ServerListener forClient(String peer, int port) {
                        if (fails.getAndSet(false)) {
                            thrown.now();
                        }
                        return this;
                    }

                    @Override
                    public void onRefused(String peer, String why) {
                        refused.add(why);
                    }
                };
        try (BenchServer server = serve(listener)) {
            assertThatThrownBy(() -> run(server))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(thrown.words);
            assertThat(refused).singleElement().asString().contains(thrown.words);
            assertThat(run(server).failure()).isNull();
            assertThat(server.asking()).isZero();
        }
    }

    /** Amid the run. */
    @ParameterizedTest
    @EnumSource
    void shouldServeTheNextOneAfterARunThatFailed(Thrown thrown) throws Exception {
        ServerListener listener =
                new ServerListener() {
                    @Override
                    public void onStart(RunHead head) {
                        if (fails.getAndSet(false)) {
                            thrown.now();
                        }
                    }

                    @Override
                    public void onLeft() {
                        if (thrown == Thrown.OUT_OF_MEMORY) {
                            throw new OutOfMemoryError("again");
                        }
                    }
                };
        try (BenchServer server = serve(listener)) {
            Throwable told = null;
            try {
                told = new IOException(run(server).failure());
            } catch (IOException e) {
                told = e;
            }
            assertThat(told).hasMessageContaining(thrown.words);
            assertThat(run(server).failure()).isNull();
        }
    }
}
