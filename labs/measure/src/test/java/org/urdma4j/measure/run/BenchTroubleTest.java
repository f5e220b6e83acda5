package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.ControlException;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.measure.verbs.VerbsEnds;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.InboundStage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

@Timeout(60)
class BenchTroubleTest {
    private static final RunSpec LONG =
            Specs.ofTime(60_000_000_000L, 0, 50_000_000, Direction.FORWARD);
    private static final RunSpec SHORT =
            Specs.ofBytes(
                    Protocol.URDMA, Operation.WRITE, Direction.FORWARD, 65_536, 65_536, 1, false);

    /** Longer than any packet without data, shorter than full ones before the path MTU is known. */
    private static final int DATA = 1000;

    /** Does to every packet what a test wants: false drops it. */
    private static final class Stage implements InboundStage {
        /** What is done to a packet. */
        interface Fate {
            boolean pass(ByteBuf packet);
        }

        private final Queue<Object[]> held = new ArrayDeque<>();
        private final Fate fate;

        Stage(Fate fate) {
            this.fate = fate;
        }

        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            if (fate.pass(packet)) {
                held.add(new Object[] {packet, source});
            } else {
                packet.release();
            }
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            while (!held.isEmpty()) {
                Object[] next = held.remove();
                delivery.deliver((ByteBuf) next[0], next[1]);
            }
            return NEVER;
        }

        @Override
        public void close() {
            held.forEach(pair -> ((ByteBuf) pair[0]).release());
        }
    }

    private static TrafficEnds through(Stage.Fate fate, IcrcMode icrc) {
        return new VerbsEnds(
                config -> config.toBuilder().icrc(icrc).inbound(new Stage(fate)).build());
    }

    /** Calls back at the first interval of a run. */
    private static RunListener atFirstInterval(Runnable action) {
        return new RunListener() {
            @Override
            public void onInterval(RunRecord record, int index) {
                if (index == 1) {
                    action.run();
                }
            }
        };
    }

    private static boolean damage(ByteBuf packet) {
        int last = packet.writerIndex() - 5; // before the ICRC: a byte of payload
        if (packet.readableBytes() > DATA) {
            packet.setByte(last, packet.getByte(last) ^ 1);
        }
        return true;
    }

    @Test
    void shouldCountWhatDoesNotComeToAGroup() throws Exception {
        AtomicInteger packets = new AtomicInteger();
        RunSpec spec =
                new RunSpec(
                        Protocol.STANDARD,
                        Service.UD,
                        Operation.SEND,
                        Direction.FORWARD,
                        new Load(100, 256, 1, 0, 20_000, 0, 0, false, false, 7),
                        Specs.tuning(18, 7),
                        "239.7.1.1");

        try (Loopback loopback =
                new Loopback(
                        through(_ -> packets.incrementAndGet() % 10 != 5, IcrcMode.STANDARD),
                        false)) {
            RunRecord record = loopback.run(spec);

            assertThat(record.failure()).isNull();
            FlowInterval flow = FlowInterval.total(record, false);
            assertThat(flow.operations()).isEqualTo(200);
            assertThat(flow.receivedBytes()).isEqualTo(18_000);
            assertThat(flow.lost()).isEqualTo(20);
            assertThat(flow.arrivals().packets()).isEqualTo(180);
            assertThat(flow.arrivals().isJudged()).as("one clock").isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            names = {"WRITE", "SEND", "WRITE_IMM"})
    void shouldNoticeAByteThatWasDamagedOnTheWay(Operation operation) throws Exception {
        RunSpec spec =
                Specs.ofBytes(
                        Protocol.URDMA, operation, Direction.FORWARD, 300_000, 65_536, 1, true);
        TrafficEnds sender = new VerbsEnds(config -> config.toBuilder().icrc(IcrcMode.OFF).build());

        try (Loopback loopback =
                        new Loopback(through(BenchTroubleTest::damage, IcrcMode.OFF), false);
                BenchClient client = loopback.client(sender)) {
            RunRecord record = client.run(spec, new RunListener() {});

            assertThat(record.failure())
                    .matches(
                            "the server: verification failed: byte \\d+ of message \\d+ of stream"
                                    + " 1 is wrong");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"URDMA", "STANDARD"})
    void shouldSayWhenNoDataGetsThrough(Protocol protocol) throws Exception {
        RunSpec blocked =
                new RunSpec(
                        protocol,
                        Operation.WRITE,
                        Direction.FORWARD,
                        LONG.load(),
                        Specs.tuning(12, 3)); // 4.096 us times 2^12: 16.8 ms
        try (Loopback loopback =
                        new Loopback(
                                through(BenchTroubleTest::isDatagram, IcrcMode.STANDARD), false);
                BenchClient client = loopback.client()) {
            RunRecord record = client.run(blocked, new RunListener() {});

            assertThat(record.failure())
                    .isEqualTo(
                            "no answer from 127.0.0.1:%d after 3 tries of 17 ms; nothing was"
                                            .formatted(loopback.server.port())
                                    + " acknowledged; small packets pass, so the path may carry less"
                                    + " than the interfaces at its ends: try --mtu 1024; if that"
                                    + " doesn't help, is UDP %d open both ways?"
                                            .formatted(loopback.server.port()));
        }
    }

    /** Of the connection manager: connections come about, and nothing goes over them. */
    private static boolean isDatagram(ByteBuf packet) {
        return packet.readableBytes() == GsiPacket.LENGTH + Integer.BYTES;
    }

    @Test
    void shouldSayWhenNoConnectionComesAbout() throws Exception {
        RunSpec blocked =
                new RunSpec(
                        Protocol.URDMA,
                        Operation.WRITE,
                        Direction.FORWARD,
                        LONG.load(),
                        Specs.tuning(12, 0));
        try (Loopback loopback = new Loopback(through(packet -> false, IcrcMode.STANDARD), false);
                BenchClient client = loopback.client()) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> client.run(blocked, new RunListener() {}))
                    .withMessage(
                            ("no connection with 127.0.0.1:%d: its connection manager doesn't"
                                            + " answer; is the UDP port open both ways? --control"
                                            + " tcp does without")
                                    .formatted(loopback.server.port()));
        }
    }

    @Test
    void shouldSayWhatWasAcknowledgedLastWhenThePathBreaks() throws Exception {
        RunSpec spec =
                new RunSpec(
                        Protocol.STANDARD,
                        Operation.WRITE,
                        Direction.FORWARD,
                        LONG.load(),
                        Specs.tuning(12, 3));
        boolean[] broken = {false};
        try (Loopback loopback =
                        new Loopback(through(packet -> !broken[0], IcrcMode.STANDARD), false);
                BenchClient client = loopback.client()) {
            RunRecord record = client.run(spec, atFirstInterval(() -> broken[0] = true));

            assertThat(record.failure())
                    .contains("after 3 tries of 17 ms; last acknowledged PSN 0x");
            assertThat(FlowInterval.total(record, false).receivedBytes()).isPositive();
        }
    }

    @Test
    void shouldEndWithWhatWasMeasuredWhenTheServerGoes() throws Exception {
        try (Loopback loopback = new Loopback(false);
                BenchClient client = loopback.client()) {
            RunRecord record = client.run(LONG, atFirstInterval(loopback::close));

            assertThat(record.failure()).startsWith("the server ");
            assertThat(record.failure().lines()).hasSize(1);
            assertThat(record.measured()).isTrue();
        }
    }

    @Test
    void shouldFailWhenNothingWasMoved() throws Exception {
        TrafficEnds narrow = through(packet -> packet.readableBytes() < 1000, IcrcMode.STANDARD);
        try (Loopback loopback = new Loopback(narrow, false);
                BenchClient client = loopback.client()) {
            RunSpec urdma = Specs.ofTime(1_000_000_000, 0, 0, Direction.FORWARD);
            RunSpec standard =
                    new RunSpec(
                            Protocol.STANDARD,
                            urdma.operation(),
                            urdma.direction(),
                            urdma.load(),
                            urdma.tuning());
            RunRecord record = client.run(standard, new RunListener() {});

            assertThat(record.failure())
                    .matches(
                            "no byte was moved in 1\\.\\d s: \\d+ packets left and \\d+ came, with"
                                    + " payload \\d+; the small ones of the connection manager"
                                    + " pass: .* Try --mtu 1024");
        }
    }

    @Test
    void shouldEndWithWhatWasMeasuredWhenInterrupted() throws Exception {
        try (Loopback loopback = new Loopback(false);
                BenchClient client = loopback.client()) {
            RunRecord record = client.run(LONG, atFirstInterval(() -> client.interrupt("enough")));

            assertThat(record.failure()).isEqualTo("enough");
            assertThat(record.measured()).isTrue();
            assertThat(record.local().getLast().last()).isTrue();
            assertThat(record.local().getLast().timeNs()).isLessThan(60_000_000_000L);
        }
    }

    @Test
    void shouldServeTheNextClientWhenOneDies() throws Exception {
        try (Loopback loopback = new Loopback(false)) {
            BenchClient client = loopback.client();
            RunRecord died = client.run(LONG, atFirstInterval(client::close));
            assertThat(died.failure()).isNotNull();

            assertThat(loopback.run(SHORT).failure()).isNull();
            assertThat(loopback.served).extracting(RunRecord::failure).hasSize(2);
            assertThat(loopback.served.getFirst().failure()).startsWith("the client ");
        }
    }

    @Test
    void shouldTellASecondClientThatTheServerIsBusy() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        var one = new BenchServer.Limits(30_000_000_000L, 60_000_000_000L, 1);
        try (Loopback loopback = new Loopback(new VerbsEnds(), false, one);
                BenchClient first = loopback.client();
                BenchClient second = loopback.client("127.0.0.3")) {
            Thread thread =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    var _ = first.run(LONG, atFirstInterval(running::countDown));
                                } catch (IOException | InterruptedException _) {
                                    running.countDown();
                                }
                            });
            running.await();

            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> second.run(SHORT, new RunListener() {}))
                    .withMessageContaining(
                            "the server is busy with a run for 127.0.0.2; try later");
            first.interrupt("enough");
            thread.join();
        }
    }

    @Test
    void shouldTellAClientOfAnotherVersion() throws Exception {
        try (Loopback loopback = new Loopback(false)) {
            String line =
                    "{\"bench\":\"urdma-bench\",\"version\":7,\"software\":\"9.9\",\"event\":\"run\"}";

            assertThat(ask(loopback, line))
                    .contains("version mismatch: the client (urdma4j 9.9) speaks version 7")
                    .contains("this server version 1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1",
                "",
                "[1]",
                "{}",
                "{\"bench\":\"urdma-bench\",\"version\":1}",
                "{\"bench\":\"urdma-bench\",\"version\":1,\"event\":\"run\",\"offer\":{},\"spec\":{}}"
            })
    void shouldAnswerGarbageInOneLineAndGoOn(String line) throws Exception {
        try (Loopback loopback = new Loopback(false)) {
            assertThat(ask(loopback, line)).contains("\"event\":\"error\"");

            assertThat(loopback.run(SHORT).failure()).isNull();
            assertThat(loopback.refused).hasSize(1);
        }
    }

    @Test
    void shouldRefuseARunThatNeedsTooMuchMemory() throws Exception {
        RunSpec huge =
                Specs.ofBytes(
                        Protocol.URDMA, Operation.WRITE, Direction.FORWARD, 1, 1 << 30, 16, false);
        try (Loopback loopback = new Loopback(false);
                BenchClient client = loopback.client()) {
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> client.run(huge, new RunListener() {}))
                    .withMessageContaining("use a smaller --size");
        }
    }

    @Test
    void shouldTakeABoundedNumberOfConnections() throws Exception {
        try (Loopback loopback = new Loopback(false)) {
            List<Socket> idle = new ArrayList<>();
            for (int i = 0; i < BenchServer.MOST_CONNECTIONS; i++) {
                idle.add(loopback.socket("127.1.%d.1".formatted(i / 16)));
                idle.getLast().getOutputStream().write('{');
            }
            while (loopback.server.asking() < BenchServer.MOST_CONNECTIONS) {
                Thread.onSpinWait();
            }
            try (Socket oneMore = loopback.socket("127.1.0.1")) {
                oneMore.getOutputStream().write('{');
                assertThat(oneMore.getInputStream().read()).as("closed").isEqualTo(-1);
            }
            // Another one gets in, once those have had their second.
            while (ask(loopback, "{}") == null) {
                Thread.onSpinWait();
            }
            assertThat(loopback.run(SHORT).failure()).isNull();
            assertThat(loopback.server.asking()).isLessThan(BenchServer.MOST_CONNECTIONS);
            for (Socket socket : idle) {
                socket.close();
            }
            while (ask(loopback, "{}") == null) {
                // until the server has noticed that they are closed
                Thread.onSpinWait();
            }
            assertThat(loopback.run(SHORT).failure()).isNull();
        }
    }

    @Test
    void shouldPrintALineAboutStrangersEachSecond() throws Exception {
        try (Loopback loopback = new Loopback(false)) {
            long start = System.nanoTime();
            for (int i = 0; i < 100; i++) {
                assertThat(ask(loopback, "nonsense " + i)).isNotNull();
            }
            while (loopback.server.turnedAway() < 100) {
                Thread.onSpinWait();
            }
            long seconds = (System.nanoTime() - start) / 1_000_000_000;
            assertThat(loopback.refused).hasSizeLessThanOrEqualTo((int) seconds + 1);
        }
    }

    @Test
    void shouldNotWaitForAClientThatOnlySaysThatItIsAlive() throws Exception {
        var limits = new BenchServer.Limits(400_000_000L, 60_000_000_000L, 1);
        try (Loopback loopback = new Loopback(new VerbsEnds(), false, limits);
                Socket socket = loopback.socket()) {
            ControlConnection connection = new ControlConnection(socket);
            BenchClient holder =
                    new BenchClient(
                            connection, new VerbsEnds(), loopback.server.port(), "holder", true);
            assertThat(holder.run(SHORT, new RunListener() {}).failure()).isNull();
            Thread alive = Thread.ofPlatform().daemon().start(() -> sayAlive(connection));

            assertThat(loopback.run(SHORT).failure()).isNull();
            alive.join();
        }
    }

    /** Until the server closes the connection. */
    private static void sayAlive(ControlConnection connection) {
        try {
            while (true) {
                connection.send(ControlConnection.message().put("event", "alive"));
                LockSupport.parkNanos(20_000_000);
            }
        } catch (IOException _) {
            // the server has had enough of it
        }
    }

    @Test
    void shouldEndARunInWhichNothingMoves() throws Exception {
        AtomicBoolean dead = new AtomicBoolean();
        var limits = new BenchServer.Limits(30_000_000_000L, 1_000_000_000L, 1);
        TrafficEnds ends = through(packet -> !dead.get(), IcrcMode.STANDARD);
        try (Loopback loopback = new Loopback(ends, false, limits);
                BenchClient client = loopback.client()) {
            RunRecord record = client.run(LONG, atFirstInterval(() -> dead.set(true)));

            assertThat(record.failure()).contains("nothing moved for 1 s");
        }
    }

    /** A byte now and then is no line. */
    @Test
    void shouldWaitForAWholeLineAndNotForEachByte() throws Exception {
        var limits = new BenchServer.Limits(500_000_000L, 60_000_000_000L, 1);
        try (Loopback loopback = new Loopback(new VerbsEnds(), false, limits);
                Socket socket = loopback.socket()) {
            Thread slow = Thread.ofPlatform().daemon().start(() -> drip(socket));
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));

            assertThat(in.readLine()).contains("a line did not end for 0.5 s");
            slow.join();
        }
    }

    private static void drip(Socket socket) {
        try {
            while (true) {
                socket.getOutputStream().write(' ');
                LockSupport.parkNanos(20_000_000);
            }
        } catch (IOException _) {
            // the server has had enough of it
        }
    }

    /** Sends one line, and returns the one that comes back before the connection is closed. */
    private static String ask(Loopback loopback, String line) throws IOException {
        try (Socket socket = loopback.socket()) {
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String answer = in.readLine();
            assertThat(in.readLine()).isNull();
            return answer;
        }
    }
}
