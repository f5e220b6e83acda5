package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import javax.management.JMException;

/** What a connected queue pair takes of the heap while nothing happens on it. */
class IdleMemoryTest {
    private static final int QPS = 1_000;
    private static final long MOST_BYTES = 8 << 10;

    private final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));
    private final List<Qp> qps = new ArrayList<>(2 * QPS);

    private void connect() {
        QpListener listener =
                new QpListener() {
                    @Override
                    public void onState(QpState state) {
                        // connecting is all that happens
                    }

                    @Override
                    public void onEvent(EventType event) {
                        throw new IllegalStateException(event.toString());
                    }
                };
        QpSetup setup =
                new QpSetup(
                        shard.freshQpn(),
                        Host.DOMAIN,
                        true,
                        new SendQueue(1, 1, 0),
                        new ReceiveQueue(1, 1),
                        (id, status, opcode, bytes, imm, flags, qpn, src, sol) -> true,
                        (id, status, opcode, bytes, imm, flags, qpn, src, sol) -> true,
                        listener);
        Qp qp = shard.createQp(setup);
        QpAttr attr = Host.attr().urdmaTuning(UrdmaTuning.DEFAULT).destQpNum(7);
        Host.toRtr(qp, attr, "peer"::equals);
        Host.toRts(qp, attr);
        qps.add(qp);
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
