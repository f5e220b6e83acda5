package org.urdma4j.simulation.host;

import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.link.DropCause;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.simulation.pcap.PcapTap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** Captures a link that several routes share: each packet under the addresses of its own. */
final class CaptureTap implements LinkTap<SimulatedPacket> {
    private final PcapWriter writer;
    private final boolean sender;
    private final Map<SimulatedRoute, PcapTap<SimulatedPacket>> byRoute = new HashMap<>();

    private CaptureTap(PcapWriter writer, boolean sender) {
        this.writer = writer;
        this.sender = sender;
    }

    static CaptureTap atSender(PcapWriter writer) {
        return new CaptureTap(writer, true);
    }

    static CaptureTap atReceiver(PcapWriter writer) {
        return new CaptureTap(writer, false);
    }

    private PcapTap<SimulatedPacket> of(SimulatedPacket packet) {
        PcapTap<SimulatedPacket> tap = byRoute.get(packet.route);
        if (tap == null) {
            tap = tap(packet.route.headers());
            byRoute.put(packet.route, tap);
        }
        return tap;
    }

    private PcapTap<SimulatedPacket> tap(FrameHeaders headers) {
        return sender
                ? PcapTap.atSender(writer, 0, headers, SimulatedPacket.VIEW)
                : PcapTap.atReceiver(writer, 0, headers, SimulatedPacket.VIEW);
    }

    /** Control frames have all their bytes. */
    private void writeControl(SimulatedPacket packet, long timeNs) {
        try {
            writer.write(timeNs, packet.controlFrame());
        } catch (IOException e) {
            throw new UncheckedIOException("the capture can't be written: " + e.getMessage(), e);
        }
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        if (!packet.isControl()) {
            of(packet).onTransmit(packet, packetBytes, nowNs, departNs, queuedNs);
        } else if (sender) {
            writeControl(packet, nowNs);
        }
    }

    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        if (!packet.isControl()) {
            of(packet).onDeliver(packet, packetBytes, marks, dueNs, lateNs);
        } else if (!sender) {
            writeControl(packet, dueNs + lateNs);
        }
    }

    @Override
    public void onDrop(SimulatedPacket packet, int packetBytes, DropCause cause, long nowNs) {
        if (!packet.isControl()) {
            of(packet).onDrop(packet, packetBytes, cause, nowNs);
        }
    }
}
