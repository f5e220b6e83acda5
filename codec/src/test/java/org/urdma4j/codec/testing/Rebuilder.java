package org.urdma4j.codec.testing;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Cnp;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Feth;
import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;

import java.nio.ByteBuffer;

/** Writes a packet again from nothing but the values that were read from it. */
public final class Rebuilder {
    private Rebuilder() {}

    /** Writes the headers from GRH or IP up to the BTH at {@code at}; returns where they end. */
    public static int network(RoceFrame frame, ByteBuffer to, int at) {
        ByteBuffer b = frame.buffer();
        int ip = frame.networkOffset();
        return switch (frame.encapsulation()) {
            case ROCE_V1 -> {
                Grh.write(
                        to,
                        at,
                        Grh.trafficClass(b, ip),
                        Grh.flowLabel(b, ip),
                        Grh.payloadLength(b, ip),
                        Grh.nextHeader(b, ip),
                        Grh.hopLimit(b, ip),
                        Grh.sourceHigh(b, ip),
                        Grh.sourceLow(b, ip),
                        Grh.destinationHigh(b, ip),
                        Grh.destinationLow(b, ip));
                yield at + Grh.LENGTH;
            }
            case ROCE_V2_IPV4 -> {
                Ipv4.write(
                        to,
                        at,
                        Ipv4.tos(b, ip),
                        Ipv4.totalLength(b, ip),
                        Ipv4.identification(b, ip),
                        Ipv4.flags(b, ip),
                        Ipv4.timeToLive(b, ip),
                        Ipv4.protocol(b, ip),
                        Ipv4.source(b, ip),
                        Ipv4.destination(b, ip));
                yield udp(frame, to, at + Ipv4.LENGTH);
            }
            case ROCE_V2_IPV6 -> {
                Ipv6.write(
                        to,
                        at,
                        Ipv6.trafficClass(b, ip),
                        Ipv6.flowLabel(b, ip),
                        Ipv6.payloadLength(b, ip),
                        Ipv6.nextHeader(b, ip),
                        Ipv6.hopLimit(b, ip),
                        Ipv6.sourceHigh(b, ip),
                        Ipv6.sourceLow(b, ip),
                        Ipv6.destinationHigh(b, ip),
                        Ipv6.destinationLow(b, ip));
                yield udp(frame, to, at + Ipv6.LENGTH);
            }
        };
    }

    private static int udp(RoceFrame frame, ByteBuffer to, int at) {
        ByteBuffer b = frame.buffer();
        int udp = frame.udpOffset();
        Udp.write(
                to,
                at,
                Udp.sourcePort(b, udp),
                Udp.destinationPort(b, udp),
                Udp.length(b, udp),
                Udp.checksum(b, udp));
        return at + Udp.LENGTH;
    }

    /** Writes BTH, extended headers, payload and zero pad at {@code at}; returns where they end. */
    public static int transport(TransportPacket packet, ByteBuffer to, int at) {
        int opcode = packet.opcode();
        Bth.write(
                to,
                at,
                opcode,
                packet.bthFlags(),
                packet.padCount(),
                packet.pKey(),
                packet.destQp(),
                packet.psn());
        extendedHeaders(packet, to, at);
        int payload = at + Opcode.headerLength(opcode);
        int end = payload + packet.payloadLength();
        to.put(payload, packet.buffer(), packet.payloadOffset(), packet.payloadLength());
        to.put(end, new byte[packet.padCount()]);
        return end + packet.padCount();
    }

    private static void extendedHeaders(TransportPacket packet, ByteBuffer to, int at) {
        ByteBuffer b = packet.buffer();
        int opcode = packet.opcode();
        if (packet.has(Opcode.FETH)) {
            int from = packet.offset() + Opcode.fethOffset(opcode);
            int header = at + Opcode.fethOffset(opcode);
            Feth.write(to, header, Feth.placement(b, from), Feth.selectivity(b, from));
        }
        if (packet.has(Opcode.DETH)) {
            Deth.write(to, at + Opcode.dethOffset(opcode), packet.qKey(), packet.srcQp());
        }
        if (packet.has(Opcode.RETH)) {
            int header = at + Opcode.rethOffset(opcode);
            Reth.write(to, header, packet.virtualAddress(), packet.rKey(), packet.dmaLength());
        }
        if (packet.has(Opcode.ATOMIC_ETH)) {
            AtomicEth.write(
                    to,
                    at + Opcode.atomicEthOffset(opcode),
                    packet.virtualAddress(),
                    packet.rKey(),
                    packet.swapAdd(),
                    packet.compare());
        }
        if (packet.has(Opcode.AETH)) {
            Aeth.write(to, at + Opcode.aethOffset(opcode), packet.syndrome(), packet.msn());
        }
        if (packet.has(Opcode.ATOMIC_ACK_ETH)) {
            AtomicAckEth.write(to, at + Opcode.atomicAckEthOffset(opcode), packet.originalData());
        }
        if (packet.has(Opcode.IMMEDIATE)) {
            ImmDt.write(to, at + Opcode.immediateOffset(opcode), packet.immediate());
        }
        if (packet.has(Opcode.IETH)) {
            Ieth.write(to, at + Opcode.iethOffset(opcode), packet.invalidateRkey());
        }
        if (packet.has(Opcode.CONGESTION)) {
            Cnp.write(to, at + Opcode.cnpOffset(opcode));
        }
    }
}
