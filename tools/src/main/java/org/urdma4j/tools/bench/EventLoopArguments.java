package org.urdma4j.tools.bench;

import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.IoTransport;

import picocli.CommandLine.Option;

import java.time.Duration;

/**
 * How many event loops the device of this end has, how they look, and how long before they sleep.
 */
final class EventLoopArguments {
    @Option(
            names = "--event-loops",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Spread the queue pairs over N threads of this device, each with a socket of its",
                "own; 64 at most. More than 1 for --backend udp and --qps (-P) of at least as many,",
                "where there are processors for them. The ends may differ. Default ${DEFAULT-VALUE}."
            })
    private int count = 1;

    @Option(
            names = "--busy-poll",
            paramLabel = "TIME",
            description = {
                "Look on without sleeping for TIME, as 50us, after the last packet or request; 1s",
                "at most. Saves waking up, at the cost of a whole processor while there is traffic:",
                "where all of them are in use, others wait for it. Default 0: sleep at once."
            })
    private String time;

    @Option(
            names = "--io-transport",
            paramLabel = "WAY",
            defaultValue = "epoll",
            description = {
                "How UDP sockets are reached: epoll; io_uring, which needs Linux 6.0 and that neither",
                "system nor container forbids it; nio, the JDK's, a packet a system call. The ends",
                "may differ. Default ${DEFAULT-VALUE}."
            })
    private String transport = "epoll";

    /**
     * Checks what can be checked without a network.
     *
     * @param udp whether the backend is udp
     * @param raw whether it is raw
     * @param rdma whether anything goes through a backend
     * @throws IllegalArgumentException if something is out of range, or the backend can't
     */
    void check(boolean udp, boolean raw, boolean rdma) {
        Duration window = busyPoll();
        if (window.compareTo(ContextAttr.MAX_BUSY_POLL) > 0) {
            throw new IllegalArgumentException(
                    "--busy-poll is %s, must be 0 to 1s".formatted(time));
        }
        if (!udp && !raw && !window.isZero()) {
            throw new IllegalArgumentException("--busy-poll needs --backend udp or raw");
        }
        if (count < 1 || count > ContextAttr.MAX_EVENT_LOOPS) {
            throw new IllegalArgumentException(
                    "--event-loops is %d, must be 1 to %d"
                            .formatted(count, ContextAttr.MAX_EVENT_LOOPS));
        }
        if (!udp && count > 1) {
            throw new IllegalArgumentException("--event-loops needs --backend udp");
        }
        if (ioTransport() != IoTransport.EPOLL && !(udp && rdma)) {
            throw new IllegalArgumentException("--io-transport is for RDMA over --backend udp");
        }
        if (ioTransport() == IoTransport.IO_URING && !window.isZero()) {
            throw new IllegalArgumentException("--busy-poll needs --io-transport epoll or nio");
        }
        if (ioTransport() == IoTransport.NIO && count > 1) {
            throw new IllegalArgumentException(
                    "--event-loops needs --io-transport epoll or io_uring");
        }
    }

    private Duration busyPoll() {
        try {
            return time == null ? Duration.ZERO : Duration.ofNanos(Units.timeNs(time));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--busy-poll: " + e.getMessage(), e);
        }
    }

    private IoTransport ioTransport() {
        for (IoTransport one : IoTransport.values()) {
            if (one.toString().equals(transport)) {
                return one;
            }
        }
        throw new IllegalArgumentException(
                "--io-transport is one of epoll, io_uring, nio, not \"%s\"".formatted(transport));
    }

    /** Sets what a device is opened with. */
    void set(ContextAttr.Builder attr) {
        attr.eventLoops(count).busyPoll(busyPoll()).ioTransport(ioTransport());
    }
}
