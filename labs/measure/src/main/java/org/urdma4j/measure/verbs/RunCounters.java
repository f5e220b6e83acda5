package org.urdma4j.measure.verbs;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What one run has counted on a device that others may use, too: its queue pairs' counters, and of
 * what no queue pair counts the whole port's since the run began. Any thread may call.
 */
final class RunCounters {
    private static final Set<Counter> OF_PORT =
            Collections.unmodifiableSet(
                    EnumSet.of(
                            Counter.DROPPED_BY_SOCKET,
                            Counter.TX_PAUSE_CTRL_PHY,
                            Counter.RX_PAUSE_CTRL_PHY,
                            Counter.DROPPED_AUTH,
                            Counter.DROPPED_REPLAY,
                            Counter.DROPPED_EPOCH,
                            Counter.DROPPED_NOT_PROTECTED));

    private final OpenDevice device;
    private final Counters before = new Counters();

    RunCounters(OpenDevice device) {
        this.device = device;
        for (Counter counter : OF_PORT) {
            before.add(counter, device.counters().get(counter));
        }
    }

    /** Returns the values of now, which change no more. */
    Counters of(List<Stream> streams) {
        Counters sum = new Counters();
        Counters now = device.counters();
        for (Counter counter : OF_PORT) {
            sum.add(counter, now.get(counter) - before.get(counter));
        }
        for (Stream stream : streams) {
            device.counters(stream.pair)
                    .nonZero()
                    .forEach((counter, value) -> {
                        if (!OF_PORT.contains(counter)) {
                            sum.add(counter, value);
                        }
                    });
        }
        return sum;
    }
}
