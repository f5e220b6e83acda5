package org.urdma4j.forward.entry;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.relay.LocalEnd;
import org.urdma4j.forward.relay.Relay;
import org.urdma4j.forward.relay.Streams;

import java.io.IOException;
import java.time.Duration;

/** One stream of a program that has its end already, such as its standard input and output. */
public final class SingleStream {
    private SingleStream() {}

    /**
     * Opens it, and carries until both directions have come to their end.
     *
     * @param patience for the exit's answer
     * @throws IOException with a line for the user, if it isn't opened or was reset
     */
    public static void carry(
            LocalEnd local, ExitConnector exit, OpenRequest request, Duration patience)
            throws IOException {
        try (Streams streams = new Streams()) {
            RdmaChannel channel;
            try {
                channel = exit.connect();
            } catch (IOException e) {
                throw new IOException(
                        "%s: %s".formatted(request.target(), ExitStream.reason(e)), e);
            }
            ExitStream.ask(channel, request);
            Relay.Step opening = ExitStream.opening(channel, streams, patience);
            String why = new Relay(local, channel, opening).run();
            if (why != null) {
                throw new IOException("%s: %s".formatted(request.target(), why));
            }
        }
    }
}
