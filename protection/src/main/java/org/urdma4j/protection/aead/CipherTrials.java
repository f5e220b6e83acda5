package org.urdma4j.protection.aead;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Tries implementations: each is checked first, and timed if it is right. Single-threaded. */
public final class CipherTrials {
    /** Bytes of text at which they are timed: full packets at an MTU of 1500 and of 9000. */
    public static final List<Integer> SIZES = List.of(1400, 8900);

    /** All take turns, and the best of each counts: others use the processor, too. */
    private static final int PASSES = 5;

    /** Where a process waits for it: the first pass has what isn't compiled yet. */
    private static final int SHORT_PASSES = 2;

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
        sources.forEach(source -> faults.add(fault(source, aead)));
        return timed(sources, faults, aead, PASSES);
    }

    /**
     * Times implementations without checking them, unless there is one only: a tenth of a second
     * for each.
     *
     * @return the fastest first, before it those that can't be timed, which have a fault
     */
    List<CipherSource> fastestFirst(List<? extends CipherSource> sources, Aead aead) {
        if (sources.size() < 2) {
            return List.copyOf(sources);
        }
        List<String> faults = new ArrayList<>(Collections.nCopies(sources.size(), ""));
        return timed(sources, faults, aead, SHORT_PASSES).stream()
                .sorted(CipherTrial.BY_COST)
                .map(CipherTrial::source)
                .toList();
    }

    private List<CipherTrial> timed(
            List<? extends CipherSource> sources, List<String> faults, Aead aead, int passes) {
        List<List<CipherTime>> times = new ArrayList<>();
        sources.forEach(_ -> times.add(new ArrayList<>()));
        for (int pass = 0; pass < passes; pass++) {
            for (int i = 0; i < sources.size(); i++) {
                if (faults.get(i).isEmpty()) {
                    try {
                        time(sources.get(i), aead, times.get(i));
                    } catch (RuntimeException e) {
                        faults.set(i, "fails: " + e);
                        times.get(i).clear();
                    }
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

    String fault(CipherSource source, Aead aead) {
        return fault(source, () -> check.fault(source, aead));
    }

    /** The same of one that was found right on this machine before. */
    String newFault(CipherSource source, Aead aead) {
        return fault(source, () -> check.newFault(source, aead));
    }

    /** A provider of somebody else's may throw anything, which is a fault as well. */
    private static String fault(CipherSource source, Supplier<Optional<String>> check) {
        String fault;
        try {
            fault = check.get().orElse("");
        } catch (RuntimeException e) {
            fault = "fails: " + e;
        }
        String suspect = source.knownFault();
        return fault.isEmpty() || suspect.isEmpty() ? fault : fault + " (" + suspect + ")";
    }
}
