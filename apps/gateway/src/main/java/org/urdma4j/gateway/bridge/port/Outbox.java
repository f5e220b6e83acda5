package org.urdma4j.gateway.bridge.port;

import org.urdma4j.gateway.bridge.frame.FrameGateway;
import org.urdma4j.gateway.bridge.store.StoredFrame;
import org.urdma4j.transport.port.linux.ErrorNumber;
import org.urdma4j.transport.port.linux.FrameWriter;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Frames on their way to an interface, several a call; those that it doesn't take yet wait, to a
 * limit in bytes and number. Nothing is allocated for a frame.
 */
final class Outbox {
    private static final int BATCH = 64;
    private static final int MOST = 1 << 12;

    private final FrameWriter writer;
    private final long mostBytes;

    /** The same for all frames: each is complete. */
    private final MemorySegment header = Arena.ofAuto().allocate(VirtioHeader.LENGTH, Long.BYTES);

    private final StoredFrame[] waiting = new StoredFrame[MOST];
    private int first;
    private int count;
    private long bytes;
    private long written;
    private long dropped;
    private boolean unsure;
    private boolean blocked;

    Outbox(PacketSocket socket, long mostBytes) {
        this.writer = new FrameWriter(socket, BATCH);
        this.mostBytes = mostBytes;
        VirtioHeader.writeComplete(header.asByteBuffer(), 0);
    }

    /** Takes a frame, or drops it if too many wait. */
    void add(StoredFrame frame, FrameGateway gateway) {
        if (count >= BATCH && !blocked) {
            flush(gateway);
        }
        if (count == MOST || bytes + frame.charge() > mostBytes) {
            dropped++;
            gateway.release(frame);
            return;
        }
        waiting[(first + count++) & (MOST - 1)] = frame;
        bytes += frame.charge();
    }

    /** Writes as much as the interface takes. */
    void flush(FrameGateway gateway) {
        unsure = false;
        blocked = false;
        while (count > 0) {
            writer.clear();
            int batch = Math.min(count, BATCH);
            for (int i = 0; i < batch; i++) {
                StoredFrame frame = waiting[(first + i) & (MOST - 1)];
                writer.add(header.address(), VirtioHeader.LENGTH, frame.address(), frame.length());
            }
            int sent = writer.send();
            if (sent == -ErrorNumber.EAGAIN || sent == -ErrorNumber.EINTR) {
                blocked = true;
                return;
            }
            if (sent > 0) {
                written += sent;
                remove(sent, gateway);
            } else {
                unsure |= sent == -ErrorNumber.ENXIO || sent == -ErrorNumber.ENODEV;
                dropped++;
                remove(1, gateway);
            }
        }
    }

    private void remove(int frames, FrameGateway gateway) {
        for (int i = 0; i < frames; i++) {
            StoredFrame frame = waiting[first];
            waiting[first] = null;
            first = (first + 1) & (MOST - 1);
            bytes -= frame.charge();
            gateway.release(frame);
        }
        count -= frames;
    }

    /** Returns whether frames wait because the interface took no more. */
    boolean isWaiting() {
        return blocked;
    }

    /** Returns whether the kernel has said that there is no such interface. */
    boolean isUnsure() {
        return unsure;
    }

    long written() {
        return written;
    }

    long dropped() {
        return dropped;
    }
}
