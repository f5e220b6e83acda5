package org.urdma4j.gateway.fec;

import org.urdma4j.fec.FecDecoder;
import org.urdma4j.fec.FecScheme;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.message.Repair;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.GatewayConfig;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Remembers the newest numbered frames from the long link, and puts together what a REPAIR shows to
 * be missing. Groups of which nothing is missing, nearly all, cost nothing but the copies.
 *
 * @param <P> handles of packets
 */
public final class FecReceiver<P> {
    private static final int KEPT = 2 * GatewayConfig.MAX_FEC_MEMBERS;
    private static final int MASK = KEPT - 1;
    private static final int GROUPS = 8;
    private static final long NO_NUMBER = Long.MIN_VALUE;

    private final Environment<P> environment;
    private final FecStore<P> store;
    private final Object[] frames = new Object[KEPT];
    private final long[] numbers = new long[KEPT];
    private final FrameUnit unit;
    private final byte[] parity;
    private final MemorySegment parityBytes;
    private final int unitSize;
    private FecDecoder decoder;
    private long newest;
    private int bootId;
    private boolean heard;

    public FecReceiver(Environment<P> environment, FecStore<P> store) {
        this.environment = environment;
        this.store = store;
        int held = store.heldBytes(FecSender.longestFrame(environment.config()));
        unitSize = FecScheme.UNIT_HEADER_BYTES + FrameUnit.CHECK + held;
        unit = new FrameUnit(held);
        parity = new byte[unitSize];
        parityBytes = MemorySegment.ofArray(parity);
        Arrays.fill(numbers, NO_NUMBER);
        start();
    }

    private void start() {
        decoder =
                new FecDecoder(
                        unitSize,
                        true,
                        GROUPS,
                        Math.max(2, FecScheme.MAX_PARITIES + GROUPS) * (unitSize + Long.BYTES));
        clear();
        newest = LinkNumbers.FIRST - 1;
    }

    /** Takes the tag off an RC packet, and remembers it if it has one. */
    public void onFrame(P packet, int frameBytes) {
        int tag = store.tag(packet);
        if (tag == LinkNumbers.NONE) {
            return;
        }
        store.tag(packet, LinkNumbers.NONE);
        if (store.heldBytes(frameBytes) > unit.frame().byteSize() || !store.isIntact(packet)) {
            return;
        }
        long number = LinkNumbers.unwrap(newest, tag);
        newest = Math.max(newest, number);
        keep(number, store.copy(packet));
    }

    private void keep(long number, P packet) {
        int slot = (int) number & MASK;
        release(slot);
        frames[slot] = packet;
        numbers[slot] = number;
    }

    private void release(int slot) {
        P old = at(slot);
        if (old != null) {
            frames[slot] = null;
            numbers[slot] = NO_NUMBER;
            store.release(old);
        }
    }

    @SuppressWarnings("unchecked") // only keep puts something there
    private P at(int slot) {
        return (P) frames[slot];
    }

    private boolean has(long number) {
        return numbers[(int) number & MASK] == number;
    }

    /** Takes a REPAIR; what it lets be put together is fetched with {@link #next}. */
    public void onRepair(ByteBuffer b, int at) {
        int members = Repair.members(b, at);
        int scheme = Repair.scheme(b, at);
        int r = Repair.r(b, at);
        int bytes = Repair.parityBytes(b, at);
        if (!FecScheme.valid(scheme, r)
                || members < 1
                || members > GatewayConfig.MAX_FEC_MEMBERS
                || bytes > unitSize) {
            environment.counters().badMessages++;
            return;
        }
        hear(GatewayMessage.bootId(b, at));
        long first = LinkNumbers.near(newest, Repair.first(b, at));
        long last = first + members - 1;
        if (newest - last >= KEPT) {
            start(); // what was taken for the newest was none
        }
        if (newest < last || newest - last > LinkNumbers.OLDER) {
            newest = last; // so many were lost, or late, that tags alone were misleading
        }
        if (newest - first < KEPT && lacks(first, members)) {
            enter(first, members, scheme, r);
            b.get(at + Repair.PARITY_AT, parity, 0, bytes);
            decoder.repair(first, Repair.parity(b, at), r, members, scheme, parityBytes, 0, bytes);
        }
    }

    /** A gateway that has started anew numbers anew. */
    private void hear(int from) {
        if (heard && from != bootId) {
            start();
        }
        heard = true;
        bootId = from;
    }

    private boolean lacks(long first, int members) {
        for (long number = first; number < first + members; number++) {
            if (!has(number)) {
                return true;
            }
        }
        return false;
    }

    private void enter(long first, int members, int scheme, int r) {
        for (int i = 0; i < members; i++) {
            if (has(first + i) && decoder.member(first, i, r, scheme)) {
                int read = store.read(at((int) (first + i) & MASK), unit.frame());
                int bytes = unit.finish(read, first + i);
                if (decoder.header(0, 0, bytes)) {
                    decoder.bytes(FecScheme.UNIT_HEADER_BYTES, unit.bytes(), 0, bytes);
                    decoder.endMember();
                }
            }
        }
    }

    /** Returns the next packet that was put together, as it comes from the long link, or null. */
    public P next() {
        while (decoder.nextRepaired()) {
            P packet = repaired();
            if (packet != null && store.isIntact(packet)) {
                environment.counters().repaired++;
                keep(decoder.repairedPsn(), store.copy(packet));
                return packet;
            }
            environment.counters().wronglyRepaired++;
            if (packet != null) {
                store.release(packet);
            }
        }
        return null;
    }

    private P repaired() {
        long at = decoder.unitOffset() + FecScheme.UNIT_HEADER_BYTES;
        int bytes = decoder.codedLength();
        return FrameUnit.isRight(decoder.unit(), at, bytes, decoder.repairedPsn())
                ? store.write(decoder.unit(), at + FrameUnit.CHECK, bytes - FrameUnit.CHECK)
                : null;
    }

    private void clear() {
        for (int slot = 0; slot < KEPT; slot++) {
            release(slot);
        }
    }

    /** Gives back what is kept. */
    public void close() {
        clear();
    }
}
