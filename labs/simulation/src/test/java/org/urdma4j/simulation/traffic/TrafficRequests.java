package org.urdma4j.simulation.traffic;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Draws the requests of one end, and tells both memories and the peer's receives what must come of
 * each.
 */
final class TrafficRequests {
    static final int MAX_INLINE = 256;
    static final int MAX_SGE = 4;
    static final int MAX_SEND_MTUS = 8;
    static final int MAX_MTUS = 64;

    private static final WrOpcode[] OPCODES = {
        WrOpcode.SEND,
        WrOpcode.SEND_WITH_IMM,
        WrOpcode.SEND_WITH_INV,
        WrOpcode.RDMA_WRITE,
        WrOpcode.RDMA_WRITE,
        WrOpcode.RDMA_WRITE_WITH_IMM,
        WrOpcode.RDMA_READ,
        WrOpcode.RDMA_READ,
        WrOpcode.ATOMIC_CMP_AND_SWP,
        WrOpcode.ATOMIC_FETCH_AND_ADD
    };
    private static final byte[] NOTHING = {};

    private final TrafficEnd from;
    private final TrafficEnd to;
    private final RandomGenerator random;
    private final int mtu;
    private long nextId;
    private long packets;

    /** Set while a READ of the peer's hot area is not fenced off from later WRITEs to it. */
    private boolean hotIsRead;

    TrafficRequests(TrafficEnd from, TrafficEnd to, RandomGenerator random, int mtu) {
        this.from = from;
        this.to = to;
        this.random = random;
        this.mtu = mtu;
    }

    /** Returns how many sequence numbers the requests so far have. */
    long packets() {
        return packets;
    }

    /** Draws a request into {@code wr}, which is to be posted now. */
    Request next(SendWr wr, boolean signaled) {
        wr.reset().wrId(nextId).sendFlags(flags(signaled));
        WrOpcode opcode = OPCODES[random.nextInt(OPCODES.length)];
        Request request =
                switch (opcode) {
                    case SEND, SEND_WITH_IMM, SEND_WITH_INV -> send(wr, opcode, signaled);
                    case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> write(wr, opcode, signaled);
                    case RDMA_READ -> read(wr, signaled);
                    case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> atomic(wr, opcode, signaled);
                    default -> throw new AssertionError(opcode);
                };
        nextId++;
        return request;
    }

    private int flags(boolean signaled) {
        return (signaled ? SendFlags.SIGNALED : 0)
                | (random.nextInt(20) == 0 ? SendFlags.FENCE : 0)
                | (random.nextInt(4) == 0 ? SendFlags.SOLICITED : 0);
    }

    private int length(int mostMtus) {
        int most = mostMtus * mtu;
        int length =
                switch (random.nextInt(20)) {
                    case 0, 1 -> 0;
                    case 2, 3, 4, 5 -> 1 + random.nextInt(mtu);
                    case 6, 7, 8 -> mtu * (1 + random.nextInt(6)) + random.nextInt(3) - 1;
                    case 9 -> random.nextInt(most + 1);
                    default -> random.nextInt(5 * mtu);
                };
        packets += Math.max(1, (length + mtu - 1) / mtu);
        return Math.min(most, length);
    }

    private Request send(SendWr wr, WrOpcode opcode, boolean signaled) {
        byte[] bytes = gather(wr, length(MAX_SEND_MTUS));
        int immediate = random.nextInt();
        wr.opcode(opcode).immData(immediate);
        int flags = opcode == WrOpcode.SEND_WITH_IMM ? WcFlags.WITH_IMM : 0;
        MemoryRegion invalidated = null;
        if (opcode == WrOpcode.SEND_WITH_INV) {
            flags = WcFlags.WITH_INV;
            invalidated =
                    to.domain.regMr(
                            MemorySegment.ofArray(new long[1]),
                            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
            wr.invalidateRkey(invalidated.rkey());
        }
        to.receives.expect(
                new Arrival(WcOpcode.RECV, bytes, bytes.length, flags, immediate, invalidated));
        return new Request(nextId, WcOpcode.SEND, signaled, -1, NOTHING);
    }

    private Request write(SendWr wr, WrOpcode opcode, boolean signaled) {
        byte[] bytes = gather(wr, length(MAX_MTUS));
        int at = to.memory.hot + random.nextInt(to.memory.areaBytes - bytes.length + 1);
        int immediate = random.nextInt();
        wr.opcode(opcode).immData(immediate).rdma(to.region.addr() + at, to.region.rkey());
        if (hotIsRead) {
            wr.sendFlags(wr.sendFlags() | SendFlags.FENCE);
            hotIsRead = false;
        }
        to.memory.expect(at, bytes);
        if (opcode == WrOpcode.RDMA_WRITE_WITH_IMM) {
            to.receives.expect(
                    new Arrival(
                            WcOpcode.RECV_RDMA_WITH_IMM,
                            NOTHING,
                            bytes.length,
                            WcFlags.WITH_IMM,
                            immediate,
                            null));
        }
        return new Request(nextId, WcOpcode.RDMA_WRITE, signaled, -1, NOTHING);
    }

    private Request read(SendWr wr, boolean signaled) {
        int length = length(MAX_MTUS);
        int landing = from.memory.takeLanding(length);
        if (landing < 0) {
            return write(wr, WrOpcode.RDMA_WRITE, signaled);
        }
        boolean hot = random.nextBoolean();
        hotIsRead |= hot;
        int area = hot ? to.memory.hot : to.memory.source;
        int at = area + random.nextInt(to.memory.areaBytes - length + 1);
        wr.opcode(WrOpcode.RDMA_READ).rdma(to.region.addr() + at, to.region.rkey());
        int pieces = 1 + random.nextInt(MAX_SGE);
        int done = 0;
        for (int i = 0; i < pieces; i++) {
            int piece = i + 1 == pieces ? length - done : random.nextInt(length - done + 1);
            wr.addSge(from.region.addr() + landing + done, piece, from.region.lkey());
            done += piece;
        }
        byte[] result = to.memory.expectedAt(at, length);
        return new Request(nextId, WcOpcode.RDMA_READ, signaled, landing, result);
    }

    private Request atomic(SendWr wr, WrOpcode opcode, boolean signaled) {
        int landing = from.memory.takeLanding(Long.BYTES);
        if (landing < 0) {
            return write(wr, WrOpcode.RDMA_WRITE, signaled);
        }
        packets++;
        int at = to.memory.counters + Long.BYTES * random.nextInt(TrafficMemory.COUNTERS);
        byte[] original = to.memory.expectedAt(at, Long.BYTES);
        long before = to.memory.expectedCounter(at);
        long compareAdd = random.nextBoolean() ? before : random.nextLong();
        long swap = random.nextLong();
        boolean add = opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
        if (add) {
            to.memory.expectCounter(at, before + compareAdd);
        } else if (compareAdd == before) {
            to.memory.expectCounter(at, swap);
        }
        from.atomics++;
        wr.opcode(opcode)
                .atomic(to.region.addr() + at, to.region.rkey(), compareAdd, swap)
                .addSge(from.region.addr() + landing, Long.BYTES, from.region.lkey());
        WcOpcode completion = add ? WcOpcode.FETCH_ADD : WcOpcode.COMP_SWAP;
        return new Request(nextId, completion, signaled, landing, original);
    }

    /** Takes the message from pieces of the source area, or inline. */
    private byte[] gather(SendWr wr, int length) {
        byte[] bytes = new byte[length];
        if (length <= MAX_INLINE && random.nextInt(3) == 0) {
            random.nextBytes(bytes);
            wr.inlineData(MemorySegment.ofArray(Arrays.copyOf(bytes, length)));
            return bytes;
        }
        int pieces = 1 + random.nextInt(MAX_SGE);
        int done = 0;
        for (int i = 0; i < pieces; i++) {
            int piece = i + 1 == pieces ? length - done : random.nextInt(length - done + 1);
            int at = from.memory.source + random.nextInt(from.memory.areaBytes - piece + 1);
            wr.addSge(from.region.addr() + at, piece, from.region.lkey());
            byte[] part = from.memory.expectedAt(at, piece);
            System.arraycopy(part, 0, bytes, done, piece);
            done += piece;
        }
        return bytes;
    }
}
