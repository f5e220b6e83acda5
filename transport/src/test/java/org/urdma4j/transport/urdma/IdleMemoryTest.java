package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.ArrayList;
import java.util.List;

import javax.management.JMException;

/** What a connected queue pair takes of the heap while nothing happens on it. */
class IdleMemoryTest {
    private static final int QPS = 1_000;
    private static final long MOST_BYTES = 8 << 10;

    private final Talkers talkers = new Talkers();
    private final List<Qp> qps = new ArrayList<>(2 * QPS);

    private void connect() {
        SendQueue queue = new SendQueue(1, 1, 0);
        qps.add(talkers.add(7, "peer"::equals, UrdmaTuning.DEFAULT, queue));
    }

    @Test
    void shouldTakeLittleOfTheHeap() throws JMException {
        for (int i = 0; i < QPS; i++) {
            connect();
        }
        long before = LiveHeap.bytes();
        for (int i = 0; i < QPS; i++) {
            connect();
        }
        long each = (LiveHeap.bytes() - before) / QPS;
        assertThat(qps).allMatch(qp -> qp.state() == QpState.RTS);
        assertThat(each).as("bytes for each").isBetween(MOST_BYTES / 4, MOST_BYTES);
    }
}
