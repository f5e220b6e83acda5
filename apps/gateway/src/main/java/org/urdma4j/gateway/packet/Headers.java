package org.urdma4j.gateway.packet;

import org.urdma4j.codec.ib.TransportPacket;

/**
 * What the engine sees of a packet: addresses, length, and the transport headers, over bytes that
 * stay where they are. A {@link PacketStore} puts it over packets. Reusable, not thread-safe.
 */
public final class Headers {
    private final TransportPacket transport = new TransportPacket();
    private boolean roce;
    private int bytes;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;

    public void other() {
        roce = false;
    }

    /**
     * Makes it a RoCEv2 packet, whole and without IP options; {@link #transport} is to be wrapped
     * before. IPv4 addresses are mapped to IPv6.
     *
     * @param frameBytes bytes that it takes in a buffer
     */
    public void roce(int frameBytes, long fromHigh, long fromLow, long toHigh, long toLow) {
        roce = true;
        bytes = frameBytes;
        sourceHigh = fromHigh;
        sourceLow = fromLow;
        destinationHigh = toHigh;
        destinationLow = toLow;
    }

    /** Returns whether it is a RoCEv2 packet, whose transport headers may be asked for. */
    public boolean isRoce() {
        return roce;
    }

    public TransportPacket transport() {
        return transport;
    }

    public int bytes() {
        return bytes;
    }

    /** Returns the upper half of the source's address. */
    public long sourceHigh() {
        return sourceHigh;
    }

    /** Returns the lower half of the source's address. */
    public long sourceLow() {
        return sourceLow;
    }

    /** Returns the upper half of the destination's address. */
    public long destinationHigh() {
        return destinationHigh;
    }

    /** Returns the lower half of the destination's address. */
    public long destinationLow() {
        return destinationLow;
    }
}
