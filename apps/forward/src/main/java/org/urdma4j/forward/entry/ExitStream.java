package org.urdma4j.forward.entry;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;
import org.urdma4j.forward.relay.Relay;
import org.urdma4j.forward.relay.Streams;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.function.Function;

/**
 * A stream that was asked for.
 *
 * @param status {@link OpenStatus#OPEN} if it is open
 * @param channel null if it isn't
 * @param why it isn't, in a line; null if it is
 */
record ExitStream(OpenStatus status, RdmaChannel channel, String why) {
    /** The exit's own patience comes first: for the request, the name and the target. */
    private static final int STEPS = 3;

    boolean isOpen() {
        return channel != null;
    }

    /** Asks, and waits for the answer. Without one the status says {@link OpenStatus#LIMITS}. */
    static ExitStream open(
            ExitConnector exit, OpenRequest request, Streams streams, Duration patience) {
        Duration time = patience.multipliedBy(STEPS);
        return open(exit, request, abort -> streams.deadline(time, abort));
    }

    /**
     * The same, with the caller's patience.
     *
     * @param guard runs what it is given when that is over
     */
    static ExitStream open(
            ExitConnector exit, OpenRequest request, Function<Runnable, Streams.Deadline> guard) {
        RdmaChannel channel;
        try {
            channel = exit.connect();
        } catch (IOException | RuntimeException e) {
            return new ExitStream(OpenStatus.LIMITS, null, reason(e));
        }
        ask(channel, request);
        try {
            OpenStatus status = answer(channel, guard);
            if (status == OpenStatus.OPEN) {
                return new ExitStream(status, channel, null);
            }
            channel.abort();
            return new ExitStream(status, null, status.text());
        } catch (IOException e) {
            channel.abort();
            return new ExitStream(OpenStatus.LIMITS, null, reason(e));
        }
    }

    /** Returns what is read before the stream's bytes. */
    static Relay.Step opening(RdmaChannel channel, Streams streams, Duration patience) {
        Duration time = patience.multipliedBy(STEPS);
        return () -> {
            OpenStatus status = answer(channel, abort -> streams.deadline(time, abort));
            if (status != OpenStatus.OPEN) {
                throw new IOException(status.text());
            }
        };
    }

    private static OpenStatus answer(
            RdmaChannel channel, Function<Runnable, Streams.Deadline> guard) throws IOException {
        try (Streams.Deadline _ = guard.apply(channel::abort)) {
            return OpenStatus.read(channel);
        } catch (ClosedChannelException e) {
            throw new IOException("the exit doesn't answer", e);
        }
    }

    /** Asks, and doesn't wait. */
    static void ask(RdmaChannel channel, OpenRequest request) {
        try {
            channel.write(request.encode());
        } catch (IOException _) {
            // the exit may have answered before it was asked; what it said can be read
        }
    }

    /** Returns why, in a line; of what nobody has foreseen with its name. */
    static String reason(Exception e) {
        boolean foreseen = e instanceof IOException && e.getMessage() != null;
        return foreseen ? e.getMessage() : e.toString();
    }
}
