package org.urdma4j.channel;

import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

/** Sends {@link Credit}s from slots of its own. Guarded by the lock of its {@link Link}. */
final class CreditSender {
    /** How many may be on the way. */
    static final int MOST = 16;

    static final int BYTES = MOST * Credit.LENGTH;

    /** What a completion of one has for {@code wrId}; of the last one, {@link #LAST}. */
    static final long ORDINARY = -1;

    static final long LAST = -2;

    private final QueuePair qp;
    private final MemoryRegion slots;
    private final SendWr request = new SendWr().opcode(WrOpcode.SEND).sendFlags(SendFlags.SIGNALED);
    private long sent;
    private long completed;

    CreditSender(QueuePair qp, MemoryRegion slots) {
        this.qp = qp;
        this.slots = slots;
    }

    /**
     * Sends one.
     *
     * @param ring into which the peer is to write from now on, null for the one that it knows
     * @return whether it was posted; if not, try again when something has completed
     */
    boolean send(long freed, long notices, PeerRing ring, boolean end) {
        if (sent - completed == MOST) {
            return false;
        }
        long offset = sent % MOST * Credit.LENGTH;
        Credit.write(slots.segment(), offset, freed, notices, ring, end);
        request.wrId(end ? LAST : ORDINARY).clearSges().addSge(slots, offset, Credit.LENGTH);
        if (!Posting.send(qp, request)) {
            return false;
        }
        sent++;
        return true;
    }

    /** Whether all have arrived. */
    boolean idle() {
        return sent == completed;
    }

    /** Whether soon no more may be on the way. */
    boolean isBusy() {
        return sent - completed > MOST / 4;
    }

    void onCompleted() {
        completed++;
    }
}
