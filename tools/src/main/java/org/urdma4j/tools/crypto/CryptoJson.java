package org.urdma4j.tools.crypto;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.urdma4j.protection.aead.CipherTime;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The trials for programs: one object. */
final class CryptoJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private CryptoJson() {}

    static void print(CryptoReport report, PrintWriter out) {
        out.println(
                JSON.writeValueAsString(
                        new ReportRecord(
                                report.chosen(),
                                report.why(),
                                report.rows().stream().map(CryptoJson::cipher).toList())));
    }

    private static CipherRecord cipher(CryptoReport.Row row) {
        List<PacketRecord> packets = new ArrayList<>();
        for (int i = 0; i < row.times().size(); i++) {
            CipherTime time = row.times().get(i);
            CipherTime garbage = row.garbage().get(i);
            packets.add(
                    new PacketRecord(
                            time.bytes(),
                            time.seal(),
                            time.open(),
                            time.bytes() / time.seal(),
                            time.bytes() / time.open(),
                            (garbage.seal() + garbage.open()) / 2));
        }
        boolean sound = row.fault().isEmpty();
        return new CipherRecord(
                row.cipher(), row.implementation(), sound, sound ? null : row.fault(), packets);
    }

    private record ReportRecord(String chosen, String why, List<CipherRecord> ciphers) {}

    private record CipherRecord(
            String cipher,
            String implementation,
            boolean selfTest,
            @JsonInclude(JsonInclude.Include.NON_NULL) String fault,
            List<PacketRecord> packets) {}

    private record PacketRecord(
            int bytes,
            double sealNs,
            double openNs,
            double sealGbPerS,
            double openGbPerS,
            double garbageBytes) {}
}
