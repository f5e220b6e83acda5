package org.urdma4j.tools.crypto;

import org.urdma4j.protection.aead.CipherTime;

import java.io.PrintWriter;
import java.util.Locale;

/** The trials for people: a table, and the decision. */
final class CryptoText {
    private static final String NAMES = "%-18s  %-20s  ";

    private CryptoText() {}

    static void print(CryptoReport report, PrintWriter out) {
        out.printf(
                NAMES + "%6s  %8s  %8s  %9s  %9s  %9s  %s%n",
                "CIPHER",
                "IMPLEMENTATION",
                "BYTES",
                "SEAL ns",
                "OPEN ns",
                "SEAL GB/s",
                "OPEN GB/s",
                "GARBAGE B",
                "SELF-TEST");
        for (CryptoReport.Row row : report.rows()) {
            if (!row.fault().isEmpty()) {
                out.printf(
                        NAMES + "refused: %s%n", row.cipher(), row.implementation(), row.fault());
            }
            for (int i = 0; i < row.times().size(); i++) {
                print(row, row.times().get(i), row.garbage().get(i), out);
            }
        }
        out.printf("chosen: %s, %s%n", report.chosen(), report.why());
    }

    private static void print(
            CryptoReport.Row row, CipherTime time, CipherTime garbage, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                NAMES + "%6d  %8.0f  %8.0f  %9.2f  %9.2f  %9.0f  passed%n",
                row.cipher(),
                row.implementation(),
                time.bytes(),
                time.seal(),
                time.open(),
                time.bytes() / time.seal(),
                time.bytes() / time.open(),
                (garbage.seal() + garbage.open()) / 2);
    }
}
