package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The way of every packet into the shard: checks length and ICRC, parses, passes on. Nothing is
 * allocated here for direct buffers. Confined to the event loop.
 */
public final class PacketIntake {
    /** Offset and address are the same thing in it. */
    private static final MemorySegment ALL_MEMORY = allMemory();

    private final Shard shard;
    private final IcrcCheck icrc;
    private final ReceivedPacket packet = new ReceivedPacket(PayloadMover.COPYING);

    public PacketIntake(Shard shard, IcrcCheck icrc) {
        this.shard = shard;
        this.icrc = icrc;
    }

    /**
     * Takes a packet; the buffer stays the caller's.
     *
     * @param data readable from the BTH to the ICRC
     * @param source where it came from
     */
    void accept(ByteBuf data, Object source, long nowNs) {
        int length = data.readableBytes() - Icrc.LENGTH;
        if (length < Bth.LENGTH) {
            shard.counters().increment(Counter.DROPPED_MALFORMED);
            return;
        }
        if (data.hasMemoryAddress()) {
            acceptDirect(data, length, source, nowNs);
        } else {
            ByteBuffer buffer = data.nioBuffer();
            int at = buffer.position();
            accept(buffer, MemorySegment.ofBuffer(buffer), -at, at, length, source, nowNs);
        }
    }

    /** A slice would create its own view; its root has one that it keeps. */
    private void acceptDirect(ByteBuf data, int length, Object source, long nowNs) {
        ByteBuf root = data;
        while (root.unwrap() != null) {
            root = root.unwrap();
        }
        ByteBuffer buffer = root.internalNioBuffer(0, root.capacity());
        long base = root.memoryAddress() - buffer.position();
        int at = (int) (data.memoryAddress() + data.readerIndex() - base);
        accept(buffer, ALL_MEMORY, base, at, length, source, nowNs);
    }

    private void accept(
            ByteBuffer buffer,
            MemorySegment memory,
            long memoryBase,
            int at,
            int length,
            Object source,
            long nowNs) {
        if (icrc.passes(buffer, at, length, source)) {
            packet.wrap(buffer, memory, memoryBase, at, length, source);
            shard.onPacket(packet, nowNs);
        }
    }

    // A buffer gives its address as a number; without this there would be a segment per packet.
    @SuppressWarnings("restricted")
    private static MemorySegment allMemory() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    /** Returns memory in which offset and address are the same thing. */
    static MemorySegment wholeMemory() {
        return ALL_MEMORY;
    }

    /** Returns the memory at {@code address}, {@code bytes} of it. */
    public static MemorySegment memory(long address, long bytes) {
        return ALL_MEMORY.asSlice(address, bytes);
    }
}
