package org.urdma4j.tools.pcap;

import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.measure.capture.CaptureListener;
import org.urdma4j.measure.capture.CapturedPacket;
import org.urdma4j.measure.capture.PauseFrame;

import java.io.PrintWriter;

/** Prints packets one by one, until there have been enough or nobody reads them any more. */
abstract class PacketLines implements CaptureListener {
    private static final int CHECK_EVERY = 256;
    private static final double NS_PER_SECOND = 1e9;

    final PrintWriter out;
    private final Integer qp;
    private final long most;
    private long printed;
    private long firstNs = CaptureRecord.NO_TIMESTAMP;
    private boolean closed;

    PacketLines(PrintWriter out, Integer qp, long most) {
        this.out = out;
        this.qp = qp;
        this.most = most;
    }

    @Override
    public final void onPacket(CapturedPacket packet) {
        Double seconds = seconds(packet.timeNs());
        if ((qp == null || qp == packet.destQp()) && printed < most) {
            print(packet, seconds);
            count();
        }
    }

    @Override
    public final void onPause(PauseFrame frame) {
        Double seconds = seconds(frame.timeNs());
        if (qp == null && printed < most) {
            print(frame, seconds);
            count();
        }
    }

    private void count() {
        printed++;
        if (printed % CHECK_EVERY == 0) {
            closed = out.checkError();
        }
    }

    final boolean isFirst() {
        return printed == 0;
    }

    @Override
    public final boolean wantsMore() {
        return printed < most && !closed;
    }

    /** Since the first packet; null without a time. */
    private Double seconds(long timeNs) {
        if (timeNs == CaptureRecord.NO_TIMESTAMP) {
            return null;
        }
        if (firstNs == CaptureRecord.NO_TIMESTAMP) {
            firstNs = timeNs;
        }
        return (timeNs - firstNs) / NS_PER_SECOND;
    }

    abstract void print(CapturedPacket packet, Double seconds);

    abstract void print(PauseFrame frame, Double seconds);

    abstract void end();

    static String words(PauseFrame frame) {
        if (!frame.pfc()) {
            return frame.quanta()[0] == 0
                    ? "the port goes on"
                    : "the port waits %d quanta".formatted(frame.quanta()[0]);
        }
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < frame.quanta().length; i++) {
            if ((frame.priorities() & (1 << i)) != 0) {
                words.append(words.isEmpty() ? "priority " : ", ").append(i);
                int quanta = frame.quanta()[i];
                words.append(quanta == 0 ? " goes on" : " waits " + quanta + " quanta");
            }
        }
        return words.toString();
    }
}
