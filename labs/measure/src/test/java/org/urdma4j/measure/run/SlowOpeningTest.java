package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.ControlException;
import org.urdma4j.measure.control.Handshake;
import org.urdma4j.measure.control.SignsOfLife;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.EndFacts;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.TrafficEnd;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.measure.verbs.VerbsEnds;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Ends that take longer to open than anybody may be silent; times are a twentieth of the real. */
@Timeout(60)
class SlowOpeningTest {
    private static final long SILENCE_NS = 1_000_000_000L;
    private static final long LINE_NS = 1_500_000_000L;
    private static final long LONG_MS = 2_500;
    private static final long HUNG_MS = 10_000;

    private static final Patience PATIENCE = patience(3_000_000_000L);

    private static final BenchServer.Limits LIMITS = limits(PATIENCE);

    private static Patience patience(long stuckNs) {
        var timing = new SignsOfLife.Timing(20_000_000L, stuckNs);
        return new Patience(SILENCE_NS, LINE_NS, SILENCE_NS, timing);
    }

    private static BenchServer.Limits limits(Patience patience) {
        return new BenchServer.Limits(LINE_NS, 60_000_000_000L, 1, patience);
    }

    private static final RunSpec SPEC =
            Specs.ofBytes(
                    Protocol.URDMA, Operation.WRITE, Direction.FORWARD, 65_536, 65_536, 1, false);

    private static TrafficEnds slow(long openMs, long connectMs) {
        return new SlowEnds(new VerbsEnds(), openMs, connectMs, true);
    }

    private static TrafficEnds hung(long openMs, long connectMs) {
        return new SlowEnds(new VerbsEnds(), openMs, connectMs, false);
    }

    private static BenchClient client(Socket socket, TrafficEnds ends, int port)
            throws IOException {
        return client(socket, ends, port, PATIENCE);
    }

    private static BenchClient client(Socket socket, TrafficEnds ends, int port, Patience patience)
            throws IOException {
        return new BenchClient(
                new ControlConnection(socket), ends, port, Loopback.SOFTWARE, true, patience);
    }

    @Test
    void shouldWaitForAServerThatOpensForLong() throws Exception {
        try (Loopback loopback = new Loopback(slow(LONG_MS, LONG_MS), false, LIMITS);
                BenchClient client =
                        client(loopback.socket(), new VerbsEnds(), loopback.server.port())) {
            assertThat(client.run(SPEC, new RunListener() {}).failure()).isNull();
        }
    }

    @Test
    void shouldWaitForAClientThatOpensForLongAlsoForItsNextRun() throws Exception {
        try (Loopback loopback = new Loopback(new VerbsEnds(), false, LIMITS);
                BenchClient client =
                        client(loopback.socket(), slow(LONG_MS, LONG_MS), loopback.server.port())) {
            assertThat(client.run(SPEC, new RunListener() {}).failure()).isNull();
            assertThat(client.run(SPEC, new RunListener() {}).failure()).isNull();

            assertThat(loopback.refused).isEmpty();
        }
    }

    @Test
    void shouldGiveUpAServerWhoseOpeningHangs() throws Exception {
        try (Loopback loopback = new Loopback(hung(HUNG_MS, 0), false, limits(patience(1)));
                BenchClient client =
                        client(loopback.socket(), new VerbsEnds(), loopback.server.port())) {
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> client.run(SPEC, new RunListener() {}))
                    .withMessage("the server is gone: nothing was heard for 1.0 s");
        }
    }

    @Test
    void shouldGiveUpAClientWhoseConnectingHangs() throws Exception {
        try (Loopback loopback = new Loopback(new VerbsEnds(), false, LIMITS);
                BenchClient client =
                        client(
                                loopback.socket(),
                                hung(0, HUNG_MS),
                                loopback.server.port(),
                                patience(1))) {
            Thread thread = Thread.ofPlatform().daemon().start(() -> ignoring(client));
            while (loopback.refused.isEmpty()) {
                Thread.onSpinWait();
            }

            assertThat(loopback.refused)
                    .containsExactly("the client is gone: nothing was heard for 1.0 s");
            client.interrupt("enough");
            thread.join();
        }
    }

    private static void ignoring(BenchClient client) {
        try {
            var _ = client.run(SPEC, new RunListener() {});
        } catch (IOException | InterruptedException _) {
            // it is to be interrupted
        }
    }

    @Test
    void shouldEndAnOpeningThatIsInterrupted() throws Exception {
        try (Loopback loopback = new Loopback(new VerbsEnds(), false, LIMITS);
                BenchClient client =
                        client(loopback.socket(), slow(60_000, 0), loopback.server.port())) {
            CompletableFuture<Void> ended =
                    CompletableFuture.runAsync(() -> ignoring(client), Thread::startVirtualThread);
            Thread.sleep(50);
            client.interrupt("enough");

            ended.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldTellWhatAServerSaidThatWentMeanwhile() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, Loopback.address(1));
                BenchClient client =
                        client(
                                new Socket(listening.getInetAddress(), listening.getLocalPort()),
                                slow(200, 0),
                                0)) {
            Socket accepted = listening.accept();
            accepted.setSoLinger(true, 0); // what the client sends is answered by a reset
            new ControlConnection(accepted).send(Handshake.error("no more today", "test"));
            Thread.sleep(50);
            accepted.close();

            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> client.run(SPEC, new RunListener() {}))
                    .withMessage("the server refused: no more today");
        }
    }

    /** One from before there were signs would take one for the answer. */
    @Test
    void shouldSendNoSignToAClientThatDoesNotKnowThem() throws Exception {
        long connectMs = SILENCE_NS / 2_000_000;
        try (Loopback loopback = new Loopback(slow(0, connectMs), false, LIMITS);
                Socket socket = loopback.socket()) {
            ControlConnection connection = new ControlConnection(socket);
            EndSetup setup =
                    new EndSetup(
                            SPEC,
                            Side.CLIENT,
                            connection.local(),
                            connection.remote(),
                            loopback.server.port());
            try (TrafficEnd end = new VerbsEnds().open(setup)) {
                ObjectNode request = (ObjectNode) Handshake.request(SPEC, end.offer(), "old");
                request.remove("signs");
                connection.send(request);

                JsonNode first = connection.receive(10_000);

                assertThat(first.path("event").asString("")).isEqualTo("ready");
            }
        }
    }

    /** One from before there were signs would take one for something else than the start. */
    @Test
    void shouldSendNoSignToAServerThatDoesNotKnowThem() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, Loopback.address(1));
                TrafficEnd end = opened(listening.getLocalPort())) {
            CompletableFuture<String> next =
                    CompletableFuture.supplyAsync(
                            () -> afterAnswer(listening, end), Thread::startVirtualThread);
            Socket socket = new Socket(listening.getInetAddress(), listening.getLocalPort());
            TrafficEnds ends = slow(0, SILENCE_NS / 2_000_000);
            try (BenchClient client = client(socket, ends, 0)) {
                ignoring(client); // this server has no connection manager
            }

            assertThat(next.get(20, TimeUnit.SECONDS)).isEqualTo("null");
        }
    }

    private static TrafficEnd opened(int port) throws Exception {
        return new VerbsEnds()
                .open(
                        new EndSetup(
                                SPEC, Side.SERVER, Loopback.address(1), Loopback.address(1), port));
    }

    /** Answers as an old server, and returns the event that follows: null when it is closed. */
    private static String afterAnswer(ServerSocket listening, TrafficEnd end) {
        try (Socket accepted = listening.accept()) {
            ControlConnection connection = new ControlConnection(accepted);
            var _ = connection.receive(10_000);
            EndFacts facts = new EndFacts(1, 1, 1, Set.of());
            ObjectNode answer = (ObjectNode) Handshake.answer(end.offer(), facts, "old");
            answer.remove("signs");
            connection.send(answer);
            JsonNode next = connection.receive(10_000);
            return next == null ? "null" : next.path("event").asString("");
        } catch (IOException e) {
            return e.toString();
        }
    }
}
