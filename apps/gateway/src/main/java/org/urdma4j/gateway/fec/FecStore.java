package org.urdma4j.gateway.fec;

import org.urdma4j.gateway.packet.PacketStore;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A store whose packets can be protected: their frames can be read, tagged, and made of bytes.
 *
 * @param <P> handles of packets
 */
public interface FecStore<P> extends PacketStore<P> {
    /**
     * Puts a number into the low six bits of the BTH's fifth byte, which the ICRC leaves out, and
     * corrects the UDP checksum if there is one; see {@link TagBits}.
     *
     * @param packet an RC packet over RoCEv2
     * @param tag 0 to 63
     */
    void tag(P packet, int tag);

    int tag(P packet);

    /** Returns the most bytes that {@link #read} gives for frames of so many bytes. */
    int heldBytes(int frameBytes);

    /**
     * Copies the frame of an RC packet, or what stands for it where payload is by reference.
     *
     * @param into has {@link #heldBytes} of the frame's bytes
     * @return how many bytes it is
     */
    int read(P packet, MemorySegment into);

    /**
     * Makes a packet of what {@link #read} gave, or of any other bytes.
     *
     * @return a packet as it comes from the long link, or null if the bytes are none
     */
    P write(MemorySegment from, long at, int bytes);

    /**
     * The same as {@link #make}, for a message that is as long on the link as the frames that it
     * stands for, of which payload by reference has no bytes.
     *
     * @param absent bytes that it takes on the link beyond those of {@code transport}
     */
    P makeRepair(P template, ByteBuffer transport, int absent);
}
