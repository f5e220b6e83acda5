package org.urdma4j.measure.port;

import io.netty.channel.Channel;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Connections of which it isn't known yet what they are. When there are too many, the one that has
 * been here the longest goes: who has something to say says it within a round trip. Confined to the
 * event loop.
 */
final class Strangers {
    private final int most;
    private final Set<Channel> waiting = new LinkedHashSet<>();

    Strangers(int most) {
        this.most = most;
    }

    /** Takes one in, and returns the one that has to go for it. */
    Optional<Channel> add(Channel channel) {
        waiting.add(channel);
        if (waiting.size() <= most) {
            return Optional.empty();
        }
        Iterator<Channel> oldest = waiting.iterator();
        Channel gone = oldest.next();
        oldest.remove();
        return Optional.of(gone);
    }

    /** It is none any more. Returns whether it was one. */
    boolean remove(Channel channel) {
        return waiting.remove(channel);
    }

    int count() {
        return waiting.size();
    }

    void closeAll() {
        for (Channel one : Set.copyOf(waiting)) {
            var _ = one.close();
        }
    }
}
