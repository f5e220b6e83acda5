package org.urdma4j.simulation.pcap;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.link.DropCause;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.roce.PacketView;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes one side of a link to a capture file, as tcpdump there would: at the sender every packet
 * when it is offered, lost later or not; at the receiver what arrives, when it arrives. Taps of
 * several links of one thread may share a writer; the file is then in the order of time.
 *
 * <p>Every method throws {@link UncheckedIOException} when the file can't be written.
 *
 * @param <P> the link's packets
 */
public final class PcapTap<P> implements LinkTap<P> {
    private final PcapWriter writer;
    private final long epochNs;
    private final FrameBuilder frames;
    private final PacketView<? super P> view;
    private final boolean sender;
    private final TransportPacket packet = new TransportPacket();

    private PcapTap(
            PcapWriter writer,
            long epochNs,
            FrameHeaders headers,
            PacketView<? super P> view,
            boolean sender) {
        this.writer = writer;
        this.epochNs = epochNs;
        this.frames = new FrameBuilder(headers);
        this.view = view;
        this.sender = sender;
    }

    /**
     * Captures what the sender offers.
     *
     * @param writer for link type Ethernet; stays open
     * @param epochNs what to add to the link's time to get nanoseconds since 1970
     * @param headers of this direction
     */
    public static <P> PcapTap<P> atSender(
            PcapWriter writer, long epochNs, FrameHeaders headers, PacketView<? super P> view) {
        return new PcapTap<>(writer, epochNs, headers, view, true);
    }

    /**
     * Captures what reaches the receiver.
     *
     * @param writer for link type Ethernet; stays open
     * @param epochNs what to add to the link's time to get nanoseconds since 1970
     * @param headers of this direction
     */
    public static <P> PcapTap<P> atReceiver(
            PcapWriter writer, long epochNs, FrameHeaders headers, PacketView<? super P> view) {
        return new PcapTap<>(writer, epochNs, headers, view, false);
    }

    @Override
    public void onTransmit(P sent, int packetBytes, long nowNs, long departNs, long queuedNs) {
        if (sender) {
            write(sent, 0, nowNs);
        }
    }

    @Override
    public void onDrop(P dropped, int packetBytes, DropCause cause, long nowNs) {
        // every other dropped packet has been seen by onTransmit
        if (sender && cause == DropCause.QUEUE) {
            write(dropped, 0, nowNs);
        }
    }

    @Override
    public void onDeliver(P arrived, int packetBytes, int marks, long dueNs, long lateNs) {
        if (!sender) {
            write(arrived, marks, dueNs + lateNs);
        }
    }

    private void write(P subject, int marks, long timeNs) {
        view.wrap(subject, packet);
        try {
            int all = marks | view.marks(subject);
            writer.write(epochNs + timeNs, frames.build(packet, all), frames.length());
        } catch (IOException e) {
            throw new UncheckedIOException("the capture can't be written: " + e.getMessage(), e);
        }
    }
}
