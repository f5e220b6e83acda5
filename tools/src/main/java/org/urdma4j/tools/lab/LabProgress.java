package org.urdma4j.tools.lab;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import org.urdma4j.bench.lab.LabNames;
import org.urdma4j.bench.lab.LabResults;
import org.urdma4j.bench.lab.Trial;
import org.urdma4j.bench.lab.Trials;

import java.io.Console;

/** A progress bar on a terminal; nothing where output goes to a file. */
final class LabProgress implements Trials.Watcher, AutoCloseable {
    private final ProgressBar bar; // null without a terminal

    LabProgress(int trials) {
        bar =
                onTerminal()
                        ? new ProgressBarBuilder()
                                .setTaskName("lab")
                                .setInitialMax(trials)
                                .setStyle(ProgressBarStyle.ASCII)
                                .setUpdateIntervalMillis(500)
                                .build()
                        : null;
    }

    @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null again when there is no terminal
    private static boolean onTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    @Override
    public void at(LabResults soFar, Trial now) {
        if (bar != null) {
            bar.stepTo(soFar.trials().size());
            bar.setExtraMessage(
                    now == null ? "" : now.mix().name() + ", " + LabNames.cell(now.cell()));
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
