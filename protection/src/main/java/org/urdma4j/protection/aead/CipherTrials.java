package org.urdma4j.protection.aead;

import java.util.ArrayList;
import java.util.List;

/** Tries implementations: each is checked first, and timed if it is right. Single-threaded. */
public final class CipherTrials {
    /** Bytes of text at which they are timed: full packets at an MTU of 1500 and of 9000. */
    public static final List<Integer> SIZES = List.of(1400, 8900);

    /** All take turns, and the best of each counts: others use the processor, too. */
    private static final int PASSES = 5;

    private final CipherCheck check;
    private final CipherTimer timer;

    public CipherTrials(CipherCheck check, CipherTimer timer) {
        this.check = check;
        this.timer = timer;
    }

    /**
     * Tries implementations. Takes some tenths of a second for each, seconds for a slow one.
     *
     * @return a trial of each, in their order
     */
    public List<CipherTrial> of(List<? extends CipherSource> sources, Aead aead) {
        List<String> faults = new ArrayList<>();
        List<List<CipherTime>> times = new ArrayList<>();
        for (CipherSource source : sources) {
            faults.add(fault(source, aead));
            times.add(new ArrayList<>());
        }
        for (int pass = 0; pass < PASSES; pass++) {
            for (int i = 0; i < sources.size(); i++) {
                if (faults.get(i).isEmpty()) {
                    time(sources.get(i), aead, times.get(i));
                }
            }
        }
        List<CipherTrial> trials = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            trials.add(new CipherTrial(sources.get(i), faults.get(i), times.get(i)));
        }
        return trials;
    }

    /** Times each size once more. */
    private void time(CipherSource source, Aead aead, List<CipherTime> best) {
        for (int i = 0; i < SIZES.size(); i++) {
            CipherTime time = timer.time(source, aead, SIZES.get(i));
            if (best.size() == i) {
                best.add(time);
            } else {
                best.set(i, time.least(best.get(i)));
            }
        }
    }

    /** A provider of somebody else's may throw anything, which is a fault as well. */
    String fault(CipherSource source, Aead aead) {
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
