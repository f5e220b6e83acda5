package org.urdma4j.tools.crypto;

import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.protection.aead.CipherTime;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The trials for programs: one object. */
final class CryptoJson {
    private CryptoJson() {}

    static void print(CryptoReport report, PrintWriter out) {
        Json.print(
                new JsonObject()
                        .put("chosen", report.chosen())
                        .put("why", report.why())
                        .put("ciphers", report.rows().stream().map(CryptoJson::cipher).toList()),
                out);
    }

    private static JsonObject cipher(CryptoReport.Row row) {
        List<JsonObject> packets = new ArrayList<>();
        for (int i = 0; i < row.times().size(); i++) {
            CipherTime time = row.times().get(i);
            CipherTime garbage = row.garbage().get(i);
            packets.add(
                    new JsonObject()
                            .put("bytes", time.bytes())
                            .put("seal_ns", time.seal())
                            .put("open_ns", time.open())
                            .put("seal_gb_per_s", time.bytes() / time.seal())
                            .put("open_gb_per_s", time.bytes() / time.open())
                            .put("garbage_bytes", (garbage.seal() + garbage.open()) / 2));
        }
        boolean sound = row.fault().isEmpty();
        return new JsonObject()
                .put("cipher", row.cipher())
                .put("implementation", row.implementation())
                .put("self_test", sound)
                .putKnown("fault", sound ? null : row.fault())
                .put("packets", packets);
    }
}
