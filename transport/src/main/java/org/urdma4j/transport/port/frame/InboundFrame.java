package org.urdma4j.transport.port.frame;

import io.netty.buffer.ByteBuf;

import org.urdma4j.codec.net.EtherType;

import java.nio.ByteBuffer;

/**
 * A frame that was read, a super-packet perhaps: filled by the channel and, on its way through the
 * pipeline, by the handlers. Used again for the next; confined to the event loop.
 */
public final class InboundFrame {
    /** The tag of a frame that had none. */
    public static final int UNTAGGED = -1;

    private ByteBuf data;
    private ByteBuffer buffer;
    private int at;
    private long address;
    private int length;
    private int segment;
    private int tag;
    private int tagProtocol;
    private long arrivedNs;
    private int etherType;
    private int networkAt;

    /**
     * Turns to a frame.
     *
     * @param direct holds it
     * @param offset index of its first byte
     * @param bytes its length
     * @param segmentBytes UDP payload of each datagram that it stands for, 0 if it is one
     * @param vlanTag 16 bits that the kernel took off, or {@link #UNTAGGED}
     * @param nowNs the port's clock
     */
    public void begin(
            ByteBuf direct, int offset, int bytes, int segmentBytes, int vlanTag, long nowNs) {
        data = direct;
        buffer = direct.internalNioBuffer(0, direct.capacity());
        at = buffer.position() + offset;
        address = direct.memoryAddress() + offset;
        length = bytes;
        segment = segmentBytes;
        tag = vlanTag;
        tagProtocol = EtherType.VLAN;
        arrivedNs = nowNs;
    }

    /** Sets the EtherType of the tag; that of a customer's VLAN unless set. */
    public void tagProtocol(int etherType) {
        tagProtocol = etherType;
    }

    public int tagProtocol() {
        return tagProtocol;
    }

    /** Returns the memory address of its first byte. */
    public long address() {
        return address;
    }

    void network(int type, int vlanTag, int offset) {
        etherType = type;
        tag = vlanTag;
        networkAt = offset;
    }

    ByteBuf data() {
        return data;
    }

    /** Returns what holds the frame, from {@link #at} on. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns the index of its first byte. */
    public int at() {
        return at;
    }

    public int length() {
        return length;
    }

    int end() {
        return at + length;
    }

    /** Sets the UDP payload of each datagram that the frame stands for. */
    void segment(int segmentBytes) {
        segment = segmentBytes;
    }

    int segment() {
        return segment;
    }

    /** Returns the VLAN tag that the kernel took off, or {@link #UNTAGGED}. */
    public int tag() {
        return tag;
    }

    long arrivedNs() {
        return arrivedNs;
    }

    int etherType() {
        return etherType;
    }

    int networkAt() {
        return networkAt;
    }
}
