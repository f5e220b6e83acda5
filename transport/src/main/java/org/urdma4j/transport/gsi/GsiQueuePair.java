package org.urdma4j.transport.gsi;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.cm.CmEvent;
import org.urdma4j.transport.cm.ConnectionManager;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.shard.GeneralServices;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.wire.TransportAddress;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Queue pair 1 of a port, with the connection manager of its address behind it. Confined to the
 * event loop of the port; {@link #attach} says when that begins.
 */
public final class GsiQueuePair implements GeneralServices {
    private static final int MEMBER = 0x8000;

    private final NetworkPort port;
    private final ConnectionManager manager;
    private final OutgoingMads outgoing;
    private final Consumer<CmEvent> events;
    private final Guard guard;

    /**
     * Creates one that nothing reaches yet.
     *
     * @param random draws what peers must not guess
     * @param events is told what the manager has to tell, on the event loop
     */
    public GsiQueuePair(
            NetworkPort port, CmConfig config, RandomGenerator random, Consumer<CmEvent> events) {
        this.port = port;
        this.events = events;
        guard = new Guard(port.keyring());
        outgoing = new OutgoingMads(port, this::onRefused);
        manager = new ConnectionManager(config, random, outgoing);
    }

    /** Lets packets to queue pair 1 in; waits for the event loop. */
    public void attach() {
        port.call(() -> {
            port.shard().attach(this);
            return null;
        });
    }

    /** Returns the manager, to be touched on the event loop; {@link #tellEvents} comes after. */
    public ConnectionManager manager() {
        return manager;
    }

    /** Tells what has happened since the last call. */
    public void tellEvents() {
        CmEvent event = manager.pollEvent();
        while (event != null) {
            events.accept(event);
            event = manager.pollEvent();
        }
    }

    @Override
    public void onPacket(ReceivedPacket packet, long nowNs) {
        TransportAddress from = port.answerTo(packet.source(), packet.translatable());
        Counter refusal = guard.refusal(packet, from.gid(), nowNs);
        if (refusal == null) {
            onOpen(packet, from, nowNs);
            return;
        }
        port.shard().counters().increment(refusal);
        int at = refusal == Counter.DROPPED_NOT_PROTECTED ? madOffset(packet) : GsiPacket.NONE;
        if (at != GsiPacket.NONE && guard.mayAnswer(from.gid(), nowNs)) {
            manager.refuseClear(from, packet.buffer(), at, packet.headers().payloadLength());
        }
    }

    private static int madOffset(ReceivedPacket packet) {
        return GsiPacket.madOffset(packet.headers());
    }

    private void onOpen(ReceivedPacket packet, TransportAddress from, long nowNs) {
        int at = madOffset(packet);
        if (at == GsiPacket.NONE) {
            port.shard().counters().increment(Counter.DROPPED_MALFORMED);
        } else if (!inPartition(packet.headers().pKey())) {
            port.shard().counters().increment(Counter.DROPPED_PKEY);
        } else {
            int length = packet.headers().payloadLength();
            manager.onMad(from, packet.buffer(), at, length, nowNs);
            tellEvents();
        }
    }

    private void onRefused(TransportAddress peer) {
        manager.onRefused(peer);
    }

    /** The only partition here is the default one, of which this end is a full member. */
    private static boolean inPartition(int pKey) {
        return (pKey | MEMBER) == Bth.DEFAULT_P_KEY;
    }

    @Override
    public int poll(TransmitBatch batch, long nowNs) {
        return outgoing.poll(batch, nowNs);
    }

    @Override
    public void onTimer(long nowNs) {
        manager.onTimer(nowNs);
        tellEvents();
    }

    @Override
    public long nextDeadlineNs() {
        return manager.nextDeadlineNs();
    }
}
