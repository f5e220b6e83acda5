package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Reads frames from a {@link PacketSocket}, several a call (recvmmsg(2)), each into a buffer that
 * holds the longest super-packet. Not thread-safe; nothing is allocated in a read unless a buffer
 * was kept by somebody.
 */
public final class FrameReader implements AutoCloseable {
    public static final int SLOTS = 16;

    /** What {@link #tag} returns for a frame that had none. */
    public static final int UNTAGGED = -1;

    private static final int SLOT_BYTES = 66 << 10;

    private static final long MESSAGE = MessageHeader.LENGTH;
    private static final long VECTOR = 2 * Long.BYTES;

    // struct cmsghdr, then struct tpacket_auxdata
    private static final long CONTROL = 48;
    private static final long LEVEL = 8;
    private static final long TYPE = 12;
    private static final long STATUS = 16;
    private static final long TAG = STATUS + 16;
    private static final long TAG_PROTOCOL = TAG + Short.BYTES;
    private static final int TAG_VALID = 1 << 4;
    private static final int TAG_PROTOCOL_VALID = 1 << 6;
    private static final int CUSTOMER_TAG = 0x8100;

    private final PacketSocket socket;
    private final MemorySegment messages;
    private final MemorySegment vectors;
    private final MemorySegment controls;
    private final ByteBuf[] slots = new ByteBuf[SLOTS];
    private int used;

    /** Allocates the buffers, 1 MiB. */
    public FrameReader(PacketSocket socket) {
        this.socket = socket;
        messages = Arena.ofAuto().allocate(SLOTS * MESSAGE, Long.BYTES);
        vectors = Arena.ofAuto().allocate(SLOTS * VECTOR, Long.BYTES);
        controls = Arena.ofAuto().allocate(SLOTS * CONTROL, Long.BYTES);
        for (int i = 0; i < SLOTS; i++) {
            MessageHeader.setVector(messages, i, vectors.address() + i * VECTOR, 1);
            renew(i);
        }
        used = SLOTS;
    }

    private void renew(int i) {
        slots[i] = PooledByteBufAllocator.DEFAULT.directBuffer(SLOT_BYTES, SLOT_BYTES);
        vectors.set(JAVA_LONG, i * VECTOR, slots[i].memoryAddress());
        vectors.set(JAVA_LONG, i * VECTOR + Long.BYTES, SLOT_BYTES);
    }

    /** Reads what is there; returns the number of frames, or minus errno. */
    public int read() {
        for (int i = 0; i < used; i++) {
            MessageHeader.setControl(messages, i, controls.address() + i * CONTROL, CONTROL);
            if (slots[i].refCnt() > 1) {
                slots[i].release();
                renew(i);
            }
        }
        int count = socket.libc.recvmmsg(socket.fd(), messages, SLOTS, NativeSocket.MSG_DONTWAIT);
        used = Math.max(count, 0);
        return count;
    }

    /** Returns what holds frame {@code i}, from its {@link VirtioHeader} on. */
    public ByteBuf buffer(int i) {
        return slots[i];
    }

    /** Returns the bytes of frame {@code i}, its {@link VirtioHeader} included. */
    public int length(int i) {
        return Math.min(MessageHeader.length(messages, i), SLOT_BYTES);
    }

    /**
     * Returns the VLAN tag that the kernel took off frame {@code i}: 16 bits of priority, drop
     * eligibility and number; or {@link #UNTAGGED}.
     */
    public int tag(int i) {
        return tells(i, TAG_VALID)
                ? Short.toUnsignedInt(controls.get(JAVA_SHORT, i * CONTROL + TAG))
                : UNTAGGED;
    }

    /** Returns the EtherType of the tag that frame {@code i} had, if it had one. */
    public int tagProtocol(int i) {
        return tells(i, TAG_PROTOCOL_VALID)
                ? Short.toUnsignedInt(controls.get(JAVA_SHORT, i * CONTROL + TAG_PROTOCOL))
                : CUSTOMER_TAG;
    }

    private boolean tells(int i, int status) {
        long at = i * CONTROL;
        return MessageHeader.controlLength(messages, i) > TAG
                && controls.get(JAVA_INT, at + LEVEL) == PacketSocket.SOL_PACKET
                && controls.get(JAVA_INT, at + TYPE) == PacketSocket.PACKET_AUXDATA
                && (controls.get(JAVA_INT, at + STATUS) & status) != 0;
    }

    /** Gives the buffers back. */
    @Override
    public void close() {
        for (ByteBuf slot : slots) {
            slot.release();
        }
    }
}
