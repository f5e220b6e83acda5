package org.urdma4j.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.entry.KeptChannels;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.message.OpenStatus;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Channels that an entry has connected before somebody needs them. */
@Timeout(120)
class KeptChannelsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final ExitOptions OPTIONS = ExitOptions.DEFAULT.allowed(Ends.LOOPBACK);

    private static ServerSocket listen() throws IOException {
        ServerSocket target = new ServerSocket(0, 1024, InetAddress.ofLiteral("127.0.0.1"));
        target.setSoTimeout(60_000);
        return target;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(5);
        }
    }

    /** Both ways, and both ends. */
    private static void exchange(InetSocketAddress entry, ServerSocket target) throws IOException {
        try (Socket one = Ends.connect(entry);
                Socket other = target.accept()) {
            one.getOutputStream().write(5);
            one.shutdownOutput();
            assertThat(other.getInputStream().readAllBytes()).containsExactly(5);
            other.getOutputStream().write(6);
            other.shutdownOutput();
            assertThat(one.getInputStream().readAllBytes()).containsExactly(6);
        }
    }

    /** What the program says reaches the target though nothing comes back. */
    @Test
    void shouldOpenAStreamWithoutARoundTrip() throws Exception {
        try (ServerSocket target = listen();
                Ends ends = new Ends(OPTIONS, MINUTE, MINUTE)) {
            InetSocketAddress entry = ends.enter(target.getLocalPort());
            assertThat(ends.kept.kept()).isZero();
            exchange(entry, target);
            await(() -> ends.kept.kept() == 2);
            ends.mute = true;
            try (Socket one = Ends.connect(entry)) {
                one.getOutputStream().write(new byte[] {1, 2, 3});
                try (Socket other = target.accept()) {
                    assertThat(other.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
                    ends.mute = false;
                    other.getOutputStream().write(4);
                    other.shutdownOutput();
                    assertThat(one.getInputStream().readAllBytes()).containsExactly(4);
                }
            }
        }
    }

    @Test
    void shouldKeepMoreWhereMoreAreNeeded() throws Exception {
        try (ServerSocket target = listen();
                Ends ends = new Ends(OPTIONS, MINUTE, MINUTE)) {
            InetSocketAddress entry = ends.enter(target.getLocalPort());
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                sockets.add(Ends.connect(entry));
            }
            for (int i = 0; i < 100; i++) {
                sockets.add(target.accept());
            }
            await(() -> ends.kept.kept() > 2);
            Thread.sleep(50); // more would come
            assertThat(ends.kept.kept()).isLessThanOrEqualTo(64);
            for (Socket each : sockets) {
                each.close();
            }
        }
    }

    @Test
    void shouldDropWhatNobodyNeeds() throws Exception {
        try (ServerSocket target = listen();
                Ends ends = new Ends(OPTIONS, Duration.ofSeconds(2), MINUTE)) {
            InetSocketAddress entry = ends.enter(target.getLocalPort());
            exchange(entry, target);
            await(() -> ends.kept.kept() == 2);
            await(() -> ends.kept.kept() == 0 && ends.exit.kept() == 0);
            exchange(entry, target);
            assertThat(ends.atExit).noneMatch(line -> line.startsWith("refused"));
        }
    }

    @Test
    void shouldNotUseWhatTheExitHasEnded() throws Exception {
        try (ServerSocket target = listen();
                Ends ends = new Ends(OPTIONS.patience(Duration.ofSeconds(1)), MINUTE, MINUTE)) {
            InetSocketAddress entry = ends.enter(target.getLocalPort());
            exchange(entry, target);
            await(() -> ends.kept.kept() == 2);
            Ends.await(ends.atExit, "it asks for nothing"); // after nine times its patience
            await(() -> ends.kept.kept() == 0);
            exchange(entry, target);
        }
    }

    @Test
    void shouldNotUseWhatHasDied() throws Exception {
        try (ServerSocket target = listen();
                Ends ends = new Ends(OPTIONS, MINUTE, Duration.ofSeconds(1))) {
            InetSocketAddress entry = ends.enter(target.getLocalPort());
            exchange(entry, target);
            await(() -> ends.kept.kept() == 2);
            ends.cut = true;
            await(() -> ends.kept.kept() == 0 && ends.exit.kept() == 0);
            ends.cut = false;
            exchange(entry, target);
        }
    }

    /** As of an exit that was killed and started again: one program pays for that, not each. */
    @Test
    void shouldDropAllWhenOneIsSilent() throws Exception {
        try (ServerSocket target = listen();
                Ends ends = new Ends(OPTIONS, MINUTE, MINUTE)) {
            InetSocketAddress entry = ends.enter(target.getLocalPort());
            exchange(entry, target);
            await(() -> ends.kept.kept() == 2);
            ends.cut = true;
            try (Socket _ = Ends.connect(entry)) {
                await(() -> ends.kept.kept() == 0);
                ends.cut = false;
            }
        }
    }

    @Test
    void shouldRefillNothingWhenItIsClosed() throws Exception {
        try (Ends ends = new Ends(OPTIONS, MINUTE, MINUTE)) {
            KeptChannels kept = ends.kept;
            kept.connect().abort();
            await(() -> kept.kept() == 2);
            kept.close();
            assertThat(kept.kept()).isZero();
            kept.connect().abort();
            await(() -> ends.exit.kept() == 0);
            assertThat(kept.kept()).isZero();
        }
    }

    /** Who takes channels and never uses them has a few, apart from streams. */
    @Test
    void shouldLimitThoseWhoNeverUseThem() throws Exception {
        try (ServerSocket target = listen();
                Ends ends = new Ends(OPTIONS.streams(2, 2), MINUTE, MINUTE)) {
            List<RdmaChannel> silent = new ArrayList<>();
            for (int i = 0; i < 8; i++) { // half of the 16 that there are at least
                silent.add(ends.group.connect(ends.server.address()));
            }
            await(() -> ends.exit.kept() == 8);
            for (int i = 0; i < 2; i++) { // these have a stream's place
                silent.add(ends.group.connect(ends.server.address()));
            }
            await(() -> ends.exit.streams() == 2);
            assertThat(ends.ask(Ends.request("127.0.0.1", target.getLocalPort())))
                    .isEqualTo(OpenStatus.LIMITS);
            silent.forEach(RdmaChannel::abort);
            await(() -> ends.exit.kept() + ends.exit.streams() == 0);
            exchange(ends.enter(target.getLocalPort()), target);
        }
    }
}
