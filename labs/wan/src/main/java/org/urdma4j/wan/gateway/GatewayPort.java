package org.urdma4j.wan.gateway;

import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.bridge.frame.FrameGateway;
import org.urdma4j.gateway.bridge.store.StoredFrame;
import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.VirtioHeader;
import org.urdma4j.wan.frame.FrameRing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * A port with a gateway behind it: what the device gives goes through the gateway before it is
 * read, what is written goes through it before the device gets it. Frames of several packets leave
 * it cut. On the thread that carries the path.
 */
public final class GatewayPort implements FramePort {
    private final FramePort device;
    private final FrameGateway gateway;
    private final LongSupplier clock;
    private final MemorySegment memory = Arena.ofAuto().allocate(FrameRing.LONGEST, Long.BYTES);
    private final ByteBuffer frame = memory.asByteBuffer();
    private final MemorySegment head = Arena.ofAuto().allocate(VirtioHeader.LENGTH, Long.BYTES);

    /**
     * @param device the hosts' side
     */
    public GatewayPort(FramePort device, FrameGateway gateway, LongSupplier clock) {
        this.device = device;
        this.gateway = gateway;
        this.clock = clock;
        VirtioHeader.writeComplete(head.asByteBuffer(), 0);
    }

    @Override
    public int read(MemorySegment into, long at, int room) {
        gateway.onTimers(clock.getAsLong());
        writeInside();
        StoredFrame next = gateway.poll(Port.OUTSIDE);
        while (next == null) {
            int bytes = device.read(memory, 0, FrameRing.LONGEST);
            if (bytes == 0) {
                return 0;
            }
            take(Port.INSIDE, bytes);
            next = gateway.poll(Port.OUTSIDE);
        }
        MemorySegment.copy(head, 0, into, at, VirtioHeader.LENGTH);
        MemorySegment.copy(next.memory(), next.at(), into, at + VirtioHeader.LENGTH, next.length());
        int length = VirtioHeader.LENGTH + next.length();
        gateway.release(next);
        return length;
    }

    @Override
    public boolean write(
            MemorySegment front, int frontBytes, MemorySegment body, long bodyAt, int bodyBytes) {
        MemorySegment.copy(front, 0, memory, 0, frontBytes);
        MemorySegment.copy(body, bodyAt, memory, frontBytes, bodyBytes);
        return take(Port.OUTSIDE, frontBytes + bodyBytes);
    }

    private boolean take(Port from, int bytes) {
        gateway.onRead(
                from,
                frame,
                0,
                bytes - VirtioHeader.LENGTH,
                FrameReader.UNTAGGED,
                0,
                clock.getAsLong());
        return writeInside();
    }

    /** Gives the device what there is for it; returns whether it took all. */
    private boolean writeInside() {
        boolean taken = true;
        StoredFrame next = gateway.poll(Port.INSIDE);
        while (next != null) {
            taken &=
                    device.write(
                            head, VirtioHeader.LENGTH, next.memory(), next.at(), next.length());
            gateway.release(next);
            next = gateway.poll(Port.INSIDE);
        }
        return taken;
    }
}
