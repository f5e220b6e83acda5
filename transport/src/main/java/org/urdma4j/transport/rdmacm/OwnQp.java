package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmPortSpace;

/**
 * The queue pair that an identifier has made, if it has. Any thread; of those that make one at a
 * time, one does.
 */
final class OwnQp {
    private volatile QueuePair pair;

    /** Guarded by this. */
    private boolean making;

    /** Guarded by this. */
    private boolean closed;

    /** Returns it, null if there is none. */
    QueuePair get() {
        return pair;
    }

    /** One is about to be made, and no other may. */
    synchronized void begin() {
        Refused.unless(pair == null && !making, "there is a queue pair already");
        making = true;
    }

    /**
     * It has been made, or not.
     *
     * @param made null if not
     * @return false if the identifier was closed meanwhile, so that it is its maker's to close
     */
    synchronized boolean end(QueuePair made) {
        making = false;
        if (!closed) {
            pair = made;
        }
        return !closed;
    }

    /** Returns it, and has none any more. */
    synchronized QueuePair take() {
        QueuePair taken = pair;
        pair = null;
        return taken;
    }

    /** As {@link #take}, and there won't be any. */
    synchronized QueuePair close() {
        closed = true;
        return take();
    }

    /** Checks whether one like this can be made. */
    void check(CmHost host, CmPortSpace portSpace, ProtectionDomain pd, QpInitAttr attr) {
        Refused.unless(host.equals(pd.context()), "the domain is of another device");
        Refused.unless(
                connects(portSpace) == (attr.qpType() != QpType.UD),
                "queue pairs of type %s don't go with port space %s"
                        .formatted(attr.qpType(), portSpace));
    }

    private static boolean connects(CmPortSpace portSpace) {
        return portSpace == CmPortSpace.TCP;
    }

    /** Makes one that is ready to be connected, or for datagrams. */
    static QueuePair make(
            CmHost host, CmPortSpace portSpace, ProtectionDomain pd, QpInitAttr attr, int peerQpn) {
        QueuePair made = host.createQp(pd, attr, peerQpn);
        try {
            if (connects(portSpace)) {
                made.modify(QpMoves.init());
            } else {
                QpMoves.readyForDatagrams(made);
            }
            return made;
        } catch (RuntimeException e) { // of which some tell that the device is closed
            made.close();
            throw e;
        }
    }

    /** Moves it, if there is one; one that was closed stays as it is. */
    void move(QpAttr attr) {
        QueuePair moved = pair;
        if (moved != null) {
            moved.modify(attr);
        }
    }

    /** Moves it to ERR, if there is one that isn't closed. */
    void fail() {
        try {
            move(QpMoves.fail());
        } catch (VerbsException | IllegalStateException _) {
            // closed, or not begun: nothing is posted that could wait
        }
    }
}
