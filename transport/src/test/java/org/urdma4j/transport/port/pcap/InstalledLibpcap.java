package org.urdma4j.transport.port.pcap;

import static org.junit.jupiter.api.Assumptions.abort;

import org.urdma4j.verbs.VerbsException;

/** Skips tests where there is no libpcap. */
final class InstalledLibpcap {
    private InstalledLibpcap() {}

    static void require() {
        try {
            Libpcap.require();
        } catch (VerbsException e) {
            System.out.println("Skipped: " + e.getMessage());
            abort(e.getMessage());
        }
    }
}
