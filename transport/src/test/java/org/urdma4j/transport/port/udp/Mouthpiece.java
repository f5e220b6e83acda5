package org.urdma4j.transport.port.udp;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.shard.GeneralServices;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** In the place of queue pair 1: sends batches any way that it is told, and notes what came. */
final class Mouthpiece implements GeneralServices {
    static final int PAYLOAD = 256;
    static final int LENGTH = Bth.LENGTH + Deth.LENGTH + PAYLOAD + TransmitBatch.ICRC_LENGTH;

    /**
     * A packet that came.
     *
     * @param at index of the address that it came to
     * @param psn what the sender numbered it with
     */
    record Heard(Gid from, int at, int psn) {}

    final List<Heard> heard = new CopyOnWriteArrayList<>();
    private final NetworkPort port;
    private Route route;
    private int left;
    private int psn;

    private Mouthpiece(NetworkPort port) {
        this.port = port;
    }

    /** Puts one behind a port. */
    static Mouthpiece of(NetworkPort port) {
        Mouthpiece mouthpiece = new Mouthpiece(port);
        port.call(() -> {
            port.shard().attach(mouthpiece);
            return null;
        });
        return mouthpiece;
    }

    /** Sends so many packets, in one batch, numbered from a PSN. */
    void say(Route to, int packets, int firstPsn) {
        port.call(() -> {
            route = to;
            left = packets;
            psn = firstPsn;
            return null;
        });
    }

    @Override
    public void onPacket(ReceivedPacket packet, long nowNs) {
        heard.add(
                new Heard(port.gidOf(packet.source()), packet.arrivedAt(), packet.headers().psn()));
    }

    @Override
    public int poll(TransmitBatch batch, long nowNs) {
        int added = 0;
        while (left > 0 && batch.accepts(LENGTH)) {
            int at = batch.begin(route);
            Bth.write(batch.buffer(), at, Opcode.UD_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, 1, psn++);
            Deth.write(batch.buffer(), at + Bth.LENGTH, 0x80010000, 1);
            batch.end(batch.pad(at + Bth.LENGTH + Deth.LENGTH, PAYLOAD), LENGTH);
            left--;
            added++;
        }
        return added;
    }

    @Override
    public void onTimer(long nowNs) {
        // nothing is ever due
    }

    @Override
    public long nextDeadlineNs() {
        return Long.MAX_VALUE;
    }
}
