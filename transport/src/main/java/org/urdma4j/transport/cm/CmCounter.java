package org.urdma4j.transport.cm;

/** One thing that a connection manager counts, from its creation on. */
public enum CmCounter {
    /** Datagrams received, whatever became of them. */
    RECEIVED,
    /** Datagrams sent, repeated ones included. */
    SENT,
    /** Datagrams sent again because no answer came. */
    RETRIES,
    /** Datagrams received again; answered where the peer may have missed the answer. */
    DUPLICATES,
    /** Dropped: not a message of the connection manager, or of a version not spoken. */
    MALFORMED,
    /** Dropped: a message that isn't spoken, LAP and APR among them. */
    UNKNOWN_MESSAGE,
    /** Dropped: an answer to nobody, or from somebody else than was asked. */
    STRAY,
    /** Dropped: a message that the connection doesn't expect in its state. */
    UNEXPECTED,
    /** Dropped: a request beyond what its address, network or listener may have, or in all. */
    OVERFLOW,
    /** Requests whose senders were asked first whether they get answers. */
    DOUBTED,
    /** Unfinished requests that were refused because others had the better right to the room. */
    DISPLACED,
    /** Sent to one of whom it isn't known that he gets answers, beyond what he paid for. */
    LENT,
    /** Not sent: more than the messages of one of whom it isn't known that he gets answers. */
    UNPAID,
    /** Requests refused because nobody listens. */
    NO_LISTENER,
    /** Requests refused for a value that isn't supported. */
    UNSUPPORTED,
    /** Requests and answers refused because a queue pair of that number is or was connected. */
    STALE,
    /** Connections that were established. */
    ESTABLISHED,
    /** Connections and resolutions given up because no answer came. */
    UNREACHABLE
}
