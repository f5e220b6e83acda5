package org.urdma4j.tunnel.site;

import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.gateway.tap.Tap;
import org.urdma4j.tunnel.cell.CellText;
import org.urdma4j.tunnel.cell.FrameQueue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** The network inside: whole frames of its device. Confined to the tunnel's thread. */
final class InsidePort {
    private static final int FRAMES_PER_TURN = 64;
    private static final int HEADER = Tap.VNET_HEADER_BYTES;
    private static final int ROOM = HEADER + CellText.LONGEST_FRAME;

    private final FramePort device;
    private final FrameQueue queue;
    private final MemorySegment read = Arena.ofAuto().allocate(ROOM, Long.BYTES);
    private final ByteBuffer readBytes = read.asByteBuffer();

    /** Zeros: each frame is complete. */
    private final MemorySegment header = Arena.ofAuto().allocate(HEADER, Long.BYTES);

    private final MemorySegment frame = Arena.ofAuto().allocate(CellText.LONGEST_FRAME, Long.BYTES);
    private long written;
    private long refused;

    InsidePort(FramePort device, FrameQueue queue) {
        this.device = device;
        this.queue = queue;
    }

    /** Returns the memory that frames for the device are made in. */
    ByteBuffer frame() {
        return frame.asByteBuffer();
    }

    /**
     * Reads what is there, to a limit, and returns whether there was anything.
     *
     * @param wanted whether there is another end; else frames are dropped
     */
    boolean read(boolean wanted) {
        for (int i = 0; i < FRAMES_PER_TURN; i++) {
            int length = device.read(read, 0, ROOM);
            if (length == 0) {
                return i > 0;
            }
            if (length > HEADER && wanted) {
                queue.add(readBytes, HEADER, length - HEADER);
            } else if (length > HEADER) {
                queue.drop();
            }
        }
        return true;
    }

    /** Gives a frame to the device. */
    void write(int length) {
        if (device.write(header, HEADER, frame, 0, length)) {
            written++;
        } else {
            refused++;
        }
    }

    long written() {
        return written;
    }

    long refused() {
        return refused;
    }
}
