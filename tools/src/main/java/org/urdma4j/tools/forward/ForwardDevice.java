package org.urdma4j.tools.forward;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.cm.ConnParam;

import java.time.Duration;

/** What streams of both ends go through. */
final class ForwardDevice {
    /** The UDP port of both ends, and the TCP port of their keys, unless another is chosen. */
    static final int PORT = 4794;

    /** By what an exit is found behind its UDP port, as the connection manager numbers services. */
    static final int SERVICE = 4794;

    static final String NAME = "forward";

    /**
     * Streams that are about to be connected, of one address half of them: 1,000 a second take 80
     * where a round trip takes 80 ms.
     */
    static final int BACKLOG = 512;

    /** For an answer, and for what was written to arrive. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration SILENCE = Duration.ofSeconds(15);

    /** A peer that gives no sign for 15 s has vanished. */
    private static final KeepAlive SIGNS = KeepAlive.every(Duration.ofSeconds(5));

    private ForwardDevice() {}

    /**
     * @param window bytes of each ring, a power of two
     */
    static ChannelOptions options(int window) {
        UrdmaTuning tuning = UrdmaTuning.builder().retryTime(SILENCE).build();
        return ChannelOptions.builder()
                .receiveBytes(window)
                .sendBytes(window)
                .patience(PATIENCE)
                .param(ConnParam.EMPTY.urdmaTuning(tuning).keepAlive(SIGNS))
                .build();
    }
}
