package org.urdma4j.tunnel.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.PskCredentials;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;

/** Two ends on this machine's loopback addresses, with real handshakes and sockets. */
@Timeout(60)
class TunnelTest {
    private static final Duration POLL = Duration.ofMillis(2);
    private static final int CELL = 600;
    private static final long RATE = 20_000_000;

    @TempDir private Path folder;

    private final SplittableRandom random = new SplittableRandom(3);
    private final InetAddress first = InetAddress.ofLiteral("127.0.19.1");
    private final InetAddress second = InetAddress.ofLiteral("127.0.19.2");
    private final int port = freePort();
    private final List<byte[]> relayed = new ArrayList<>();

    /** An end, its device, and what it said. */
    private record End(Tunnel tunnel, FakeDevice device, List<String> said)
            implements AutoCloseable {
        TunnelReport report() throws Exception {
            return tunnel.report();
        }

        void awaitSaid(String words) throws Exception {
            await(() -> said.stream().anyMatch(line -> line.contains(words)));
        }

        @Override
        public void close() {
            tunnel.close();
        }
    }

    /** None of those that the kernel gives to who asks for any. */
    private static int freePort() {
        for (int port = 20_000 + ThreadLocalRandom.current().nextInt(10_000); ; port++) {
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.ofLiteral("0.0.0.0"))) {
                return port;
            } catch (IOException _) {
                // taken
            }
        }
    }

    /** Asks again every few milliseconds; the test's own time ends it. */
    private static void await(Callable<Boolean> met) throws Exception {
        while (!met.call()) {
            Thread.sleep(POLL); // which ends at a timeout, too
        }
    }

    private ProtectionConfig keys(int which, int epochPackets) throws Exception {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (which * 0x51 + i * 0x37 + 0x80);
        }
        Path file = Files.write(folder.resolve("key" + which), bytes);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        JcaSource source = new JcaSource(Security.getProvider("SunJCE"));
        return ProtectionConfig.builder(PskCredentials.read(file), () -> source)
                .keyPort(port)
                .epochPackets(epochPackets)
                .build();
    }

    private End open(InetAddress local, InetAddress remote, long rate, ProtectionConfig keys)
            throws Exception {
        FakeDevice device = new FakeDevice();
        List<String> said = new CopyOnWriteArrayList<>();
        TunnelConfig config =
                new TunnelConfig(
                        local,
                        Optional.ofNullable(remote),
                        port,
                        keys,
                        Optional.empty(),
                        "fake",
                        1500,
                        rate == 0 ? OptionalLong.empty() : OptionalLong.of(rate),
                        CELL,
                        1 << 20);
        return new End(Tunnel.open(config, device, said::add), device, said);
    }

    private static void awaitConnected(End... ends) throws Exception {
        for (End end : ends) {
            await(() -> end.report().connected());
        }
    }

    private List<byte[]> send(FakeDevice device, int count) {
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] frame = new byte[random.nextInt(14, 1515)];
            random.nextBytes(frame);
            frames.add(frame);
        }
        device.toSend.addAll(frames);
        return frames;
    }

    private static void assertCame(End end, List<byte[]> frames) throws Exception {
        await(() -> end.device.came.size() >= frames.size());
        assertThat(end.device.came).usingElementComparator(Arrays::compare).isEqualTo(frames);
    }

    /** Sends frames until one has come: a relay that isn't run for a while loses some. */
    private void assertOneComes(End to, End from) throws Exception {
        to.device.came.clear();
        await(() -> {
            relayed.addAll(send(from.device, 1));
            return !to.device.came.isEmpty();
        });
        assertThat(relayed).anyMatch(frame -> Arrays.equals(frame, to.device.came.getFirst()));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, RATE})
    void shouldCarryFramesBothWaysUnderManyKeys(long rate) throws Exception {
        try (End listens = open(first, null, rate, keys(1, 256));
                End asks = open(second, first, rate, keys(1, 256))) {
            awaitConnected(listens, asks);
            List<byte[]> there = send(asks.device, 900);
            List<byte[]> back = send(listens.device, 900);
            assertCame(listens, there);
            assertCame(asks, back);

            TunnelReport report = listens.report();
            assertThat(report.cellsReceived()).isGreaterThan(4 * 256);
            assertThat(report.framesDropped() + report.framesLost() + report.cellsLost()).isZero();
            assertThat(report.droppedAuth() + report.droppedReplay()).isZero();
            assertThat(report.paddingSent() == 0).isEqualTo(rate == 0);
            assertThat(report.bytesOut()).isEqualTo(there.stream().mapToLong(f -> f.length).sum());
            assertThat(asks.said).hasSize(1).first().asString().contains("there", "127.0.19.1");
        }
    }

    /** Nothing in the clear goes out instead, and it is said once. */
    @Test
    void shouldCarryNothingWithAnotherKey() throws Exception {
        try (DatagramSocket ear = new DatagramSocket(new InetSocketAddress(first, port));
                End asks = open(second, first, RATE, keys(2, 256))) {
            ear.setSoTimeout(1);
            send(asks.device, 10);
            asks.awaitSaid("no keys with 127.0.19.1: nobody answers");
            await(() -> asks.report().framesDropped() == 10);
            assertThat(asks.report().cellsSent()).isZero();
            assertThatThrownBy(() -> ear.receive(new DatagramPacket(new byte[2000], 2000)))
                    .isInstanceOf(SocketTimeoutException.class);
        }
        try (End listens = open(first, null, RATE, keys(1, 256));
                End asks = open(second, first, RATE, keys(2, 256))) {
            send(asks.device, 10);
            asks.awaitSaid("no keys with 127.0.19.1");
            listens.awaitSaid("no keys with 127.0.19.2");
            await(() -> asks.report().framesDropped() == 10);
            assertThat(asks.report().cellsSent() + listens.report().cellsSent()).isZero();
            assertThat(listens.report().framesOut()).isZero();
            assertThat(asks.said).hasSize(1);
        }
    }

    @Test
    void shouldGoOnWhenTheOtherEndStartsAgain() throws Exception {
        try (End asks = open(second, first, RATE, keys(1, 4096))) {
            for (int round = 0; round < 2; round++) {
                asks.device.came.clear();
                try (End listens = open(first, null, RATE, keys(1, 4096))) {
                    awaitConnected(listens, asks);
                    assertCame(listens, send(asks.device, 20));
                    assertCame(asks, send(listens.device, 20));
                }
                await(() -> !asks.report().connected());
                asks.awaitSaid("is gone: ");
            }
        }
    }

    /** Whoever has the key has it, but a tunnel has two ends. */
    @Test
    void shouldLetNobodyTakeTheOtherEndsPlace() throws Exception {
        InetAddress third = InetAddress.ofLiteral("127.0.19.3");
        try (End listens = open(first, null, RATE, keys(1, 4096));
                End asks = open(second, first, RATE, keys(1, 4096))) {
            awaitConnected(listens, asks);
            await(() -> listens.report().cellsReceived() > 0);
            try (End _ = open(third, first, RATE, keys(1, 4096))) {
                listens.awaitSaid("127.0.19.3 (");
                assertCame(listens, send(asks.device, 20));
            }
            assertThat(asks.report().connected()).isTrue();
        }
    }

    /** What somebody without the key sends, and sends again, is counted and has no effect. */
    @Test
    void shouldTakeNothingFromOthers() throws Exception {
        try (End listens = open(first, null, RATE, keys(1, 4096));
                End asks = open(second, first, RATE, keys(1, 4096));
                DatagramSocket other = new DatagramSocket()) {
            awaitConnected(listens, asks);
            byte[] junk = new byte[CELL];
            for (int i = 0; i < 200; i++) {
                random.nextBytes(junk);
                if (i >= 100) {
                    ByteBuffer.wrap(junk).putInt(0, 0xe200_ffff).putInt(4, 1);
                }
                int length = i < 20 ? random.nextInt(60) : CELL;
                other.send(new DatagramPacket(junk, length, first, port));
            }
            await(() -> {
                TunnelReport report = listens.report();
                return report.droppedAuth() + report.droppedEpoch() == 200;
            });
            assertThat(listens.report().droppedEpoch()).isGreaterThanOrEqualTo(100);
            assertCame(listens, send(asks.device, 20));
            assertCame(asks, send(listens.device, 20));
        }
    }

    /** Beside frames, of which the flood may displace some, but not all. */
    @Test
    void shouldAnswerNothingToAFlood() throws Exception {
        int flood = Nightly.times(5_000, 100_000);
        try (End listens = open(first, null, RATE, keys(1, 4096));
                End asks = open(second, first, RATE, keys(1, 4096));
                DatagramSocket other = new DatagramSocket()) {
            awaitConnected(listens, asks);
            int said = listens.said.size();
            byte[] junk = new byte[CELL];
            for (int i = 0; i < flood; i++) {
                random.nextBytes(junk);
                other.send(new DatagramPacket(junk, CELL, first, port));
                if (i % 100 == 0) {
                    send(asks.device, 1);
                    send(listens.device, 1);
                }
            }
            await(() -> listens.report().droppedAuth() + listens.report().droppedEpoch() > 0);
            await(() -> !listens.device.came.isEmpty() && !asks.device.came.isEmpty());
            int before = listens.device.came.size();
            send(asks.device, 20);
            await(() -> listens.device.came.size() > before);

            assertThat(listens.report().connected() && asks.report().connected()).isTrue();
            assertThat(listens.said).hasSize(said);
            other.setSoTimeout(1);
            DatagramPacket answer = new DatagramPacket(new byte[2000], 2000);
            assertThatThrownBy(() -> other.receive(answer))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void shouldSayWhoseAddressOrPortItIs() throws Exception {
        InetAddress elsewhere = InetAddress.ofLiteral("192.0.2.1");
        assertThatThrownBy(() -> open(elsewhere, null, RATE, keys(1, 256)))
                .isInstanceOf(IOException.class)
                .hasMessage("192.0.2.1 is no address of this machine");
        try (DatagramSocket taken = new DatagramSocket(new InetSocketAddress(first, port))) {
            assertThat(taken.isBound()).isTrue();
            assertThatThrownBy(() -> open(first, null, RATE, keys(1, 256)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("UDP port %d of 127.0.19.1 is in use".formatted(port));
        }
    }

    /** 153 MB went to whoever one cell seemed to come from. */
    @Test
    void shouldSendWhoSentOneCellOnAQuestionAtMost() throws Exception {
        InetAddress third = InetAddress.ofLiteral("127.0.19.3");
        try (DatagramSocket trap = new DatagramSocket(new InetSocketAddress(third, 0));
                CellRelay relay = new CellRelay(second, first, third, port);
                End listens = open(first, null, RATE, keys(1, 4096));
                End asks = open(third, second, RATE, keys(1, 4096))) {
            awaitConnected(listens, asks);
            await(() -> asks.report().cellsReceived() > 0);
            relay.redirectOne(trap);
            trap.setSoTimeout(300);
            int before = relay.toAsking.get();
            int bytes = 0;
            DatagramPacket cell = new DatagramPacket(new byte[2000], 2000);
            try {
                while (true) {
                    trap.receive(cell);
                    assertThat(cell.getLength()).isEqualTo(CELL);
                    bytes += cell.getLength();
                }
            } catch (SocketTimeoutException _) {
                assertThat(bytes).isLessThanOrEqualTo(3 * CELL);
            }
            await(() -> relay.toAsking.get() > before + 100);
            assertOneComes(asks, listens);
            assertThat(listens.said).noneMatch(line -> line.contains(" is at "));
        }
    }

    /** As when an address translator begins anew. */
    @ParameterizedTest
    @ValueSource(longs = {0, RATE})
    void shouldFollowTheOtherEndAndSayWhere(long rate) throws Exception {
        InetAddress third = InetAddress.ofLiteral("127.0.19.3");
        try (DatagramSocket outward = new DatagramSocket(new InetSocketAddress(second, 0));
                CellRelay relay = new CellRelay(second, first, third, port);
                End listens = open(first, null, rate, keys(1, 4096));
                End asks = open(third, second, rate, keys(1, 4096))) {
            awaitConnected(listens, asks);
            assertOneComes(listens, asks);
            assertOneComes(asks, listens);
            relay.moveTo(outward);
            String moved =
                    "at 127.0.19.2:%d now; it was at 127.0.19.2:%d"
                            .formatted(outward.getLocalPort(), port);
            await(() -> {
                relayed.addAll(send(asks.device, 1));
                return listens.said.stream().anyMatch(line -> line.contains(moved));
            });
            assertOneComes(asks, listens);
        }
    }
}
