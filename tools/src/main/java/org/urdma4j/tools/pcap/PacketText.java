package org.urdma4j.tools.pcap;

import org.urdma4j.measure.capture.CapturedPacket;
import org.urdma4j.measure.capture.Integrity;
import org.urdma4j.measure.capture.Meaning;
import org.urdma4j.measure.capture.PauseFrame;

import java.io.PrintWriter;
import java.util.Locale;

/** Packets for people. */
final class PacketText extends PacketLines {
    PacketText(PrintWriter out, Integer qp, long most) {
        super(out, qp, most);
    }

    @Override
    void print(CapturedPacket packet, Double seconds) {
        StringBuilder line = new StringBuilder();
        line.append(time(seconds));
        line.append("  ").append(packet.source()).append(" > ").append(packet.destination());
        line.append(
                String.format(
                        Locale.ROOT,
                        "  qp 0x%06x  %s  psn %d  %d bytes",
                        packet.destQp(),
                        packet.opcodeName(),
                        packet.psn(),
                        packet.bytes()));
        add(line, Meaning.of(packet));
        add(line, packet.marked() ? "CE" : "");
        add(line, packet.integrity() == Integrity.WRONG ? "WRONG ICRC" : "");
        out.println(line);
    }

    private static void add(StringBuilder line, String words) {
        if (!words.isEmpty()) {
            line.append("  ").append(words);
        }
    }

    @Override
    void print(PauseFrame frame, Double seconds) {
        out.println(
                "%s  %012x  %s  %s"
                        .formatted(
                                time(seconds),
                                frame.source(),
                                frame.pfc() ? "PFC" : "PAUSE",
                                words(frame)));
    }

    private static String time(Double seconds) {
        return seconds == null ? "             -" : String.format(Locale.ROOT, "%14.9f", seconds);
    }

    @Override
    void end() {
        out.flush();
    }
}
