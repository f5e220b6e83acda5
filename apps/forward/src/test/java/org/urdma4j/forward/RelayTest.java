package org.urdma4j.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.forward.exit.ExitOptions;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes and ends of TCP connections, as both programs see them. */
@Timeout(120)
class RelayTest {
    private Ends ends;
    private ServerSocket target;
    private InetSocketAddress entry;

    @BeforeEach
    void open() throws IOException {
        Duration idle = Duration.ofSeconds(1);
        Duration sign = Duration.ofSeconds(2);
        ends = new Ends(ExitOptions.DEFAULT.allowed(Ends.LOOPBACK), idle, sign);
        target = new ServerSocket(0, 1024, InetAddress.ofLiteral("127.0.0.1"));
        target.setSoTimeout(30_000);
        entry = ends.enter(target.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        ends.close();
        target.close();
    }

    private Socket accept() throws IOException {
        Socket socket = target.accept();
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    /** Writes in pieces of any length, and ends the stream. */
    private static FutureTask<Void> send(Socket to, byte[] bytes, long seed) {
        return start(() -> {
            Random random = new Random(seed);
            OutputStream out = to.getOutputStream();
            for (int at = 0; at < bytes.length; ) {
                int most = random.nextBoolean() ? 10 : 100_000;
                int n = Math.min(bytes.length - at, random.nextInt(1, most));
                out.write(bytes, at, n);
                at += n;
            }
            to.shutdownOutput();
            return null;
        });
    }

    private static byte[] random(Random random, int most) {
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void shouldCarryBothWaysWhateverEndsFirst() throws Exception {
        long seed = Nightly.ON ? System.nanoTime() : 1;
        Random random = new Random(seed);
        for (int i = 0; i < Nightly.times(12, 500); i++) {
            try (Socket one = Ends.connect(entry);
                    Socket other = accept()) {
                byte[] there = random(random, random.nextBoolean() ? 1_500_000 : 5);
                byte[] back = random(random, random.nextBoolean() ? 1_500_000 : 5);
                FutureTask<Void> sending = send(one, there, random.nextLong());
                FutureTask<byte[]> got = start(() -> other.getInputStream().readAllBytes());
                if (random.nextBoolean()) { // the answer only after the question's end
                    assertThat(got.get()).as("seed %d", seed).isEqualTo(there);
                }
                FutureTask<Void> answering = send(other, back, random.nextLong());
                assertThat(one.getInputStream().readAllBytes()).as("seed %d", seed).isEqualTo(back);
                assertThat(got.get()).as("seed %d", seed).isEqualTo(there);
                sending.get();
                answering.get();
                assertThat(ends.atEntry.take())
                        .isEqualTo("ended %d %d null".formatted(there.length, back.length));
                assertThat(ends.atExit.take())
                        .isEqualTo("ended %d %d null".formatted(back.length, there.length));
            }
        }
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static void expectReset(Socket socket) {
        assertThatThrownBy(
                        () -> {
                            InputStream in = socket.getInputStream();
                            assertThat(in.readAllBytes()).isNull(); // an end of stream is wrong
                        })
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void shouldPassAResetOn() throws Exception {
        try (Socket one = Ends.connect(entry);
                Socket other = accept()) {
            one.getOutputStream().write(1);
            assertThat(other.getInputStream().read()).isEqualTo(1);
            reset(one);
            expectReset(other);
        }
        try (Socket one = Ends.connect(entry);
                Socket other = accept()) {
            other.getOutputStream().write(1);
            assertThat(one.getInputStream().read()).isEqualTo(1);
            reset(other);
            expectReset(one);
        }
    }

    /**
     * Of bytes that TCP has acknowledged some may be lost, and then there is no end of stream.
     * Nothing is left of these streams, and when the path is back there are others.
     */
    @Test
    void shouldResetBothSidesWhenThePathDies() throws Exception {
        Counts before = Counts.of(ends);
        List<Socket> ones = new ArrayList<>();
        List<Socket> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ones.add(Ends.connect(entry));
            others.add(accept());
            ones.get(i).getOutputStream().write(1);
            assertThat(others.get(i).getInputStream().read()).isEqualTo(1);
        }
        ends.cut = true;
        ones.get(0).getOutputStream().write(new byte[100_000]);
        ones.get(1).getOutputStream().write(new byte[100_000]);
        ones.get(1).shutdownOutput();
        others.get(2).getOutputStream().write(new byte[100_000]);
        others.get(2).shutdownOutput();
        for (int i = 0; i < 4; i++) {
            expectReset(ones.get(i));
            expectReset(others.get(i));
            ones.get(i).close();
            others.get(i).close();
        }
        awaitNone();
        while (!Counts.of(ends).isLike(before)) { // the entry may be connecting what it keeps
            Thread.sleep(5);
        }
        ends.cut = false;
        try (Socket one = Ends.connect(entry);
                Socket other = accept()) {
            one.getOutputStream().write(2);
            assertThat(other.getInputStream().read()).isEqualTo(2);
        }
    }

    /** Nobody reads or writes where the program has got an end and says nothing. */
    @Test
    void shouldResetWhoIsSilentAfterAnEnd() throws Exception {
        for (boolean dead : new boolean[] {true, false}) {
            Socket asking = Ends.connect(entry);
            Socket silent = accept();
            asking.shutdownOutput();
            assertThat(silent.getInputStream().read()).isNegative();
            Socket waiting = Ends.connect(entry);
            Socket ended = accept();
            ended.shutdownOutput();
            assertThat(waiting.getInputStream().read()).isNegative();
            if (dead) {
                ends.cut = true;
            } else {
                ends.exit.close();
            }
            expectReset(asking);
            expectReset(ended);
            for (int i = 0; i < 2; i++) { // each was told that, too, at its lines
                Ends.await(ends.atEntry, "ended 0 0 ");
                Ends.await(ends.atExit, "ended 0 0 ");
            }
            for (Socket each : List.of(silent, waiting)) {
                assertThatThrownBy(
                                () -> {
                                    while (true) {
                                        each.getOutputStream().write(1);
                                    }
                                })
                        .isInstanceOf(SocketException.class);
            }
            for (Socket each : List.of(asking, silent, waiting, ended)) {
                each.close();
            }
            ends.cut = false;
        }
    }

    @Test
    void shouldResetWhenEitherEndIsClosed() throws Exception {
        try (Socket one = Ends.connect(entry);
                Socket other = accept()) {
            one.getOutputStream().write(new byte[] {1});
            assertThat(other.getInputStream().read()).isEqualTo(1);
            ends.exit.close();
            expectReset(one);
            expectReset(other);
        }
    }

    /** A program that never reads holds up the other, and nothing between them grows. */
    @Test
    void shouldHoldUpWhoSendsToAProgramThatNeverReads() throws Exception {
        try (Socket one = Ends.connect(entry);
                Socket other = accept()) {
            one.setSendBufferSize(1 << 16);
            other.setReceiveBufferSize(1 << 16);
            AtomicLong counted = new AtomicLong();
            FutureTask<Void> sending =
                    start(() -> {
                        byte[] piece = new byte[1 << 16];
                        while (counted.get() < 200_000_000) {
                            one.getOutputStream().write(piece);
                            counted.addAndGet(piece.length);
                        }
                        return null;
                    });
            long before = -1;
            while (counted.get() == 0 || before != counted.get()) {
                before = counted.get();
                Thread.sleep(300);
            }
            assertThat(before).isLessThan(30_000_000);
            reset(other);
            assertThatThrownBy(sending::get).hasCauseInstanceOf(SocketException.class);
        }
    }

    @Test
    void shouldLeaveNothingOfStreamsThatCameAndWent() throws Exception {
        FutureTask<Void> serving =
                start(() -> {
                    while (true) {
                        Socket socket = target.accept();
                        Thread.ofVirtual()
                                .start(() -> {
                                    try (socket) {
                                        socket.getInputStream()
                                                .transferTo(socket.getOutputStream());
                                    } catch (IOException _) {
                                        // reset
                                    }
                                });
                    }
                });
        use(10, 1);
        awaitNone();
        Counts before = Counts.of(ends);
        use(Nightly.times(300, 10_000), 1);
        use(Nightly.times(300, 10_000), 40); // at a time, one after the other in each
        awaitNone();
        Counts after = Counts.of(ends);
        assertThat(after.near()).isEqualTo(before.near());
        assertThat(after.far()).isEqualTo(before.far());
        assertThat(after.regions()).isEqualTo(before.regions());
        assertThat(after.queuePairs()).isEqualTo(before.queuePairs());
        assertThat(after.descriptors()).isLessThan(before.descriptors() + 20); // of 600 streams
        assertThat(after.threads()).isLessThan(before.threads() + 20);
        assertThat(serving.isDone()).isFalse();
    }

    private void use(int times, int atATime) throws Exception {
        List<FutureTask<Void>> users = new ArrayList<>();
        for (int i = 0; i < atATime; i++) {
            Random random = new Random(i);
            users.add(
                    start(() -> {
                        use(times / atATime, random);
                        return null;
                    }));
        }
        for (FutureTask<Void> each : users) {
            each.get();
        }
    }

    private void use(int times, Random random) throws IOException {
        for (int i = 0; i < times; i++) {
            try (Socket one = Ends.connect(entry)) {
                switch (random.nextInt(4)) {
                    case 0 -> reset(one);
                    case 1 -> one.getOutputStream().write(new byte[1000]);
                    case 2 -> {
                        one.getOutputStream().write(new byte[] {1, 2, 3});
                        one.shutdownOutput();
                        assertThat(one.getInputStream().readAllBytes()).containsExactly(1, 2, 3);
                    }
                    default -> {
                        // closed at once
                    }
                }
            }
        }
    }

    private void awaitNone() throws InterruptedException {
        while (ends.streams() > 0 || ends.exit.streams() > 0 || ends.far.connections().ids() > 1) {
            Thread.sleep(5);
        }
    }
}
