package org.urdma4j.simulation.roce;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.urdma.UrdmaOpcode;

import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Predicates that name RDMA packets, to be joined with {@code and}, {@code or} and {@code not}: the
 * first READ response LAST is {@code Packets.opcode(RC_RDMA_READ_RESPONSE_LAST)} with {@code
 * Occurrence.first()}. A packet that is malformed matches none of them.
 */
public final class Packets {
    private Packets() {}

    /**
     * Makes a predicate over a link's packets from one over their headers. It allocates nothing per
     * packet, and so belongs to one link. Packets of the URDMA profile show their BTH alone.
     */
    public static <P> Predicate<P> of(
            PacketView<? super P> view, Predicate<? super TransportPacket> match) {
        TransportPacket headers = new TransportPacket();
        return packet -> {
            view.wrap(packet, headers);
            return isRoce(headers) && match.test(headers);
        };
    }

    private static boolean isRoce(TransportPacket headers) {
        return headers.status() == PacketStatus.OK
                || (headers.status() == PacketStatus.UNKNOWN_OPCODE
                        && UrdmaOpcode.isUrdma(headers.opcode()));
    }

    /** Packets with this PSN, 0 to 2^24 - 1. */
    public static Predicate<TransportPacket> psn(int psn) {
        return packet -> packet.psn() == psn;
    }

    /** Packets with this opcode, a constant of {@link Opcode}. */
    public static Predicate<TransportPacket> opcode(int opcode) {
        return packet -> packet.opcode() == opcode;
    }

    /** Packets whose opcode has all of these flags of {@link Opcode}. */
    public static Predicate<TransportPacket> has(int opcodeFlags) {
        return packet -> packet.has(opcodeFlags);
    }

    public static Predicate<TransportPacket> destQp(int qpn) {
        return packet -> packet.destQp() == qpn;
    }

    /** Positive acknowledgements, those of atomics included, not READ responses. */
    public static Predicate<TransportPacket> ack() {
        return acknowledgement(AethSyndrome::isAck);
    }

    /** Negative acknowledgements of any code, RNR NAKs left out. */
    public static Predicate<TransportPacket> nak() {
        return acknowledgement(AethSyndrome::isNak);
    }

    /** Negative acknowledgements with this whole syndrome, a constant of {@link AethSyndrome}. */
    public static Predicate<TransportPacket> nak(int syndrome) {
        return acknowledgement(found -> found == syndrome);
    }

    /** Receiver-not-ready NAKs. */
    public static Predicate<TransportPacket> rnrNak() {
        return acknowledgement(AethSyndrome::isRnrNak);
    }

    private static Predicate<TransportPacket> acknowledgement(IntPredicate syndrome) {
        return packet -> packet.has(Opcode.ACK) && syndrome.test(packet.syndrome());
    }
}
