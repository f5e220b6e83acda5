package org.urdma4j.measure.traffic;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Optional;

/**
 * One end of a run's data traffic, of one protocol. Its life: it is opened; {@link #offer} travels
 * to the other end over the control connection, the client's first; {@link #connect} is called with
 * what the other end offered, on the server before its own offer is sent, so that the server is
 * ready when the client connects; {@link #start} begins to send, if this end sends; {@link #tally}
 * is called every now and then; {@link #stop} ends the sending; {@link #close} gives everything
 * back. The calls come from one thread, but {@link #tally}, {@link #failure} and {@link #done} from
 * any; work is done on threads of the end's own, daemons.
 */
public interface TrafficEnd extends AutoCloseable {
    /** Returns what the other end must know of this one. */
    JsonNode offer();

    /**
     * Prepares to exchange data with the other end. A server that must be connected to only gets
     * ready to accept here, and waits for the client in {@link #start}.
     *
     * @param offer of the other end, which may be hostile
     * @throws IOException if that can't be; its message is a line for people
     * @throws IllegalArgumentException if the offer can't be understood
     */
    void connect(JsonNode offer) throws IOException, InterruptedException;

    /** Returns what this end knows of itself, once connected. */
    EndFacts facts();

    /**
     * Times round trips while nothing else is under way, if the run times them beside its traffic,
     * for a second or so; a client's alone, after {@link #connect}.
     */
    default void idle() throws InterruptedException {
        // most runs don't
    }

    /** Begins the traffic and returns at once. */
    void start() throws IOException, InterruptedException;

    /** Reads all counts, without waiting for the traffic. */
    Tally tally();

    /**
     * Returns whether a run by bytes is over for this end: all that it is to send is acknowledged,
     * and all that it is to receive is here. A run by time is never done, and neither is an end
     * that only answers the other's READs.
     */
    boolean done();

    /** Returns what broke, in one line for people, or null while all is well. */
    String failure();

    /**
     * Returns times of requests if the run measures them and this end posts, otherwise null. Only
     * after {@link #stop}.
     */
    default LatencySummary latency() {
        return null;
    }

    /**
     * Returns round trips before the traffic and beside it, if this end timed both. Only after
     * {@link #stop}.
     */
    default Optional<Responsiveness> responsiveness() {
        return Optional.empty();
    }

    /** Returns how packets are sealed, nothing if they aren't; before {@link #close}. */
    default Optional<ProtectionFacts> protection() {
        return Optional.empty();
    }

    /** Begins no more work, and waits a little for what must be known of the rest. */
    void stop() throws InterruptedException;

    /** Stops and gives back sockets, memory and threads. Again it does nothing. */
    @Override
    void close();
}
