package org.urdma4j.transport.rdmacm;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.shard.GeneralServices;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** A host that sends whatever datagrams it likes to queue pair 1 of another. */
final class Attacker implements GeneralServices, AutoCloseable {
    private static final int PACKET = GsiPacket.LENGTH + TransmitBatch.ICRC_LENGTH;
    private static final int SOME = 64;

    private final MemoryPort port;
    private final Gid victim;
    private final ArrayDeque<ByteBuffer> mads = new ArrayDeque<>();
    private long answers;

    Attacker(MemoryNetwork network, Gid own, Gid victim) {
        port = MemoryPort.open(network, own, MemoryPortConfig.builder().build());
        this.victim = victim;
        port.call(() -> {
            port.shard().attach(this);
            return null;
        });
    }

    /** Sends datagrams, a few at a time so that none overflows the victim's inbox. */
    void send(Iterable<ByteBuffer> all) {
        int count = 0;
        for (ByteBuffer mad : all) {
            port.call(() -> mads.add(mad));
            if (++count % SOME == 0) {
                port.call(mads::size);
            }
        }
    }

    long answers() {
        return port.call(() -> answers);
    }

    @Override
    public void onPacket(ReceivedPacket packet, long nowNs) {
        answers++;
    }

    @Override
    public int poll(TransmitBatch batch, long nowNs) {
        while (!mads.isEmpty() && batch.accepts(PACKET)) {
            int at = batch.begin(port.route(0, victim));
            GsiPacket.writeHeaders(batch.buffer(), at, Bth.DEFAULT_P_KEY, 0);
            batch.buffer().put(at + GsiPacket.MAD_OFFSET, mads.remove(), 0, Mad.LENGTH);
            batch.end(at + GsiPacket.LENGTH, PACKET);
        }
        return batch.count();
    }

    @Override
    public void onTimer(long nowNs) {
        // it has none
    }

    @Override
    public long nextDeadlineNs() {
        return Long.MAX_VALUE;
    }

    @Override
    public void close() {
        port.close();
    }
}
