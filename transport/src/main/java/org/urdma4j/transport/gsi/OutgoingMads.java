package org.urdma4j.transport.gsi;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.protection.admission.AnswerRate;
import org.urdma4j.transport.cm.MadSink;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.PeerKeys;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.VerbsException;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Management datagrams that wait to be sent. There is an end to it: what comes while it is full is
 * lost, as it could be on the network, and whoever needs an answer asks again.
 */
final class OutgoingMads implements MadSink {
    static final int CAPACITY = 1024;

    /** Those for strangers, of whom nothing is kept: they go when nothing else does. */
    static final int STRANGERS = 256;

    /** 10,000 a second, 25 Mbit/s, of which a network has a tenth: so much of the link at most. */
    private static final int ANSWERS = 10_000;

    private static final int ANSWERS_TO_NETWORK = 1_000;
    private static final int NETWORKS = 1_024;

    private static final int PACKET_LENGTH = GsiPacket.LENGTH + TransmitBatch.ICRC_LENGTH;

    private record Waiting(TransportAddress to, ByteBuffer mad, boolean clear) {
        boolean goesWith(Waiting other) {
            return to.equals(other.to) && clear == other.clear;
        }
    }

    private final NetworkPort port;
    private final Consumer<TransportAddress> onRefused;
    private final ArrayDeque<Waiting> known = new ArrayDeque<>();
    private final ArrayDeque<Waiting> strangers = new ArrayDeque<>();
    private final AnswerRate answers = new AnswerRate(ANSWERS, ANSWERS_TO_NETWORK, NETWORKS);
    private int psn;

    /**
     * Creates one that has nothing to send.
     *
     * @param onRefused is told which host says that nobody is there
     */
    OutgoingMads(NetworkPort port, Consumer<TransportAddress> onRefused) {
        this.port = port;
        this.onRefused = onRefused;
    }

    @Override
    public void unanswered(TransportAddress peer) {
        port.probe(peer, () -> onRefused.accept(peer));
    }

    @Override
    public void send(TransportAddress to, ByteBuffer mad) {
        add(known, CAPACITY, new Waiting(to, mad, false));
    }

    @Override
    public void answer(TransportAddress to, ByteBuffer mad) {
        if (answers.mayAnswer(to.gid(), port.nowNs())) {
            add(strangers, STRANGERS, new Waiting(to, mad, false));
        }
    }

    @Override
    public void sendClear(TransportAddress to, ByteBuffer mad) {
        add(strangers, STRANGERS, new Waiting(to, mad, true));
    }

    private static void add(ArrayDeque<Waiting> queue, int most, Waiting one) {
        if (queue.size() < most) {
            queue.addLast(one);
        }
    }

    /** Adds those that go to the peer of the oldest, as far as they follow it. */
    int poll(TransmitBatch batch, long nowNs) {
        if (known.isEmpty() && strangers.isEmpty()) {
            return 0;
        }
        int count = poll(known, batch, nowNs);
        return count > 0 || !known.isEmpty() ? count : poll(strangers, batch, nowNs);
    }

    private int poll(ArrayDeque<Waiting> waiting, TransmitBatch batch, long nowNs) {
        while (batch.isEmpty() && !waiting.isEmpty()) {
            Waiting first = waiting.getFirst();
            TransportAddress to = first.to();
            if (!seal(batch, first, nowNs)) {
                waiting.removeFirst(); // the keys are gone, and the peer would drop it
                continue;
            }
            try {
                Route route = port.route(port.gidIndexTowards(to.gid()), to);
                if (route.isPaused()) {
                    break;
                }
                fill(waiting, batch, first, route);
            } catch (VerbsException e) {
                waiting.removeFirst(); // no way there: as good as lost
            }
        }
        return batch.count();
    }

    /**
     * Has the batch sealed if there are keys; returns false if it must be, and there are none. The
     * peer of a request may have ended its keys since: there are new ones when it is sent again.
     */
    private boolean seal(TransmitBatch batch, Waiting first, long nowNs) {
        batch.sealWith(null);
        Optional<Keyring> keyring = port.keyring();
        if (keyring.isEmpty() || first.clear()) {
            return true;
        }
        PeerKeys keys = keyring.get().of(first.to().gid());
        if (keys == null) {
            boolean required = keyring.get().settings().required();
            if (required && isRequest(first.mad())) {
                keyring.get().request(first.to().gid(), _ -> {});
            }
            return !required;
        }
        batch.sealWith(keys.datagrams(nowNs));
        return true;
    }

    private static boolean isRequest(ByteBuffer mad) {
        int attribute = Mad.attributeId(mad, 0);
        return attribute == CmMessage.REQ.attributeId()
                || attribute == CmMessage.SIDR_REQ.attributeId();
    }

    private void fill(
            ArrayDeque<Waiting> waiting, TransmitBatch batch, Waiting first, Route route) {
        while (!waiting.isEmpty()
                && waiting.getFirst().goesWith(first)
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
