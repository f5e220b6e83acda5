package org.urdma4j.gateway.fec;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.fec.FecEncoder;
import org.urdma4j.fec.FecMode;
import org.urdma4j.fec.FecScheme;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.message.Repair;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.Headers;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Numbers the frames that leave over the long link and sends the parities of each group behind it.
 * A group ends when it is full, or when the link rests. Nothing is held back.
 *
 * @param <P> handles of packets
 */
public final class FecSender<P> {
    /** After so long without a frame a group ends. */
    static final long REST_NS = 100_000;

    /** What a REPAIR takes beyond the frame: IPv6, UDP, its own headers, the unit's, the ICRC. */
    static final int OVERHEAD =
            40
                    + 8
                    + Repair.length(FecScheme.UNIT_HEADER_BYTES + FrameUnit.CHECK)
                    + Integer.BYTES
                    + 3;

    private final Environment<P> environment;
    private final FecStore<P> store;
    private final FecMode mode;
    private final int longest;
    private final FecEncoder encoder;
    private final FrameUnit unit;
    private final ByteBuffer message;
    private final MemorySegment messageBytes;
    private P template;
    private int pKey;
    private int qpn;
    private long fromHigh;
    private long fromLow;
    private long toHigh;
    private long toLow;
    private long number = LinkNumbers.FIRST;
    private int longestOfGroup;
    private int longestReadOfGroup;
    private boolean open;
    private long lastNs;
    private long dueNs = Flow.NEVER;

    public FecSender(Environment<P> environment, FecStore<P> store) {
        this.environment = environment;
        this.store = store;
        this.mode = environment.config().fec();
        this.longest = longestFrame(environment.config());
        int held = store.heldBytes(longest);
        int unitSize = FecScheme.UNIT_HEADER_BYTES + FrameUnit.CHECK + held;
        encoder = new FecEncoder(unitSize, true, FecScheme.MAX_PARITIES);
        unit = new FrameUnit(held);
        byte[] bytes = new byte[Repair.length(unitSize)];
        message = ByteBuffer.wrap(bytes);
        messageBytes = MemorySegment.ofArray(bytes);
    }

    /** Returns the longest frame whose parity fits the link. */
    static int longestFrame(GatewayConfig config) {
        return config.mtu() - OVERHEAD;
    }

    /**
     * Takes note of an RC packet that leaves for the first time, and tags it.
     *
     * @return whether its group is full, so that {@link #flush} is due behind it
     */
    public boolean onFrame(P packet, Headers headers, long nowNs) {
        if (headers.bytes() > longest) {
            environment.counters().unprotected++;
            return false;
        }
        if (!open) {
            begin(packet, headers, nowNs);
        }
        longestOfGroup = Math.max(longestOfGroup, headers.bytes());
        lastNs = nowNs;
        int read = store.read(packet, unit.frame());
        longestReadOfGroup = Math.max(longestReadOfGroup, read);
        int bytes = unit.finish(read, number);
        encoder.header(0, 0, bytes);
        encoder.bytes(FecScheme.UNIT_HEADER_BYTES, unit.bytes(), 0, bytes);
        encoder.endMember();
        store.tag(packet, LinkNumbers.tag(number++));
        return encoder.full();
    }

    private void begin(P packet, Headers headers, long nowNs) {
        TransportPacket transport = headers.transport();
        open = true;
        longestOfGroup = 0;
        longestReadOfGroup = 0;
        template = store.template(template, packet);
        pKey = transport.pKey();
        qpn = transport.destQp();
        fromHigh = headers.sourceHigh();
        fromLow = headers.sourceLow();
        toHigh = headers.destinationHigh();
        toLow = headers.destinationLow();
        encoder.open(number, mode.scheme(), mode.r(), mode.k());
        dueNs = nowNs + REST_NS;
    }

    /** Ends the group, and hands its parities out in their order. */
    public void flush(Consumer<? super P> output) {
        open = false;
        dueNs = Flow.NEVER;
        int parities = encoder.close();
        for (int i = 0; i < parities; i++) {
            environment.counters().repairs++;
            int held = encoder.heldLength(i);
            Repair.begin(
                    message,
                    pKey,
                    qpn,
                    environment.config().bootId(),
                    environment.nextMessage(),
                    LinkNumbers.bits(encoder.firstPsn()),
                    encoder.members(),
                    encoder.scheme(),
                    encoder.r(),
                    i,
                    held);
            MemorySegment.copy(encoder.parity(i), 0, messageBytes, Repair.PARITY_AT, held);
            environment.seal().seal(message, fromHigh, fromLow, toHigh, toLow);
            output.accept(store.makeRepair(template, message, longestOfGroup - longestReadOfGroup));
        }
    }

    /** Returns when {@link #onTimers} is due. */
    public long nextDeadlineNs() {
        return dueNs;
    }

    /** Ends the group if the link has rested. */
    public void onTimers(long nowNs, Consumer<? super P> output) {
        if (dueNs > nowNs) {
            return;
        }
        dueNs = lastNs + REST_NS;
        if (dueNs <= nowNs) {
            flush(output);
        }
    }

    /** Gives back what is kept. */
    public void close() {
        if (template != null) {
            store.release(template);
            template = null;
        }
    }
}
