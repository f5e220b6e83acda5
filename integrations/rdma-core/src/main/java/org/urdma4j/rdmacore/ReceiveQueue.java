package org.urdma4j.rdmacore;

import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.RecvWr;

/** Writes receive requests as C has them into memory that is used again and again. */
final class ReceiveQueue extends RequestMemory<RecvWr> {
    ReceiveQueue(QpCap cap) {
        super(Structs.RECV_WR, cap.maxRecvWr(), cap.maxRecvSge(), 0);
    }

    @Override
    long id(RecvWr from) {
        return from.wrId();
    }

    @Override
    boolean isSignaled(RecvWr from) {
        return true;
    }

    @Override
    PostStatus write(RecvWr from, int slot) {
        if (from.numSge() > maxSge()) {
            return PostStatus.INVALID_REQUEST;
        }
        begin(slot, from.wrId(), from.numSge());
        for (int i = 0; i < from.numSge(); i++) {
            writeSge(slot, i, from.sgeAddr(i), from.sgeLength(i), from.sgeLkey(i));
        }
        return PostStatus.OK;
    }
}
