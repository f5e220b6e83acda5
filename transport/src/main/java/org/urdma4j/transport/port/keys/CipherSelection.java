package org.urdma4j.transport.port.keys;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherCheck;
import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.aead.CipherDecision;
import org.urdma4j.protection.aead.CipherFolder;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.CipherTimer;
import org.urdma4j.protection.aead.CipherTrials;
import org.urdma4j.transport.port.SystemClock;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Which implementation seals the packets of this process; tried once for each choice. */
public final class CipherSelection {
    /** Bytes of the longest text that is checked: no packet seals more. */
    public static final int LONGEST = 16_512;

    private static final Map<CipherChoice, CipherSource> DECIDED = new ConcurrentHashMap<>();

    private CipherSelection() {}

    /**
     * Returns what decides when it is first asked, which takes a moment, up to some seconds if it
     * is one of the JVM's; less where a process of this user has decided on this machine before.
     *
     * <p>It throws IllegalStateException if the implementation that is wanted isn't there or errs;
     * the message says why in one line.
     */
    public static Supplier<CipherSource> of(CipherChoice choice) {
        return () -> DECIDED.computeIfAbsent(choice, CipherSelection::decide);
    }

    public static CipherTrials trials() {
        SplittableRandom random = new SplittableRandom();
        return new CipherTrials(
                new CipherCheck(random, LONGEST), new CipherTimer(random, SystemClock::nowNs));
    }

    /** Keeps what was decided for processes that begin from now on. */
    public static void keep(CipherChoice choice, CipherDecision decision) {
        choice.keep(decision, CipherFolder.ofUser());
    }

    private static CipherSource decide(CipherChoice choice) {
        return choice.choose(Aead.AES_256_GCM, trials(), CipherFolder.ofUser());
    }
}
