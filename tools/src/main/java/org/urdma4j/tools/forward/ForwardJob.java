package org.urdma4j.tools.forward;

import org.urdma4j.metrics.MetricsServer;
import org.urdma4j.tools.peer.ListenAddress;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the command is asked to be. */
interface ForwardJob {
    /** For streams to come to their end when the command is told to end. */
    Duration DRAIN = Duration.ofSeconds(5);

    /** For that and all else. */
    Duration GRACE = Duration.ofSeconds(15);

    /** Returns null if nobody is to be answered. */
    static MetricsServer metrics(Optional<ListenAddress> where, Context context)
            throws IOException {
        if (where.isEmpty()) {
            return null;
        }
        InetSocketAddress address =
                new InetSocketAddress(where.get().resolve(), where.get().port());
        return MetricsServer.start(address, () -> List.of(context));
    }

    /**
     * Runs until it is told to end, and the streams that there are have ended or been reset.
     *
     * @return whether the user has ended it
     * @throws IOException with a line for the user
     */
    boolean run() throws IOException, InterruptedException;
}
