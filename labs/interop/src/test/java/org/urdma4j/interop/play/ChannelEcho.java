package org.urdma4j.interop.play;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A channel on which all that is sent comes back, more than its first rings hold. */
final class ChannelEcho {
    private static final int BYTES = 500_000;

    private ChannelEcho() {}

    private static ChannelOptions options(Duration patience) {
        return ChannelOptions.builder().patience(patience).build();
    }

    static RdmaServerChannel listen(Context context, int port, Duration patience)
            throws IOException {
        return RdmaServerChannel.listen(context, port, options(patience));
    }

    /** Waits for one client, and sends back all that it sends. */
    static void serve(RdmaServerChannel server) throws IOException {
        try (RdmaChannel channel = server.accept()) {
            byte[] came = channel.inputStream().readAllBytes();
            channel.outputStream().write(came);
        }
    }

    /**
     * Sends bytes to their end, and waits until they have come back.
     *
     * @throws IOException if others come back, or it can't be done
     */
    static void ask(Context context, InetSocketAddress to, Duration patience) throws IOException {
        byte[] bytes = new byte[BYTES];
        new SplittableRandom(1).nextBytes(bytes);
        try (RdmaChannel channel = RdmaChannel.connect(context, to, options(patience))) {
            channel.outputStream().write(bytes);
            channel.shutdownOutput();
            byte[] came = channel.inputStream().readAllBytes();
            if (!Arrays.equals(bytes, came)) {
                throw new IOException("%d other bytes came back".formatted(came.length));
            }
        }
    }
}
