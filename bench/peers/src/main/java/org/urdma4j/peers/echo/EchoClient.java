package org.urdma4j.peers.echo;

import io.netty.channel.ChannelFuture;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/** Asks and times, one request after the other. */
final class EchoClient {
    /** So late that a machine which was busy for a moment isn't taken for a network that loses. */
    static final Duration TIMEOUT = Duration.ofSeconds(1);

    private EchoClient() {}

    /**
     * Runs until the time is over.
     *
     * @param timeout after which a request without answer is lost, and another is asked
     * @throws IOException if nobody answers
     */
    static EchoTimes run(EchoSpec spec, Duration timeout) throws IOException, InterruptedException {
        EchoTimes times = new EchoTimes(spec.omit(), spec.time());
        try (EchoLoop loop = new EchoLoop(spec.busyPoll())) {
            Questions questions = new Questions(spec, timeout, times, loop.busyPoll());
            ChannelFuture connected = loop.bootstrap(questions).connect(spec.server()).await();
            if (!connected.isSuccess()) {
                throw silent(spec, connected.cause());
            }
            questions.over().get();
            return times;
        } catch (ExecutionException e) {
            throw silent(spec, e.getCause());
        }
    }

    private static IOException silent(EchoSpec spec, Throwable cause) {
        return new IOException(
                "no echo from %s:%d: %s"
                        .formatted(
                                spec.server().getHostString(),
                                spec.server().getPort(),
                                cause.getMessage()),
                cause);
    }
}
