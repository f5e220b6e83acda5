package org.urdma4j.leafspine.run;

import java.util.Locale;

/** What NICs speak. */
public enum Profile {
    /** RC with go-back-N. */
    STANDARD(82),
    /** Containers and selective repeat; each packet has a RETH and the word of its path. */
    URDMA(82 + 20);

    private final int overheadBytes;

    Profile(int overheadBytes) {
        this.overheadBytes = overheadBytes;
    }

    /** Returns what a packet has on the wire beside payload: preamble and gap included. */
    public int overheadBytes() {
        return overheadBytes;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
