package org.urdma4j.tools.crypto;

import com.sun.management.ThreadMXBean;

import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.aead.CipherDecision;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.CipherTimer;
import org.urdma4j.protection.aead.CipherTrial;
import org.urdma4j.protection.aead.CipherTrials;
import org.urdma4j.transport.port.keys.CipherSelection;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Tries the implementations that come into question with all they have. */
final class CryptoRun {
    private final CipherTrials trials = CipherSelection.trials();
    private final CipherTimer garbage = new CipherTimer(new SplittableRandom(), allocated());

    private CryptoRun() {}

    /**
     * Decides as a device would, and looks at the other cipher as well.
     *
     * @throws IOException if there is nothing to decide for
     */
    static CryptoReport of(CipherChoice choice) throws IOException {
        CryptoRun run = new CryptoRun();
        try {
            CipherDecision decision = choice.decide(Aead.AES_256_GCM, run.trials);
            CipherSelection.keep(choice, decision);
            List<CryptoReport.Row> rows = new ArrayList<>();
            decision.trials().forEach(trial -> rows.add(run.row(Aead.AES_256_GCM, trial)));
            List<CipherSource> others =
                    decision.trials().stream()
                            .map(CipherTrial::source)
                            .filter(source -> source.has(Aead.CHACHA20_POLY1305))
                            .toList();
            run.trials
                    .of(others, Aead.CHACHA20_POLY1305)
                    .forEach(trial -> rows.add(run.row(Aead.CHACHA20_POLY1305, trial)));
            return new CryptoReport(rows, decision.chosen().source().name(), decision.why());
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private CryptoReport.Row row(Aead aead, CipherTrial trial) {
        return new CryptoReport.Row(
                aead.toString(),
                trial.source().name(),
                trial.fault(),
                trial.times(),
                trial.times().stream()
                        .map(time -> garbage.time(trial.source(), aead, time.bytes()))
                        .toList());
    }

    /** What this thread has allocated, in bytes; always 0 on a JVM that doesn't count it. */
    private static LongSupplier allocated() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                        && threads.isThreadAllocatedMemorySupported()
                ? threads::getCurrentThreadAllocatedBytes
                : () -> 0;
    }
}
