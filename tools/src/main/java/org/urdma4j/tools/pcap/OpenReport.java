package org.urdma4j.tools.pcap;

import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.measure.unseal.KeyLog;
import org.urdma4j.measure.unseal.UnsealedCounts;

import java.io.PrintWriter;
import java.nio.file.Path;

/** What became of the packets of a capture that was opened. */
final class OpenReport {
    private OpenReport() {}

    static void text(Path out, UnsealedCounts counts, PrintWriter words) {
        words.printf("%s: %d packets opened", out, counts.opened());
        if (counts.datagrams() > 0) {
            words.printf(", %d of them of the connection manager", counts.datagrams());
        }
        words.println();
        line(counts.chaff(), "hold nothing (chaff)", words);
        line(
                counts.noKey(),
                "are of a queue pair, or association, and generation without a key",
                words);
        line(counts.refused(), "don't open with any key that is for them", words);
        line(counts.unchecked(), "are cut short or have a wrong ICRC", words);
        line(counts.others(), "frames have nothing sealed", words);
    }

    private static void line(long count, String what, PrintWriter words) {
        if (count > 0) {
            words.printf("  as they were: %d %s%n", count, what);
        }
    }

    static void json(UnsealedCounts counts, KeyLog log, PrintWriter words) {
        Json.print(
                new JsonObject()
                        .put("opened", counts.opened())
                        .put("chaff", counts.chaff())
                        .put("no_key", counts.noKey())
                        .put("refused", counts.refused())
                        .put("datagrams", counts.datagrams())
                        .put("unchecked", counts.unchecked())
                        .put("others", counts.others())
                        .put("keys", log.connections())
                        .put("generation_lines", log.generations()),
                words);
    }
}
