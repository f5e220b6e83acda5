package org.urdma4j.tools.pcap;

import org.urdma4j.measure.replay.ReplayReport;

import java.io.PrintWriter;
import java.util.Map;
import java.util.stream.Collectors;

/** A replay for people. */
final class ReplayText {
    private ReplayText() {}

    static void print(ReplayReport report, PrintWriter out) {
        out.printf("as %s%n", report.host());
        for (ReplayReport.Pair pair : report.pairs()) {
            out.printf(
                    "qp 0x%06x  %s from %s  %s  %d receives of %d bytes%n",
                    pair.qp(),
                    pair.service(),
                    pair.peer(),
                    pair.state(),
                    pair.receives(),
                    pair.receivedBytes());
            out.printf("  %s%n", words(pair.counters()));
        }
        for (ReplayReport.Memory memory : report.memory()) {
            out.printf(
                    "key 0x%08x  %d bytes at 0x%x  sha-256 %s%n",
                    memory.rkey(), memory.bytes(), memory.address(), memory.sha256());
        }
        out.printf("device  %s%n", words(report.counters()));
    }

    private static String words(Map<String, Long> counters) {
        return counters.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
