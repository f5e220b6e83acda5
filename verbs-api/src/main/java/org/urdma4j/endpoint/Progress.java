package org.urdma4j.endpoint;

import java.util.List;
import java.util.OptionalLong;

/**
 * What is known of the sends, READs, WRITEs and atomic operations that a {@link
 * ReconnectingEndpoint} has seen complete.
 *
 * @param connections that were made until now
 * @param completed requests that succeeded, on all of them
 * @param last the {@code wrId} of the newest of these, if there is any
 * @param doubtful the {@code wrId}s of those of the last connection that failed or were flushed, in
 *     their order: the peer may have carried out none of it, a part, or all
 */
public record Progress(int connections, long completed, OptionalLong last, List<Long> doubtful) {
    /** Keeps a copy. */
    public Progress {
        doubtful = List.copyOf(doubtful);
    }
}
