package org.urdma4j.transport.queue;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.MwBindInfo;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

/**
 * What only some requests have: the destination of a datagram, the operands of an atomic operation,
 * the window to bind. Filled by the posting thread.
 */
final class ExtendedWqe {
    Route route;
    int remoteQpn;
    int remoteQkey;
    long compareAdd;
    long swap;
    int windowKey;
    int bindLkey;
    long bindAddress;
    long bindLength;
    int bindAccess;

    /** Returns whether a request has any. */
    static boolean has(SendWr wr, Route route) {
        return route != null || binds(wr) || isAtomic(wr);
    }

    private static boolean binds(SendWr wr) {
        return wr.opcode() == WrOpcode.BIND_MW;
    }

    private static boolean isAtomic(SendWr wr) {
        return wr.opcode() == WrOpcode.ATOMIC_CMP_AND_SWP
                || wr.opcode() == WrOpcode.ATOMIC_FETCH_AND_ADD;
    }

    void fill(SendWr wr, Route to) {
        route = to;
        remoteQpn = wr.remoteQpn();
        remoteQkey = wr.remoteQkey();
        if (isAtomic(wr)) {
            compareAdd = wr.compareAdd();
            swap = wr.swap();
        }
        if (binds(wr)) {
            MwBindInfo info = wr.bindInfo();
            windowKey = wr.mw().rkey();
            bindLkey = info.mr() == null ? 0 : info.mr().lkey();
            bindAddress = info.addr();
            bindLength = info.length();
            bindAccess = info.accessFlags();
        }
    }

    /** Forgets the route, so that it isn't kept alive by an old request. */
    void release() {
        route = null;
    }
}
