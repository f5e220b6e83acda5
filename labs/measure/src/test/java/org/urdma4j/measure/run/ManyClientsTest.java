package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.Sample;
import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.measure.verbs.VerbsEnds;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Several clients at a time on one server, whose device they share. */
@Timeout(120)
class ManyClientsTest {
    private static final RunSpec LONG =
            Specs.ofTime(60_000_000_000L, 0, 100_000_000, Direction.FORWARD);

    private static BenchClient client(Loopback loopback, int address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(Loopback.address(address), 0));
        socket.connect(new InetSocketAddress(Loopback.address(1), loopback.server.port()));
        return new BenchClient(
                new ControlConnection(socket),
                new VerbsEnds(),
                loopback.server.port(),
                Loopback.SOFTWARE,
                true);
    }

    private static RunSpec bytes(Protocol protocol, Operation operation, Direction direction) {
        return Specs.ofBytes(protocol, operation, direction, 3_000_000, 65_536, 2, true);
    }

    /** Runs it, and waits for the others before the traffic begins and after it has. */
    private static CompletableFuture<RunRecord> run(
            Loopback loopback, int address, RunSpec spec, CyclicBarrier together) {
        return CompletableFuture.supplyAsync(
                () -> {
                    RunListener meet =
                            new RunListener() {
                                @Override
                                public void onStart(RunHead head) {
                                    try {
                                        together.await();
                                    } catch (InterruptedException | BrokenBarrierException e) {
                                        throw new IllegalStateException(e);
                                    }
                                }
                            };
                    try (BenchClient client = client(loopback, address)) {
                        return client.run(spec, meet);
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private static StreamTally sum(Sample sample) {
        return sample.tally().sum();
    }

    @Test
    void shouldServeThemBesideEachOther() throws Exception {
        List<RunSpec> specs =
                List.of(
                        bytes(Protocol.URDMA, Operation.WRITE, Direction.FORWARD),
                        bytes(Protocol.URDMA, Operation.READ, Direction.REVERSE),
                        bytes(Protocol.STANDARD, Operation.SEND, Direction.BOTH),
                        Specs.ofBytes(
                                Protocol.TCP,
                                Operation.WRITE,
                                Direction.FORWARD,
                                3_000_000,
                                65_536,
                                2,
                                false));
        CyclicBarrier together = new CyclicBarrier(specs.size());
        try (Loopback loopback = new Loopback(false)) {
            List<CompletableFuture<RunRecord>> runs = new ArrayList<>();
            for (int i = 0; i < specs.size(); i++) {
                runs.add(run(loopback, 2 + i, specs.get(i), together));
            }
            for (CompletableFuture<RunRecord> run : runs) {
                assertThat(run.get().failure()).isNull();
            }
        }
    }

    /** What a server tells of a run is that run's, whatever the others do on its device. */
    @Test
    void shouldCountEachByItself() throws Exception {
        RunSpec little =
                Specs.ofBytes(
                        Protocol.URDMA,
                        Operation.WRITE,
                        Direction.FORWARD,
                        1 << 20,
                        65_536,
                        1,
                        true);
        RunSpec much =
                Specs.ofBytes(
                        Protocol.URDMA,
                        Operation.WRITE,
                        Direction.FORWARD,
                        32 << 20,
                        65_536,
                        1,
                        true);
        CyclicBarrier together = new CyclicBarrier(2);
        try (Loopback loopback = new Loopback(false)) {
            var first = run(loopback, 2, little, together);
            var second = run(loopback, 3, much, together);
            Sample ofLittle = first.get().remote().getLast();
            Sample ofMuch = second.get().remote().getLast();

            assertThat(sum(ofLittle).received()).isEqualTo(1 << 20);
            assertThat(sum(ofMuch).received()).isEqualTo(32 << 20);
            long packets = ofLittle.tally().wire().received();
            assertThat(ofMuch.tally().wire().received()).isGreaterThan(8 * packets);
            assertThat(packets).isBetween(16L, 5_000L);
        }
    }

    @Test
    void shouldNotMindThatOneOfThemDies() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        try (Loopback loopback = new Loopback(false);
                BenchClient lasting = client(loopback, 2)) {
            BenchClient dying = client(loopback, 3);
            CompletableFuture<RunRecord> whole =
                    CompletableFuture.supplyAsync(() -> {
                        try {
                            return lasting.run(
                                    LONG,
                                    new RunListener() {
                                        @Override
                                        public void onInterval(RunRecord r, int index) {
                                            running.countDown();
                                        }
                                    });
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            running.await();
            RunRecord died =
                    dying.run(
                            LONG,
                            new RunListener() {
                                @Override
                                public void onInterval(RunRecord r, int index) {
                                    dying.close();
                                }
                            });
            assertThat(died.failure()).isNotNull();
            while (loopback.served.isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            lasting.interrupt("enough");
            assertThat(whole.get().failure()).isEqualTo("enough");
            assertThat(whole.get().remote().getLast().last()).isTrue();
        }
    }

    /** They would have to be known apart by what they ask of the device. */
    @Test
    void shouldRefuseOneThatNeedsAnotherDevice() throws Exception {
        Tuning marked = new Tuning(0, "rrcc", 0, 0, "off", 18, 7, 10, 0, "", 4 << 20, Control.CM);
        CountDownLatch running = new CountDownLatch(1);
        try (Loopback loopback = new Loopback(false);
                BenchClient first = client(loopback, 2)) {
            CompletableFuture<RunRecord> whole =
                    CompletableFuture.supplyAsync(() -> {
                        try {
                            return first.run(
                                    LONG,
                                    new RunListener() {
                                        @Override
                                        public void onStart(RunHead head) {
                                            running.countDown();
                                        }
                                    });
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            running.await();
            String why;
            try (BenchClient second = client(loopback, 3)) {
                why =
                        second.run(
                                        Specs.ofTime(1_000_000, 0, 0, Direction.FORWARD, marked),
                                        new RunListener() {})
                                .failure();
            } catch (IOException e) {
                why = e.getMessage();
            }
            assertThat(why).contains("another run uses 127.0.0.1 with other options (--dscp");
            first.interrupt("enough");
            assertThat(whole.get().failure()).isEqualTo("enough");
        }
    }
}
