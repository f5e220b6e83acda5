package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;

/** Acknowledges every second packet, one after a gap at once, and a last one after 40 ms. */
final class TcpReceiver {
    private static final long DELAY_NS = 40_000_000;

    private final ArrivalLog log;
    private final VirtualTime time;
    private final Runnable acknowledge;
    private final VirtualTimer delayed;
    private long expected;
    private int waiting;

    TcpReceiver(ArrivalLog log, VirtualTime time, Runnable acknowledge) {
        this.log = log;
        this.time = time;
        this.acknowledge = acknowledge;
        delayed = time.timer(this::acknowledge);
    }

    void onPacket(long number, boolean marked) {
        log.add(number, marked);
        waiting++;
        boolean gap = number != expected;
        expected = number + 1;
        if (waiting >= 2 || gap) {
            acknowledge();
        } else {
            delayed.schedule(time.nowNs() + DELAY_NS);
        }
    }

    private void acknowledge() {
        waiting = 0;
        delayed.cancel();
        acknowledge.run();
    }
}
