package org.urdma4j.transport.qp;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.seal.QpSeal;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/**
 * The packets of a queue pair that may be protected: sealed on their way out, opened on their way
 * in. Confined to the event loop of its shard.
 */
public final class Sealing {
    private final QpContext context;
    private final Runnable onKeysEnded;

    /**
     * @param context of the queue pair
     * @param onKeysEnded is run when nothing can be sealed or opened any more
     */
    Sealing(QpContext context, Runnable onKeysEnded) {
        this.context = context;
        this.onKeysEnded = onKeysEnded;
    }

    /**
     * Has all packets sealed from now on, until the queue pair is reset; before it moves to RTR.
     *
     * @param seal is the queue pair's from now on, which closes it
     */
    public void protect(QpSeal seal) {
        end();
        context.seal = seal;
        seal.onEnded(onKeysEnded);
    }

    /** Returns what seals its packets, null if it isn't protected. */
    public QpSeal seal() {
        return context.seal;
    }

    /**
     * It isn't to speak what can be sealed.
     *
     * @throws VerbsException with {@link Errno#EPROTONOSUPPORT} if it is protected
     */
    void requireNone() {
        if (context.seal != null) {
            throw new VerbsException(
                    Errno.EPROTONOSUPPORT,
                    "only URDMA can be protected, and one end doesn't offer it");
        }
    }

    /** It isn't protected any more. */
    void end() {
        if (context.seal != null) {
            context.seal.close();
            context.seal = null;
            context.flow = null;
        }
    }

    /**
     * Packets follow, which are sealed if it is protected.
     *
     * @param profile knows the round trip
     * @return whether they may be sent
     */
    boolean begin(TransmitBatch batch, Profile profile, long nowNs) {
        batch.sealWith(context.sealer());
        return context.seal == null || context.seal.begin(profile.roundTripNs(), nowNs);
    }

    /** Counts what sealing has added to packets that were sent, if it is protected. */
    void count() {
        context.counters.add(Counter.SEALING_BYTES, context.seal.takeAddedBytes());
    }
}
