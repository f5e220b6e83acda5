package org.urdma4j.transport.urdma;

import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.Random;

/** Queue pairs of one shard, most with something to send, and nobody who answers. */
final class Talkers {
    final Shard shard = new Shard(EngineConfig.DEFAULT, new Random(1));

    private static final QpListener LISTENER =
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

    /** Adds one, connected to {@code peerQpn} at the end of a route. */
    Qp add(int peerQpn, Route route, UrdmaTuning tuning, SendWr request) {
        SendQueue queue = new SendQueue(4, 1, 0);
        Qp qp = add(peerQpn, route, tuning, queue);
        queue.post(request);
        shard.doorbell(qp).ring();
        return qp;
    }

    /** Adds one that has nothing to send yet. */
    Qp add(int peerQpn, Route route, UrdmaTuning tuning, SendQueue queue) {
        QpSetup setup =
                new QpSetup(
                        shard.freshQpn(),
                        Host.DOMAIN,
                        true,
                        queue,
                        new ReceiveQueue(1, 1),
                        (slots, id, status, opcode, bytes, imm, flags, qpn, src, sol) -> true,
                        (slots, id, status, opcode, bytes, imm, flags, qpn, src, sol) -> true,
                        LISTENER);
        Qp qp = shard.createQp(setup);
        QpAttr attr = Host.attr().urdmaTuning(tuning).destQpNum(peerQpn);
        Host.toRtr(qp, attr, route);
        Host.toRts(qp, attr);
        return qp;
    }
}
