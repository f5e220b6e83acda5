package org.urdma4j.interop;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.interop.guest.Guest;
import org.urdma4j.interop.play.Outcome;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Computes the ICRC of every captured packet twice: by our codec, and by a script of zlib's. */
final class Icrcs {
    private Icrcs() {}

    static Outcome check(String name, Guest guest, Path capture)
            throws IOException, InterruptedException {
        long start = SystemClock.nowNs();
        long right = 0;
        long wrong = 0;
        RoceFrame frame = new RoceFrame();
        Icrc icrc = new Icrc();
        try (CaptureReader reader = CaptureReader.open(capture)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                FrameStatus status =
                        frame.wrap(next.bytes(), 0, next.capturedLength(), LinkLayer.ETHERNET);
                if (status == FrameStatus.OK
                        && icrc.over(frame) == Icrc.get(frame.buffer(), frame.icrcOffset())) {
                    right++;
                } else {
                    wrong++;
                }
            }
        }
        List<String> second = secondOpinion(guest, capture);
        boolean agreed =
                second.equals(
                        List.of(
                                "%s: packets=%d right=%d wrong=0 unchecked=0"
                                        .formatted(capture, right, right)));
        boolean passed = wrong == 0 && right > 0 && agreed;
        String text =
                "%d packets right, %d wrong%s"
                        .formatted(
                                right,
                                wrong,
                                agreed ? "" : "; icrc-check.py: " + String.join(" ", second));
        long millis = TimeUnit.NANOSECONDS.toMillis(SystemClock.nowNs() - start);
        return new Outcome(name, "", "", "", passed, millis, text);
    }

    private static List<String> secondOpinion(Guest guest, Path capture)
            throws InterruptedException {
        try {
            return guest.icrcCheck(capture).output();
        } catch (IOException e) {
            return List.of(e.getMessage());
        }
    }
}
