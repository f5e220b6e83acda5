package org.urdma4j.protection.aead;

import java.util.ArrayList;
import java.util.List;

/** Tries implementations: each is checked first, and timed if it is right. Single-threaded. */
public final class CipherTrials {
    /** Bytes of text at which they are timed: full packets at an MTU of 1500 and of 9000. */
    public static final List<Integer> SIZES = List.of(1400, 8900);

    private final CipherCheck check;
    private final CipherTimer timer;

    public CipherTrials(CipherCheck check, CipherTimer timer) {
        this.check = check;
        this.timer = timer;
    }

    /** Tries one implementation. Takes some tenths of a second, seconds of a slow one. */
    public CipherTrial of(CipherSource source, Aead aead) {
        String fault = fault(source, aead);
        List<CipherTime> times = new ArrayList<>();
        if (fault.isEmpty()) {
            SIZES.forEach(bytes -> times.add(timer.time(source, aead, bytes)));
        }
        return new CipherTrial(source, fault, times);
    }

    /** A provider of somebody else's may throw anything, which is a fault as well. */
    private String fault(CipherSource source, Aead aead) {
        String fault;
        try {
            fault = check.fault(source, aead).orElse("");
        } catch (RuntimeException e) {
            fault = "fails: " + e;
        }
        String suspect = source.knownFault();
        return fault.isEmpty() || suspect.isEmpty() ? fault : fault + " (" + suspect + ")";
    }
}
