package org.urdma4j.measure.traffic;

/**
 * What one stream has moved since it was opened.
 *
 * @param done payload bytes of work that this end began and that is complete: acknowledged, or
 *     fetched. Of TCP, bytes handed to the socket
 * @param received payload bytes that came to this end and are in place
 * @param operations requests of this end that are complete
 * @param retransmitted packets that this end sent again, 0 where that isn't known for a stream
 */
public record StreamTally(long done, long received, long operations, long retransmitted) {
    public static final StreamTally NONE = new StreamTally(0, 0, 0, 0);

    /** Returns what came since {@code before}. */
    public StreamTally minus(StreamTally before) {
        return new StreamTally(
                done - before.done,
                received - before.received,
                operations - before.operations,
                retransmitted - before.retransmitted);
    }

    public StreamTally plus(StreamTally other) {
        return new StreamTally(
                done + other.done,
                received + other.received,
                operations + other.operations,
                retransmitted + other.retransmitted);
    }
}
