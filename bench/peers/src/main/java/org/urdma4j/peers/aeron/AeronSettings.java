package org.urdma4j.peers.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.urdma4j.peers.end.EndSpec;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** How Aeron is set up for bulk: what its documentation advises for throughput. */
final class AeronSettings {
    static final int STREAM = 1;

    /** What is under way at most is half of it. */
    private static final int TERM_BYTES = 64 << 20;

    private static final int WINDOW_BYTES = 16 << 20;

    /** Lengths of frames are multiples of it. */
    private static final int FRAME_ALIGNMENT = 32;

    private static final Path RECEIVE_BUFFER = Path.of("/proc/sys/net/core/rmem_max");
    private static final Path SEND_BUFFER = Path.of("/proc/sys/net/core/wmem_max");
    private static final int SPINS = 20;
    private static final int YIELDS = 50;

    private AeronSettings() {}

    /**
     * Starts a media driver.
     *
     * @param end a name of its own in the spec's folder
     */
    static MediaDriver driver(EndSpec spec, String end) throws IOException {
        int receiveBuffer = most(RECEIVE_BUFFER);
        return MediaDriver.launch(
                new MediaDriver.Context()
                        .aeronDirectoryName(spec.folder().resolve("aeron-" + end).toString())
                        .dirDeleteOnStart(true)
                        .dirDeleteOnShutdown(true)
                        // two ends share few processors: one thread for each driver
                        .threadingMode(ThreadingMode.SHARED)
                        .sharedIdleStrategy(idle())
                        .mtuLength(spec.datagramBytes() / FRAME_ALIGNMENT * FRAME_ALIGNMENT)
                        .publicationTermBufferLength(TERM_BYTES)
                        .socketRcvbufLength(receiveBuffer)
                        .socketSndbufLength(most(SEND_BUFFER))
                        // what a window lets through has to find room in the socket
                        .initialWindowLength(receiveBuffer)
                        .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(10)));
    }

    static IdleStrategy idle() {
        return new BackoffIdleStrategy(SPINS, YIELDS, 1_000, 100_000);
    }

    /** As much as the kernel grants to who isn't privileged. */
    private static int most(Path limit) throws IOException {
        // such a file wants to be read at once, which Files.readString doesn't do
        try (BufferedReader reader = Files.newBufferedReader(limit)) {
            return (int) Math.min(WINDOW_BYTES, Long.parseLong(reader.readLine().strip()));
        }
    }

    static String channel(InetSocketAddress receiver) {
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(receiver.getHostString() + ":" + receiver.getPort())
                .build();
    }
}
