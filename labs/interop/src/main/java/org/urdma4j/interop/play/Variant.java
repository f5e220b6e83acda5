package org.urdma4j.interop.play;

/**
 * A case as it is played once.
 *
 * @param weAsk whether our device is the requester, else rxe is
 */
record Variant(PathCase pathCase, boolean weAsk, IpVersion ip, int mtu) {
    private static final int PSNS = 1 << 24;

    PlayedCase played() {
        return pathCase.played();
    }

    String role() {
        return weAsk ? "urdma4j asks" : "rxe asks";
    }

    /** Sequence numbers of requests, half of them before the wrap. */
    int requestPsn() {
        return (PSNS - Math.max(1, packets() / 2)) % PSNS;
    }

    int packets() {
        return played().packets().applyAsInt(mtu);
    }

    /** The sequence number after the last request's. */
    int lastPsn() {
        return (requestPsn() + packets()) % PSNS;
    }

    /** Of the direction in which nothing is asked. */
    static int otherPsn() {
        return PSNS - 1;
    }

    Outcome outcome(boolean passed, long millis, String text) {
        return new Outcome(
                pathCase.name(), role(), ip.digit, Integer.toString(mtu), passed, millis, text);
    }
}
