package org.urdma4j.simulation.fabric;

import org.urdma4j.codec.net.Pfc;
import org.urdma4j.simulation.host.SimulatedPacket;

/**
 * The eight queues of a port and whose turn it is. Strict priorities go first, the highest of them
 * before the others; the rest share what is left by deficit round robin (Shreedhar and Varghese,
 * SIGCOMM 1995), equally by bytes.
 */
final class PriorityQueues {
    /** What {@link #next} returns when nothing may be sent. */
    static final int NONE = -1;

    /** At least the longest frame, so that every turn sends something. */
    private static final int QUANTUM = 10_000;

    private final FrameQueue[] queues = new FrameQueue[Pfc.PRIORITIES];
    private final long[] deficits = new long[Pfc.PRIORITIES];
    private final int strict;
    private int turn;
    private int waiting;

    /**
     * @param strict priorities that go before the others, bit 0 being priority 0
     */
    PriorityQueues(int strict) {
        this.strict = strict;
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            queues[priority] = new FrameQueue();
        }
    }

    FrameQueue of(int priority) {
        return queues[priority];
    }

    /** Returns the priorities of which something waits, bit 0 being priority 0. */
    int waiting() {
        return waiting;
    }

    void add(SimulatedPacket packet, FabricPort source, int priority) {
        queues[priority].add(packet, source);
        waiting |= 1 << priority;
    }

    SimulatedPacket removeFirst(int priority) {
        SimulatedPacket packet = queues[priority].removeFirst();
        if (queues[priority].isEmpty()) {
            waiting &= ~(1 << priority);
            deficits[priority] = 0;
        }
        return packet;
    }

    /** Returns the priority of which the first frame is to be sent, or {@link #NONE}. */
    int next(int paused) {
        int ready = waiting & ~paused;
        if (ready == 0) {
            return NONE;
        }
        int first = ready & strict;
        if (first != 0) {
            return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(first);
        }
        if ((ready & (ready - 1)) == 0) {
            return Integer.numberOfTrailingZeros(ready); // nobody to share with
        }
        return inTurn(ready);
    }

    private int inTurn(int ready) {
        while (true) {
            boolean may = (ready & (1 << turn)) != 0;
            if (may && queues[turn].firstBytes() <= deficits[turn]) {
                deficits[turn] -= queues[turn].firstBytes();
                return turn;
            }
            turn = (turn + 1) % Pfc.PRIORITIES;
            if ((ready & (1 << turn)) != 0) {
                deficits[turn] += QUANTUM;
            }
        }
    }
}
