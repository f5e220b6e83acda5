package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmPortSpace;

/** The queue pair that an identifier has made, if it has. Any thread. */
final class OwnQp {
    private volatile QueuePair pair;

    /** Returns it, null if there is none. */
    QueuePair get() {
        return pair;
    }

    void set(QueuePair made) {
        pair = made;
    }

    /** Returns it, and has none any more. */
    QueuePair take() {
        QueuePair taken = pair;
        pair = null;
        return taken;
    }

    /** Checks whether one like this can be made. */
    void check(CmHost host, CmPortSpace portSpace, ProtectionDomain pd, QpInitAttr attr) {
        Refused.unless(pair == null, "there is a queue pair already");
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
        } catch (VerbsException e) {
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
