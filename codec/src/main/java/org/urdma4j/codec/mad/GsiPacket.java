package org.urdma4j.codec.mad;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;

import java.nio.ByteBuffer;

/**
 * The packet that carries a management datagram from queue pair 1 to queue pair 1: BTH, DETH and
 * 256 bytes (IBTA volume 1, 13.5.1).
 */
public final class GsiPacket {
    /** The general services interface. */
    public static final int QPN = 1;

    /** Where the datagram begins in a packet that begins with its BTH. */
    public static final int MAD_OFFSET = Bth.LENGTH + Deth.LENGTH;

    /** Length in bytes from the BTH to the datagram's last byte. */
    public static final int LENGTH = MAD_OFFSET + Mad.LENGTH;

    /** What {@link #madOffset} returns for a packet that carries no management datagram. */
    public static final int NONE = -1;

    private GsiPacket() {}

    /**
     * Writes BTH and DETH at {@code at}; the datagram goes to {@link #MAD_OFFSET} behind it.
     *
     * @param psn counts the packets of the sender; nobody checks it
     */
    public static void writeHeaders(ByteBuffer b, int at, int pKey, int psn) {
        Bth.write(b, at, Opcode.UD_SEND_ONLY, 0, 0, pKey, QPN, psn);
        Deth.write(b, at + Bth.LENGTH, Deth.GSI_Q_KEY, QPN);
    }

    /**
     * Returns the index of the datagram in the packet's buffer, or {@link #NONE} for a packet of
     * another kind, to another queue pair, with another key or of another length.
     *
     * @param packet one that its {@code wrap} accepted, its payload in the buffer
     */
    public static int madOffset(TransportPacket packet) {
        boolean carriesMad =
                packet.opcode() == Opcode.UD_SEND_ONLY
                        && packet.destQp() == QPN
                        && packet.qKey() == Deth.GSI_Q_KEY
                        && packet.payloadLength() == Mad.LENGTH
                        && packet.payloadOffset() + Mad.LENGTH <= packet.buffer().limit();
        return carriesMad ? packet.payloadOffset() : NONE;
    }
}
