package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;

/**
 * A transport packet of a capture and where it was found. The scan uses one object for all: what it
 * says holds until its listener returns.
 */
public final class CapturedPacket {
    private static final int CONGESTION_EXPERIENCED = 3;

    private final CutHeaders cut = new CutHeaders();
    private final TransportPacket standard = new TransportPacket();
    private final UrdmaPacket urdma = new UrdmaPacket();
    private RoceFrame frame;
    private HostAddress source;
    private HostAddress destination;
    private long number;
    private long timeNs;
    private int segment;
    private boolean payloadKnown;
    private Integrity integrity = Integrity.UNCHECKED;

    CapturedPacket() {}

    void in(RoceFrame roceFrame, long recordNumber, long recordTimeNs) {
        frame = roceFrame;
        number = recordNumber;
        timeNs = recordTimeNs;
        source = HostAddress.source(roceFrame);
        destination = HostAddress.destination(roceFrame);
    }

    void at(int offset, int length, int segmentIndex, Integrity verdict, HeaderSense headers) {
        segment = segmentIndex;
        integrity = verdict;
        cut.take(frame.buffer(), offset, length);
        standard.wrap(cut.buffer(), cut.offset(), length);
        payloadKnown = true;
        if (isUrdma()) {
            var words = HeaderSense.Words.NONE;
            if (cut.isCut() && UrdmaOpcode.pathWordOffset(opcode()) != UrdmaOpcode.ABSENT) {
                headers.miss(destination, destQp());
            } else {
                words = headers.words(destination, cut.buffer(), cut.offset(), length);
            }
            payloadKnown = headers.knows(destination, destQp());
            urdma.wrapTagged(cut.buffer(), cut.offset(), length, words.fec(), words.paths());
        }
    }

    /** Returns the number of the record in the file, from 1 as Wireshark counts. */
    public long number() {
        return number;
    }

    /** Returns nanoseconds since 1970, or {@link CaptureRecord#NO_TIMESTAMP}. */
    public long timeNs() {
        return timeNs;
    }

    public boolean hasTime() {
        return timeNs != CaptureRecord.NO_TIMESTAMP;
    }

    /** Returns which packet of a super-packet this is, from 0; 0 for a packet that is alone. */
    public int segment() {
        return segment;
    }

    public Integrity integrity() {
        return integrity;
    }

    public Encapsulation encapsulation() {
        return frame.encapsulation();
    }

    /** Returns the number of the VLAN, or -1. */
    public int vlanId() {
        return frame.vlanId();
    }

    public HostAddress source() {
        return source;
    }

    public HostAddress destination() {
        return destination;
    }

    /** Returns the packet as RoCE has it; an opcode of the URDMA profile is unknown to it. */
    public TransportPacket standard() {
        return standard;
    }

    /** Returns the packet as the URDMA profile has it; only if {@link #isUrdma}. */
    public UrdmaPacket urdma() {
        return urdma;
    }

    public boolean isUrdma() {
        return UrdmaOpcode.isUrdma(opcode());
    }

    /** Tells whether the packet is sealed: nothing behind its {@link SealedPacket} is known. */
    public boolean isSealed() {
        return SealedPacket.isSealed(opcode());
    }

    /** Tells whether all bytes before the ICRC are in the capture. */
    public boolean isWhole() {
        return cut.present() >= standard.length();
    }

    /** Tells whether all headers are in the capture; those that aren't read as zeros. */
    public boolean hasHeaders() {
        return !cut.isCut();
    }

    /** Tells whether so many bytes from the BTH on are in the capture. */
    boolean has(int bytes) {
        return cut.present() >= bytes;
    }

    /** Tells whether {@link #payloadBytes} are known. */
    public boolean isPayloadKnown() {
        return payloadKnown;
    }

    /** Tells whether {@link #status} is that of the whole packet. */
    boolean isStatusKnown() {
        return hasHeaders() || !isUrdma() || cut.isUrdmaSound();
    }

    /**
     * Tells whether it may be more than one packet, which a kernel put together or hasn't cut yet:
     * the capture has too little of it to tell.
     */
    public boolean mayBeSeveral() {
        return integrity == Integrity.UNCHECKED
                && encapsulation() != Encapsulation.ROCE_V1
                && Udp.checksum(frame.buffer(), frame.udpOffset()) != Udp.NO_CHECKSUM
                && cut.mayBeSeveral();
    }

    /** Returns what a receiver would say to the packet, its ICRC aside. */
    public PacketStatus status() {
        if (isUrdma() && !hasHeaders()) {
            return cut.isUrdmaSound() ? PacketStatus.OK : urdma.status();
        }
        return isUrdma() ? urdma.status() : standard.status();
    }

    public int opcode() {
        return Bth.opcode(standard.buffer(), standard.offset());
    }

    public String opcodeName() {
        return SealedPacket.name(opcode());
    }

    /** Returns the flags of {@link Opcode}, of either profile. */
    public int flags() {
        return isUrdma() ? urdma.flags() : standard.flags();
    }

    boolean hasAny(int opcodeFlags) {
        return (flags() & opcodeFlags) != 0;
    }

    public int psn() {
        return standard.psn();
    }

    public int destQp() {
        return standard.destQp();
    }

    public boolean ackRequested() {
        return (Bth.flags(standard.buffer(), standard.offset()) & Bth.ACK_REQ) != 0;
    }

    public int bytes() {
        return standard.length() + Icrc.LENGTH;
    }

    /** Returns the bytes of payload if known; 0 for a packet that isn't well formed. */
    public int payloadBytes() {
        if (!payloadKnown || status() != PacketStatus.OK || !hasAny(Opcode.PAYLOAD)) {
            return 0;
        }
        return isUrdma() ? urdma.payloadLength() : standard.payloadLength();
    }

    /** Tells whether a router on the way was congested (CE). */
    public boolean marked() {
        int at = frame.networkOffset();
        int ecn =
                frame.encapsulation() == Encapsulation.ROCE_V2_IPV4
                        ? Ipv4.ecn(frame.buffer(), at)
                        : Ipv6.trafficClass(frame.buffer(), at) & CONGESTION_EXPERIENCED;
        return ecn == CONGESTION_EXPERIENCED;
    }
}
