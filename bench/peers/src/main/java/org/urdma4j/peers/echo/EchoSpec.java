package org.urdma4j.peers.echo;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * What the ends of an echo are to do.
 *
 * @param server the address and UDP port of what answers
 * @param busyPoll how long each event loop looks on after a datagram before it sleeps
 * @param size of a datagram's payload, bytes, 8 or more
 * @param omit time before the one that counts
 * @param time that counts
 */
record EchoSpec(
        InetSocketAddress server, Duration busyPoll, int size, Duration omit, Duration time) {
    private static final int WORDS = 6;

    /** Returns the words that {@link #parse} reads. */
    List<String> words() {
        return List.of(
                server.getHostString(),
                String.valueOf(server.getPort()),
                String.valueOf(busyPoll.toNanos()),
                String.valueOf(size),
                String.valueOf(omit.toNanos()),
                String.valueOf(time.toNanos()));
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if these aren't the words of one
     */
    static EchoSpec parse(List<String> words) {
        if (words.size() != WORDS) {
            throw new IllegalArgumentException("bench/baseline latency starts this, not people");
        }
        return new EchoSpec(
                new InetSocketAddress(words.get(0), Integer.parseInt(words.get(1))),
                Duration.ofNanos(Long.parseLong(words.get(2))),
                Integer.parseInt(words.get(3)),
                Duration.ofNanos(Long.parseLong(words.get(4))),
                Duration.ofNanos(Long.parseLong(words.get(5))));
    }
}
