package org.urdma4j.simulation.scenario;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.DropCause;
import org.urdma4j.simulation.link.LinkTap;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Every packet that entered one of a scenario's two links, in order. */
final class PacketLog {
    private final List<Seen> packets = new ArrayList<>();
    private final int firstPsn;

    /**
     * @param firstPsn of the requests from a, and so of the answers to it
     */
    PacketLog(int firstPsn) {
        this.firstPsn = firstPsn;
    }

    void watch(SimulatedLink link, boolean fromA) {
        TransportPacket headers = new TransportPacket();
        link.tap(
                new LinkTap<>() {
                    @Override
                    public void onTransmit(
                            SimulatedPacket packet,
                            int packetBytes,
                            long nowNs,
                            long departNs,
                            long queuedNs) {
                        SimulatedPacket.VIEW.wrap(packet, headers);
                        packets.add(
                                new Seen(
                                        nowNs,
                                        fromA,
                                        headers.opcode(),
                                        Psn.diff(headers.psn(), firstPsn),
                                        headers.ackRequested(),
                                        false));
                    }

                    @Override
                    public void onDrop(
                            SimulatedPacket packet, int packetBytes, DropCause cause, long nowNs) {
                        Seen last = packets.removeLast();
                        packets.add(
                                new Seen(
                                        last.atNs(),
                                        last.fromA(),
                                        last.opcode(),
                                        last.psn(),
                                        last.ackRequested(),
                                        true));
                    }
                });
    }

    long count(Predicate<Seen> predicate) {
        return packets.stream().filter(predicate).count();
    }

    /** Returns how many request packets left with a sequence number that had been sent before. */
    long repeatedRequests() {
        Set<Integer> before = new HashSet<>();
        return count(seen -> seen.has(Opcode.REQUEST) && !before.add(seen.psn()));
    }

    List<Seen> packets() {
        return packets;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        packets.forEach(seen -> text.append(seen).append('\n'));
        return text.toString();
    }
}
