package org.urdma4j.simulation.traffic;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkTap;

import java.util.HashSet;
import java.util.Set;

/** Looks at what of sealed packets everybody on a link sees. */
final class SealedWatch implements LinkTap<SimulatedPacket> {
    private record Sent(int destQp, int generation, long number) {}

    private final TransportPacket headers = new TransportPacket();
    private final Set<Sent> numbers = new HashSet<>();
    private long sealed;
    private long plain;
    private long again;

    SealedWatch(SimulatedLink link) {
        link.tap(this);
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        SimulatedPacket.VIEW.wrap(packet, headers);
        if (headers.opcode() != SealedHeader.OPCODE) {
            plain++;
            return;
        }
        sealed++;
        int generation = SealedPacket.generation(headers.buffer(), 0);
        long number = SealedPacket.number(headers.buffer(), 0);
        if (!numbers.add(new Sent(headers.destQp(), generation, number))) {
            again++;
        }
    }

    long sealed() {
        return sealed;
    }

    long plain() {
        return plain;
    }

    long numbersUsedTwice() {
        return again;
    }

    int generations() {
        return (int) numbers.stream().mapToInt(Sent::generation).distinct().count();
    }
}
