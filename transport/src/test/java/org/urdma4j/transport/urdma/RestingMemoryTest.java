package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import javax.management.JMException;

/** What a queue pair took of the heap while it was busy, it gives back when it rests. */
class RestingMemoryTest {
    private static final int PAIRS = 20;
    private static final long SECOND = 1_000_000_000L;
    private static final int BYTES = Host.MEMORY;

    /** Of both ends, in arrays of numbers: places in work queues that were used stay. */
    private static final long MOST_KEPT = 4 << 10;

    private final Random random = new Random(1);
    private final List<Wire> wires = new ArrayList<>();

    private static QpAttr attr(UrdmaTuning tuning) {
        return Host.attr().urdmaTuning(tuning.toBuilder().keepAlive(KeepAlive.DEFAULT).build());
    }

    private Wire connect(UrdmaTuning tuning) {
        Wire wire = new Wire().connect(attr(tuning), attr(tuning));
        wire.a.shard.markReady(wire.a.qp);
        wire.b.shard.markReady(wire.b.qp);
        wire.tap = (from, packet) -> random.nextInt(50) == 0 ? Wire.LOST : Wire.PASS;
        use(wire, 1000); // what is made at first use is no matter of size
        return wire;
    }

    private static void use(Wire wire, int bytes) {
        Host a = wire.a;
        Host b = wire.b;
        a.post(a.request(1, WrOpcode.RDMA_WRITE, 0, bytes).rdma(b.address(0), b.region.rkey()));
        a.post(a.request(2, WrOpcode.RDMA_READ, 0, bytes).rdma(b.address(0), b.region.rkey()));
        wire.runFor(3 * SECOND);
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        wire.fromA.clear();
        wire.fromB.clear();
    }

    private void useAndRest(UrdmaTuning tuning) throws JMException {
        for (int i = 0; i < PAIRS; i++) {
            wires.add(connect(tuning));
        }
        long before = LiveHeap.bytesOfNumbers();
        wires.forEach(wire -> use(wire, BYTES));
        long busy = LiveHeap.bytesOfNumbers();
        for (Wire wire : wires) {
            wire.runFor(60 * SECOND);
            wire.fromA.clear();
            wire.fromB.clear();
        }
        long rested = LiveHeap.bytesOfNumbers();

        assertThat((busy - before) / PAIRS).as("in use").isGreaterThan(10 * MOST_KEPT);
        assertThat((rested - before) / PAIRS).as("kept").isLessThan(MOST_KEPT);
        wires.forEach(wire -> use(wire, BYTES));
    }

    @Test
    void shouldGiveBackWhatItTookWhenPaced() throws JMException {
        useAndRest(UrdmaTuning.DEFAULT);
    }

    @Test
    void shouldGiveBackWhatItTookUnpaced() throws JMException {
        useAndRest(Host.UNPACED);
    }
}
