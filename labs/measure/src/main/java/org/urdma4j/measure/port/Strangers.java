package org.urdma4j.measure.port;

import io.netty.channel.Channel;

import org.urdma4j.protection.admission.Quota;
import org.urdma4j.protection.admission.Shares;
import org.urdma4j.verbs.Gid;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Connections of which it isn't known yet what they are. When there are too many, or too many of an
 * address or network, the one goes that has been here the longest of those that have most: who has
 * something to say says it within a round trip. Confined to the event loop.
 */
final class Strangers {
    private final Shares<Channel> waiting;

    Strangers(int most) {
        int network = Math.max(1, most - most / 4);
        waiting = new Shares<>(new Quota(most, network, Math.max(1, most / 2)));
    }

    /** Takes one in, and returns the one that has to go for it. */
    Optional<Channel> add(Channel channel) {
        Gid from = address(channel);
        Optional<Channel> gone = waiting.hasRoom(from) ? Optional.empty() : waiting.oldestFor(from);
        gone.ifPresent(waiting::remove);
        waiting.add(from, channel, 0);
        return gone;
    }

    /** One that has left already has none. */
    private static Gid address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress peer
                ? Gid.of(peer.getAddress())
                : Gid.ZERO;
    }

    /** It is none any more. Returns whether it was one. */
    boolean remove(Channel channel) {
        return waiting.remove(channel);
    }

    int count() {
        return waiting.size();
    }

    void closeAll() {
        for (Channel one : waiting.all()) {
            var _ = one.close();
        }
    }
}
