package org.urdma4j.transport.gsi;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.transport.cm.MadSink;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Management datagrams that wait to be sent. There is an end to it: what comes while it is full is
 * lost, as it could be on the network, and whoever needs an answer asks again.
 */
final class OutgoingMads implements MadSink {
    static final int CAPACITY = 1024;

    private static final int PACKET_LENGTH = GsiPacket.LENGTH + TransmitBatch.ICRC_LENGTH;

    private record Waiting(Gid to, ByteBuffer mad) {}

    private final NetworkPort port;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private int psn;

    private final Consumer<Gid> onRefused;

    /**
     * Creates one that has nothing to send.
     *
     * @param onRefused is told which host says that nobody is there
     */
    OutgoingMads(NetworkPort port, Consumer<Gid> onRefused) {
        this.port = port;
        this.onRefused = onRefused;
    }

    @Override
    public void unanswered(Gid peer) {
        port.probe(peer, () -> onRefused.accept(peer));
    }

    @Override
    public void send(Gid to, ByteBuffer mad) {
        if (waiting.size() < CAPACITY) {
            waiting.addLast(new Waiting(to, mad));
        }
    }

    /** Adds those that go to the peer of the oldest, as far as they follow it. */
    int poll(TransmitBatch batch) {
        while (batch.isEmpty() && !waiting.isEmpty()) {
            Gid to = waiting.getFirst().to();
            try {
                Route route = port.route(port.gidIndexTowards(to), to);
                if (route.isPaused()) {
                    break;
                }
                fill(batch, to, route);
            } catch (VerbsException e) {
                waiting.removeFirst(); // no way there: as good as lost
            }
        }
        return batch.count();
    }

    private void fill(TransmitBatch batch, Gid to, Route route) {
        while (!waiting.isEmpty()
                && waiting.getFirst().to().equals(to)
                && batch.accepts(PACKET_LENGTH)) {
            int at = batch.begin(route);
            ByteBuffer buffer = batch.buffer();
            GsiPacket.writeHeaders(buffer, at, Bth.DEFAULT_P_KEY, psn);
            buffer.put(at + GsiPacket.MAD_OFFSET, waiting.removeFirst().mad(), 0, Mad.LENGTH);
            batch.end(at + GsiPacket.LENGTH, PACKET_LENGTH);
            psn = (psn + 1) & Psn.MASK;
        }
    }
}
