package org.urdma4j.simulation.trace;

import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

/** Some messages over a new connection, the last of which is recorded. */
public final class OneMessage {
    private static final int BYTES = 2_000;
    private static final int BEFORE = 20;
    private static final long PATIENCE_NS = 1_000_000_000;

    private OneMessage() {}

    /** Sends messages of one packet, and records the last from its post to its completion. */
    public static void run(String opcode, boolean urdma) {
        SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
        SimulatedHost left = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost right = network.host("b", EngineConfig.DEFAULT);
        LinkConfig link = LinkConfig.builder().rate(10_000_000_000L).delay(10_000).build();
        network.connect(left, right, link, link);
        Peer a = new Peer(left, BYTES);
        Peer b = new Peer(right, BYTES);
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(4096).build();
        QpAttr options = new QpAttr();
        if (urdma) {
            options.urdmaOffer(offer).urdmaPeerOffer(offer);
        }
        Peer.connect(a, b, 100, 200, options);
        for (int i = 0; i <= BEFORE; i++) {
            b.post(new RecvWr().addSge(b.region.sge(0, BYTES)));
            network.run(); // the peer hears of the receive
            if (i == BEFORE) {
                CallRecorder.start();
            }
            a.post(a.write(b, 0, BYTES).opcode(WrOpcode.valueOf(opcode)));
            if (!network.runUntil(() -> a.completions(1), PATIENCE_NS)) {
                throw new IllegalStateException("no completion of " + opcode);
            }
            if (!a.only().isSuccess()) {
                throw new IllegalStateException(a.only().toString());
            }
            network.run(); // what is owed afterwards
            b.poll();
        }
    }
}
