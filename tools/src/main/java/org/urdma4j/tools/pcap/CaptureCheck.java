package org.urdma4j.tools.pcap;

import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a capture from end to end and judges each packet in it. */
final class CaptureCheck {
    private final CaptureSummary summary;
    private final PacketCheck check = new PacketCheck();

    private CaptureCheck(CaptureSummary summary) {
        this.summary = summary;
    }

    /** Never fails: what goes wrong is in the summary, with what was read before. */
    static CaptureSummary of(Path file) {
        CaptureSummary summary = new CaptureSummary(file.toString());
        try (CaptureReader reader = CaptureReader.open(file)) {
            new CaptureCheck(summary).read(reader);
        } catch (IOException e) {
            summary.problem(e.getMessage());
        }
        return summary;
    }

    private void read(CaptureReader reader) throws IOException {
        long number = 0;
        for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
            number++;
            Optional<LinkLayer> link = LinkLayer.ofCapture(next.linkType());
            if (link.isEmpty()) {
                summary.addUnknownLink(next.linkType());
            } else if (check.isRoce(next.bytes(), link.get())) {
                add(number);
            } else {
                summary.addOther();
            }
        }
    }

    private void add(long number) {
        Verdict verdict = check.verdict();
        summary.add(verdict);
        if (verdict == Verdict.WRONG) {
            summary.addWrong(number);
        }
        if (verdict == Verdict.RIGHT && check.isMisshapen()) {
            summary.addMisshapen(number);
        }
        if (check.hasOpcode()) {
            summary.addOpcode(check.opcode());
        }
    }
}
