package org.urdma4j.measure.verbs;

import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.device.QpCounters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.transport.seal.KeyFacts;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * A device that is open: ours, with the port below it, or one of another provider, of which nobody
 * knows what it counts. Any thread may call.
 *
 * @param port null of another provider
 * @param gidIndex of the GID that queue pairs start from
 */
record OpenDevice(Context context, NetworkPort port, Gid gid, int gidIndex) {
    static OpenDevice of(SoftContext context, NetworkPort port) {
        return new OpenDevice(context, port, port.address(), port.defaultGidIndex());
    }

    /**
     * A device of another provider.
     *
     * @throws VerbsException with EADDRNOTAVAIL if it doesn't have the address over RoCEv2; it is
     *     closed then
     */
    static OpenDevice of(Context context, InetAddress local) {
        try {
            GidEntry entry = Backend.entry(context, local);
            return new OpenDevice(context, null, entry.gid(), entry.gidIndex());
        } catch (VerbsException e) {
            context.close();
            throw e;
        }
    }

    /** Returns whether it counts packets and bytes. */
    boolean counts() {
        return port != null;
    }

    /** Does something on the event loop, if there is one that others would wait for. */
    void onLoop(Runnable task) {
        if (port == null) {
            task.run();
            return;
        }
        port.call(() -> {
            task.run();
            return null;
        });
    }

    Counters counters() {
        return context instanceof SoftContext soft && counts() ? soft.counters() : new Counters();
    }

    Counters counters(QueuePair pair) {
        return counts() ? QpCounters.of(pair) : new Counters();
    }

    /** Returns what is known of a path; on the event loop. */
    Optional<PathStatistics> path(QueuePair pair) {
        return counts() ? Optional.of(PathQuery.of(pair)) : Optional.empty();
    }

    List<RailStatistics> rails(QueuePair pair) {
        return counts() ? PathQuery.railsOf(pair) : List.of();
    }

    Optional<KeyFacts> keys() {
        return counts()
                ? port.loops().stream()
                        .flatMap(
                                loop -> loop.keyring().map(keys -> loop.call(keys::facts)).stream())
                        .reduce(KeyFacts::and)
                : Optional.empty();
    }

    long receiveBufferBytes() {
        return counts() ? port.receiveBufferBytes() : 0;
    }
}
