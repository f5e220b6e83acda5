package org.urdma4j.tunnel.site;

import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.protection.packet.CellSeal;
import org.urdma4j.transport.port.linux.ErrorNumber;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.transport.port.pipeline.UdpBatches;
import org.urdma4j.tunnel.cell.CellWriter;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Fills, seals and sends cells, a batch a call: the kernel cuts it, where it can. Confined to the
 * tunnel's thread; nothing is allocated for a cell.
 */
final class CellSender {
    private final UdpSocket socket;
    private final CellWriter writer;
    private final FlowIcrc icrc = new FlowIcrc();
    private final int cellBytes;
    private final int most;
    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private boolean segmenting;

    /** Cells of the batch under way, those of them that are sent, and where to. */
    private int count;

    private int done;
    private Session session;
    private Session.Destination destination;
    private long sent;
    private long padding;
    private long unsent;
    private boolean tooLong;

    CellSender(UdpSocket socket, CellWriter writer, int cellBytes) {
        this.socket = socket;
        this.writer = writer;
        this.cellBytes = cellBytes;
        most = Math.min(UdpBatches.MAX_PACKETS, UdpBatches.MAX_BYTES / cellBytes);
        memory = Arena.ofAuto().allocate((long) most * cellBytes, Long.BYTES);
        buffer = memory.asByteBuffer();
        segmenting = socket.segment(cellBytes);
    }

    int most() {
        return most;
    }

    /** Sends so many cells, empty ones if nothing waits. Nothing is under way. */
    void send(Session to, int cells, long nowNs) {
        begin(to, to.destination());
        to.streamed(nowNs);
        while (count < cells && to.keys().canSeal()) {
            add(nowNs);
        }
        flush();
    }

    /** Sends what waits, a batch of it. Nothing is under way. */
    void sendWaiting(Session to, long nowNs) {
        begin(to, to.destination());
        to.streamed(nowNs);
        while (count < most && writer.hasWaiting() && to.keys().canSeal()) {
            add(nowNs);
        }
        flush();
    }

    /** Sends a question or an answer of the session's in a cell. Nothing is under way. */
    void sendControl(Session to, Session.Destination where, long nowNs) {
        begin(to, where);
        int length = cellBytes - Icrc.LENGTH;
        to.writeControl(buffer, CellSeal.HEADER, length - CellSeal.OVERHEAD, nowNs);
        seal(0, nowNs);
        flush();
    }

    private void begin(Session to, Session.Destination where) {
        session = to;
        destination = where;
        count = 0;
        done = 0;
    }

    private void add(long nowNs) {
        int at = count * cellBytes;
        int length = cellBytes - Icrc.LENGTH;
        if (!writer.write(buffer, at + CellSeal.HEADER, length - CellSeal.OVERHEAD)) {
            padding++;
        }
        seal(at, nowNs);
    }

    private void seal(int at, long nowNs) {
        session.keys().seal(memory, buffer, at, cellBytes - Icrc.LENGTH, nowNs);
        count++;
    }

    /** Returns whether a batch waits for the socket to take it. */
    boolean isUnderWay() {
        return done < count;
    }

    /** Goes on with the batch that is under way. */
    void flush() {
        while (done < count) {
            int cells = segmenting ? count - done : 1;
            stamp(cells);
            int result =
                    socket.send(
                            memory.asSlice((long) done * cellBytes, (long) cells * cellBytes),
                            destination.address());
            if (result >= 0) {
                sent += cells;
                done += cells;
            } else if (!isRefused(-result, cells)) {
                return;
            }
        }
    }

    /** The kernel numbers what it cuts from 0; what is sent alone is 0. */
    private void stamp(int cells) {
        int length = cellBytes - Icrc.LENGTH;
        for (int i = 0; i < cells; i++) {
            int at = (done + i) * cellBytes;
            Icrc.put(buffer, at + length, icrc.compute(destination.flow(), buffer, at, length, i));
        }
    }

    /** Returns whether to go on. */
    private boolean isRefused(int errno, int cells) {
        switch (errno) {
            case ErrorNumber.EAGAIN, ErrorNumber.EINTR -> {
                return false;
            }
            case ErrorNumber.EIO -> {
                if (segmenting) {
                    segmenting = false; // a device that can't compute checksums
                    return true;
                }
            }
            case ErrorNumber.EMSGSIZE, ErrorNumber.EINVAL -> tooLong = true;
            default -> {
                // there is no way to the other end now
            }
        }
        unsent += cells;
        done += cells;
        return true;
    }

    /** Forgets what is under way: there is nobody to have it. */
    void forget() {
        unsent += count - done;
        count = 0;
        done = 0;
    }

    long sent() {
        return sent;
    }

    long padding() {
        return padding;
    }

    long unsent() {
        return unsent;
    }

    /** Returns whether the network has refused a cell because of its length. */
    boolean isTooLong() {
        return tooLong;
    }
}
