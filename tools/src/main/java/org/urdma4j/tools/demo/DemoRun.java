package org.urdma4j.tools.demo;

import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.transport.port.udp.UdpPortConfig;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Moves one file over one path.
 *
 * @param source the file to move
 * @param port UDP port of both devices
 * @param random decides what the path does to packets
 * @param protection makes what seals the packets of a device, of the TCP port where keys are agreed
 *     on; empty for packets in the clear
 */
record DemoRun(
        Path source, int port, SplittableRandom random, Optional<ProtectionMaker> protection) {
    private static final String SENDER = "127.0.0.1";
    private static final String RECEIVER = "127.0.0.2";
    private static final int ROUND_TRIPS = 9;

    /** Bytes moved before the clock starts, so that both sides run compiled code. */
    private static final long WARM_UP = 64L << 20;

    private static final int MAX_WARM_UP_ROUNDS = 8;

    /**
     * Moves the file to {@code target}.
     *
     * @param warmUpRounds how often it is moved before the move that counts
     * @param progress told how many bytes have arrived in the move that counts
     */
    DemoResult move(
            DemoPath path,
            DemoProfile profile,
            Path target,
            int warmUpRounds,
            LongConsumer progress)
            throws IOException, InterruptedException {
        try (Arena arena = Arena.ofShared();
                FileChannel in = FileChannel.open(source, StandardOpenOption.READ);
                FileChannel out = create(target)) {
            long bytes = in.size();
            MemorySegment from = in.map(MapMode.READ_ONLY, 0, bytes, arena);
            MemorySegment to = out.map(MapMode.READ_WRITE, 0, bytes, arena);
            try (DemoNode sender = new DemoNode(path.before(config(SENDER), random.split()), from);
                    DemoNode receiver =
                            new DemoNode(path.before(config(RECEIVER), random.split()), to)) {
                DemoNode.connect(sender, receiver, profile, path.ackTimeout());
                return move(
                        path,
                        profile,
                        new Transfer(sender, receiver),
                        sender,
                        to,
                        warmUpRounds,
                        progress);
            }
        }
    }

    private static DemoResult move(
            DemoPath path,
            DemoProfile profile,
            Transfer transfer,
            DemoNode sender,
            MemorySegment to,
            int warmUpRounds,
            LongConsumer progress)
            throws IOException, InterruptedException {
        long bytes = to.byteSize();
        for (int i = 0; i < Math.min(warmUpRounds, MAX_WARM_UP_ROUNDS); i++) {
            transfer.run(Math.min(bytes, WARM_UP), arrived -> {});
        }
        // What arrived so far must not pass for what arrives next.
        to.fill((byte) 0);
        long roundTripNs = transfer.roundTripNs(ROUND_TRIPS);
        long packets = sender.count(Counter.SENT_PKTS);
        long again = sender.count(Counter.RETRANSMITTED_PKTS);
        long timeNs = transfer.run(bytes, progress);
        return new DemoResult(
                path.name(),
                profile.label(),
                bytes,
                timeNs,
                sender.count(Counter.SENT_PKTS) - packets,
                sender.count(Counter.RETRANSMITTED_PKTS) - again,
                roundTripNs);
    }

    private static FileChannel create(Path target) throws IOException {
        return FileChannel.open(
                target,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    private UdpPortConfig config(String address) throws IOException {
        UdpPortConfig.Builder config =
                UdpPortConfig.builder(InetAddress.ofLiteral(address)).port(port);
        protection.ifPresent(maker -> config.withProtection(maker.of(port, KeyListener.OWN)));
        return config.build();
    }
}
