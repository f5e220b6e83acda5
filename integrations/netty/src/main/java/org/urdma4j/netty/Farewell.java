package org.urdma4j.netty;

import org.urdma4j.channel.RdmaChannel;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The end of a stream in order, behind the back of its event loop: what was written still goes to
 * the peer, as long as that takes it.
 */
final class Farewell {
    private final RdmaChannel stream;
    private final Duration patience;
    private long acknowledged;

    private Farewell(RdmaChannel stream, Duration patience) {
        this.stream = stream;
        this.patience = patience;
    }

    /** Gives up on a peer that has taken nothing for so long. */
    static void say(RdmaChannel stream, Duration patience) {
        close(stream);
        new Farewell(stream, patience).lookLater();
    }

    /** Gives up on what hasn't arrived after so long. */
    static void within(RdmaChannel stream, Duration time) {
        close(stream);
        if (stream.acknowledged() < stream.written()) {
            later(time, stream::abort);
        }
    }

    private static void close(RdmaChannel stream) {
        try {
            stream.close();
        } catch (IOException _) {
            // the connection has ended with bytes on the way, of which TCP would tell nobody either
        }
    }

    private static void later(Duration time, Runnable task) {
        CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS).execute(task);
    }

    private void lookLater() {
        acknowledged = stream.acknowledged();
        if (acknowledged < stream.written()) {
            later(patience, this::look);
        }
    }

    private void look() {
        if (stream.acknowledged() == acknowledged) {
            stream.abort();
        } else {
            lookLater();
        }
    }
}
