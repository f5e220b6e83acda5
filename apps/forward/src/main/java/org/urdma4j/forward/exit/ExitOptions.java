package org.urdma4j.forward.exit;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.dial.AllowList;
import org.urdma4j.forward.dial.Resolver;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * What an exit does for whom.
 *
 * @param allowed where it connects to
 * @param listens where it listens for entries that ask for that
 * @param streams how many at a time, 1 to 65,536
 * @param perPeer how many of them for one address of a peer
 * @param patience for a request that doesn't come, a name, and a target that doesn't answer
 * @param admission returns why a channel's peer is refused, null if it isn't; must not wait long
 * @param resolver looks names up
 */
public record ExitOptions(
        AllowList allowed,
        AllowList listens,
        int streams,
        int perPeer,
        Duration patience,
        Function<RdmaChannel, String> admission,
        Resolver resolver) {
    /** How many streams there may be. */
    public static final int MOST_STREAMS = 1 << 16;

    /** Nothing is allowed; 1,024 streams, 10 s, the system's resolver. */
    public static final ExitOptions DEFAULT =
            new ExitOptions(
                    AllowList.NOTHING,
                    AllowList.NOTHING,
                    1024,
                    1024,
                    Duration.ofSeconds(10),
                    _ -> null,
                    Resolver.SYSTEM);

    /** Checks the ranges. */
    public ExitOptions {
        Objects.requireNonNull(allowed, "allowed");
        Objects.requireNonNull(listens, "listens");
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(admission, "admission");
        Objects.requireNonNull(resolver, "resolver");
        if (streams < 1 || streams > MOST_STREAMS || perPeer < 1 || perPeer > MOST_STREAMS) {
            throw new IllegalArgumentException(
                    "streams are 1 to %d, not %d and %d".formatted(MOST_STREAMS, streams, perPeer));
        }
    }

    /** Returns the same with other targets. */
    public ExitOptions allowed(AllowList targets) {
        return new ExitOptions(targets, listens, streams, perPeer, patience, admission, resolver);
    }

    /** Returns the same with other places to listen at. */
    public ExitOptions listens(AllowList places) {
        return new ExitOptions(allowed, places, streams, perPeer, patience, admission, resolver);
    }

    /** Returns the same with other numbers of streams. */
    public ExitOptions streams(int all, int ofPeer) {
        return new ExitOptions(allowed, listens, all, ofPeer, patience, admission, resolver);
    }

    /** Returns the same with another patience. */
    public ExitOptions patience(Duration time) {
        return new ExitOptions(allowed, listens, streams, perPeer, time, admission, resolver);
    }

    /** Returns the same for others. */
    public ExitOptions admission(Function<RdmaChannel, String> refusal) {
        return new ExitOptions(allowed, listens, streams, perPeer, patience, refusal, resolver);
    }

    /** Returns the same with another resolver. */
    public ExitOptions resolver(Resolver names) {
        return new ExitOptions(allowed, listens, streams, perPeer, patience, admission, names);
    }
}
