package org.urdma4j.gateway.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.net.Udp;
import org.urdma4j.gateway.fec.FrameStore.Frame;
import org.urdma4j.gateway.packet.Headers;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Frames without addresses: what stands below the transport is room for it. Counts them. */
final class FrameStore implements FecStore<Frame> {
    static final int BELOW = 42;
    static final int ICRC = 4;

    /** Bytes from the Ethernet header to the ICRC. */
    static final class Frame {
        final ByteBuffer bytes;
        boolean intact = true;
        boolean released;

        Frame(int length) {
            bytes = ByteBuffer.allocate(length);
        }

        int transportLength() {
            return bytes.capacity() - BELOW - ICRC;
        }
    }

    int kept;

    Frame frame(int transportLength) {
        kept++;
        return new Frame(BELOW + transportLength + ICRC);
    }

    @Override
    public void view(Frame packet, Headers headers) {
        headers.transport().wrap(packet.bytes, BELOW, packet.transportLength());
        headers.roce(packet.bytes.capacity(), 0, 1, 0, 2);
    }

    @Override
    public boolean isIntact(Frame packet) {
        return packet.intact;
    }

    @Override
    public Frame copy(Frame packet) {
        Frame copy = frame(packet.transportLength());
        copy.bytes.put(0, packet.bytes, 0, packet.bytes.capacity());
        copy.intact = packet.intact;
        return copy;
    }

    @Override
    public void release(Frame packet) {
        assertThat(packet.released).isFalse();
        packet.released = true;
        kept--;
    }

    @Override
    public Frame template(Frame old, Frame packet) {
        return old != null ? old : frame(0);
    }

    @Override
    public Frame reversed(Frame packet) {
        return frame(0);
    }

    @Override
    public Frame make(Frame template, ByteBuffer transport) {
        Frame made = frame(transport.limit());
        made.bytes.put(BELOW, transport, 0, transport.limit());
        return made;
    }

    @Override
    public void tag(Frame packet, int tag) {
        TagBits.setBehindUdp(packet.bytes, BELOW, tag);
    }

    @Override
    public int tag(Frame packet) {
        return TagBits.get(packet.bytes, BELOW);
    }

    @Override
    public int heldBytes(int frameBytes) {
        return frameBytes;
    }

    @Override
    public int read(Frame packet, MemorySegment into) {
        MemorySegment.copy(
                packet.bytes.array(), 0, into, ValueLayout.JAVA_BYTE, 0, packet.bytes.capacity());
        return packet.bytes.capacity();
    }

    @Override
    public Frame write(MemorySegment from, long at, int bytes) {
        if (bytes < BELOW + ICRC + Udp.LENGTH) {
            return null;
        }
        Frame made = frame(bytes - BELOW - ICRC);
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, made.bytes.array(), 0, bytes);
        return made;
    }

    @Override
    public Frame makeRepair(Frame template, ByteBuffer transport, int absent) {
        assertThat(absent).isZero();
        return make(template, transport);
    }
}
