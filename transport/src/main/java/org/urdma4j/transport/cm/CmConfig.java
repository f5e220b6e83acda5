package org.urdma4j.transport.cm;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.verbs.Gid;

import java.util.Objects;

/**
 * Who this connection manager is, and how patient. Times are codes of {@link AckTimeout}: 4.096 us
 * times two to the code.
 *
 * @param gid its address
 * @param caGuid number of its device, told to peers
 * @param responseTimeout what a message may take to be answered, besides its way: 1 to 24
 * @param maxRetries how often a message is sent again, 0 to 15
 * @param serviceTimeout how long a peer is asked to wait when the application takes its time: 1 to
 *     24
 * @param packetLifeTime what a packet's way takes at most: 1 to 24
 * @param maxConnections entries of all kinds that are kept at a time
 */
public record CmConfig(
        Gid gid,
        long caGuid,
        int responseTimeout,
        int maxRetries,
        int serviceTimeout,
        int packetLifeTime,
        int maxConnections) {
    /** Longer times, 69 s, aren't waited for, whoever asks. */
    static final int MAX_TIMEOUT = 24;

    /** 4.3 s: how long Linux waits for an answer. */
    static final int LINUX_RESPONSE_TIMEOUT = 20;

    /** 60 s: how long a peer may be in being connected, from the answer to its word. */
    static final long MOST_UNFINISHED_NS = 60_000_000_000L;

    /** 20 s: the same, of one of whom it isn't known that he gets answers. */
    static final long MOST_UNPROVEN_NS = 20_000_000_000L;

    /** 60 s: how long an application may take for a request that isn't repeated. */
    static final long MOST_UNDECIDED_NS = 60_000_000_000L;

    private static final int MAX_RETRIES = 15;

    public CmConfig {
        Objects.requireNonNull(gid, "gid");
        Limits.check("responseTimeout", responseTimeout, MAX_TIMEOUT);
        Limits.check("maxRetries", maxRetries, MAX_RETRIES);
        Limits.check("serviceTimeout", serviceTimeout, MAX_TIMEOUT);
        Limits.check("packetLifeTime", packetLifeTime, MAX_TIMEOUT);
        Limits.check("maxConnections", maxConnections, Integer.MAX_VALUE);
        if (responseTimeout == 0 || serviceTimeout == 0 || packetLifeTime == 0) {
            throw new IllegalArgumentException("a timeout code is 1 to " + MAX_TIMEOUT);
        }
    }

    /**
     * Returns 0.54 s for an answer and 0.27 s for each way, fifteen retries (a peer that is silent
     * is given up after 17 s), 17 s of waiting for an application, 65,536 connections. Linux waits
     * 4.3 s for an answer, which is long when one in a hundred messages is lost.
     */
    public static CmConfig of(Gid gid, long caGuid) {
        return new CmConfig(gid, caGuid, 17, MAX_RETRIES, 22, 16, 1 << 16);
    }

    public CmConfig withMaxConnections(int connections) {
        return new CmConfig(
                gid,
                caGuid,
                responseTimeout,
                maxRetries,
                serviceTimeout,
                packetLifeTime,
                connections);
    }

    /** As {@link #answerNs}, of what a stranger says: no longer than Linux waits. */
    long strangersNs(int timeoutCode) {
        return answerNs(Math.min(timeoutCode, LINUX_RESPONSE_TIMEOUT));
    }

    /** Returns the time from a message to the last moment at which its answer is expected. */
    long answerNs(int timeoutCode) {
        int code = Math.max(1, Math.min(timeoutCode, MAX_TIMEOUT));
        return AckTimeout.nanos(code) + 2 * AckTimeout.nanos(packetLifeTime);
    }
}
