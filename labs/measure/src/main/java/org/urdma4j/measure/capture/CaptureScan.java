package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.SegmentFinder;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a capture from end to end and hands over what it finds. */
public final class CaptureScan {
    private final CaptureListener listener;
    private final CaptureTotals totals = new CaptureTotals();
    private final RoceFrame frame = new RoceFrame();
    private final CapturedPacket packet = new CapturedPacket();
    private final Icrc icrc = new Icrc();
    private final SegmentFinder segments = new SegmentFinder();
    private final Connections connections = new Connections();
    private final HeaderSense headers = new HeaderSense();

    private CaptureScan(CaptureListener listener) {
        this.listener = listener;
    }

    /** Never fails: what goes wrong is in the result, and what was read before was handed over. */
    public static CaptureTotals of(Path file, CaptureListener listener) {
        CaptureScan scan = new CaptureScan(listener);
        try (CaptureReader reader = CaptureReader.open(file)) {
            scan.read(reader);
        } catch (IOException e) {
            scan.totals.problem(e.getMessage());
        }
        return scan.totals;
    }

    private void read(CaptureReader reader) throws IOException {
        long number = 0;
        while (listener.wantsMore()) {
            CaptureRecord next = reader.next();
            if (next == null) {
                return;
            }
            number++;
            LinkLayer link = LinkLayer.ofCapture(next.linkType()).orElse(null);
            FrameStatus status =
                    link == null
                            ? FrameStatus.NOT_ROCE
                            : frame.wrap(next.bytes(), 0, next.capturedLength(), link);
            if (status == FrameStatus.NOT_ROCE) {
                other(next, number, link);
            } else if ((status == FrameStatus.OK || status == FrameStatus.TRUNCATED)
                    && frame.hasBth()) {
                packet.in(frame, number, next.timestampNs());
                takeApart(status);
            } else if (status == FrameStatus.TRUNCATED) {
                cut(CutFrame.of(next, link, frame));
            } else {
                totals.addMalformed();
            }
        }
    }

    private void cut(CutFrame cut) {
        totals.addCut();
        listener.onCut(cut);
    }

    private void takeApart(FrameStatus status) {
        int at = frame.transportOffset();
        int length = frame.transportLength();
        if (status == FrameStatus.TRUNCATED) {
            hand(at, length, 0, Integrity.UNCHECKED);
        } else if (isRight(at, length)) {
            hand(at, length, 0, Integrity.RIGHT);
        } else {
            int first = segments.firstSegment(frame);
            if (first == SegmentFinder.NONE) {
                hand(at, length, 0, Integrity.WRONG);
            } else {
                handSegments(at, at + length, first);
            }
        }
    }

    /** The ICRC of a connection of the URDMA profile may leave the network headers out. */
    private boolean isRight(int at, int length) {
        int wire = Icrc.get(frame.buffer(), at + length);
        return icrc.over(frame) == wire || icrc.transportOnly(frame.buffer(), at, length) == wire;
    }

    /** All are as long as the first, but the last, which may be shorter. */
    private void handSegments(int from, int end, int length) {
        int segment = 0;
        for (int at = from; at < end; at += length + Icrc.LENGTH) {
            hand(at, Math.min(length, end - at), segment++, Integrity.RIGHT);
        }
    }

    private void hand(int at, int length, int segment, Integrity integrity) {
        if (length < Bth.LENGTH) {
            totals.addMalformed();
            return;
        }
        packet.at(at, length, segment, integrity, headers);
        totals.addPacket(packet);
        int mad = Connections.message(packet);
        if (mad >= 0) {
            Connection made = connections.take(packet, mad);
            if (made != null) {
                headers.learn(made.asker(), made.askerQp(), made.fec(), made.paths());
                headers.learn(made.answerer(), made.answererQp(), made.fec(), made.paths());
                listener.onConnection(made);
            }
        }
        listener.onPacket(packet);
    }

    private void other(CaptureRecord record, long number, LinkLayer link) {
        ByteBuffer b = record.bytes();
        int length = record.capturedLength();
        boolean ethernet = link == LinkLayer.ETHERNET && length >= Ethernet.LENGTH;
        int at =
                ethernet
                        ? MacControl.find(b, 0, length, Ethernet.destination(b, 0))
                        : MacControl.NOT_FOUND;
        if (at == MacControl.NOT_FOUND) {
            CutFrame cut = link == null ? null : CutFrame.of(record, link, frame);
            if (cut == null) {
                totals.addOther();
            } else {
                cut(cut);
            }
            return;
        }
        int[] quanta = new int[Pfc.PRIORITIES];
        boolean pfc = MacControl.opcode(b, at) == MacControl.PFC;
        int priorities = pfc ? Pfc.enabled(b, at) : 0;
        if (pfc) {
            for (int i = 0; i < quanta.length; i++) {
                quanta[i] = Pfc.quanta(b, at, i);
            }
        } else {
            Arrays.fill(quanta, Pause.quanta(b, at));
        }
        totals.addPause();
        long source = Ethernet.source(b, 0);
        listener.onPause(
                new PauseFrame(number, record.timestampNs(), source, pfc, priorities, quanta));
    }
}
