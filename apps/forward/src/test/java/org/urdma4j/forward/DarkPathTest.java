package org.urdma4j.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.forward.entry.KeptChannels;
import org.urdma4j.forward.exit.ExitOptions;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A path that is dead for a while, and back before either end believes that for good. */
@Timeout(180)
class DarkPathTest {
    private static final Duration DARK = Duration.ofSeconds(Nightly.times(2, 10));

    /** Three times that is how long a peer may be silent: no machine is so slow. */
    private static final Duration SIGN = Duration.ofSeconds(30);

    private Ends ends;
    private ServerSocket target;
    private InetSocketAddress entry;
    private volatile boolean back;

    @BeforeEach
    void open() throws IOException {
        ends = new Ends(ExitOptions.DEFAULT.allowed(Ends.LOOPBACK), KeptChannels.IDLE, SIGN);
        target = new ServerSocket(0, 1024, InetAddress.ofLiteral("127.0.0.1"));
        target.setSoTimeout(120_000);
        entry = ends.enter(target.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        ends.close();
        target.close();
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static byte at(long position) {
        return (byte) (position ^ position >>> 8 ^ position >>> 16);
    }

    /** Writes until some time after the path is back, ends the stream, and returns its length. */
    private FutureTask<Long> send(Socket to) {
        return start(() -> {
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[10_000];
            long sent = 0;
            boolean last = false;
            while (!last) {
                last = back;
                for (int i = 0; i < piece.length; i++) {
                    piece[i] = at(sent + i);
                }
                out.write(piece);
                sent += piece.length;
                Thread.sleep(1);
            }
            to.shutdownOutput();
            return sent;
        });
    }

    /** Reads to the end of the stream, in which each byte has to be the one that was written. */
    private static FutureTask<Long> receive(Socket from) {
        return start(() -> {
            InputStream in = from.getInputStream();
            byte[] piece = new byte[1 << 16];
            long got = 0;
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                for (int i = 0; i < n; i++) {
                    if (piece[i] != at(got + i)) {
                        throw new AssertionError("another byte at %d".formatted(got + i));
                    }
                }
                got += n;
            }
            return got;
        });
    }

    /** A program's connection, and the one to the target. */
    private record Stream(Socket one, Socket other) implements AutoCloseable {
        void exchange() throws IOException {
            one.getOutputStream().write(1);
            assertThat(other.getInputStream().read()).isEqualTo(1);
            other.getOutputStream().write(2);
            assertThat(one.getInputStream().read()).isEqualTo(2);
        }

        @Override
        public void close() throws IOException {
            one.close();
            other.close();
        }
    }

    private Stream open(int first) throws IOException {
        Socket one = Ends.connect(entry);
        one.setSoTimeout(120_000);
        one.getOutputStream().write(first);
        Socket other = target.accept();
        other.setSoTimeout(120_000);
        assertThat(other.getInputStream().read()).isEqualTo(first);
        return new Stream(one, other);
    }

    @Test
    void shouldLoseNothing() throws Exception {
        try (Stream there = open(1);
                Stream both = open(2);
                Stream silent = open(3);
                Stream half = open(4);
                Stream ending = open(5)) {
            half.one().shutdownOutput();
            assertThat(half.other().getInputStream().read()).isNegative();
            FutureTask<Long> sent = send(there.one());
            FutureTask<Long> sentBoth = send(both.one());
            FutureTask<Long> answered = send(both.other());
            FutureTask<Long> got = receive(there.other());
            FutureTask<Long> gotBoth = receive(both.other());
            FutureTask<Long> gotAnswer = receive(both.one());
            while (ends.kept.kept() == 0) {
                Thread.sleep(5);
            }
            ends.cut = true;
            ending.one().getOutputStream().write(new byte[1000]);
            ending.one().shutdownOutput(); // acknowledged by the entry, and not sent before
            try (Socket late = Ends.connect(entry)) {
                late.getOutputStream().write(6);
                Thread.sleep(DARK);
                ends.cut = false;
                back = true;
                try (Socket other = target.accept()) {
                    assertThat(other.getInputStream().read()).isEqualTo(6);
                }
            }
            assertThat(ending.other().getInputStream().readAllBytes()).hasSize(1000);
            assertThat(got.get()).isEqualTo(sent.get());
            assertThat(gotBoth.get()).isEqualTo(sentBoth.get());
            assertThat(gotAnswer.get()).isEqualTo(answered.get());
            silent.exchange();
            half.other().getOutputStream().write(new byte[1000]);
            half.other().shutdownOutput();
            assertThat(half.one().getInputStream().readAllBytes()).hasSize(1000);
        }
    }
}
