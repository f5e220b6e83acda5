package org.urdma4j.tools.bench;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.Console;
import java.util.function.DoubleConsumer;

/** A progress bar on a terminal; nothing where output goes to a file. */
final class Progress implements DoubleConsumer, AutoCloseable {
    private static final int STEPS = 1000;

    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    static Progress of(String name) {
        return new Progress(
                onTerminal()
                        ? new ProgressBarBuilder()
                                .setTaskName(name)
                                .setInitialMax(STEPS)
                                .setStyle(ProgressBarStyle.ASCII)
                                .setUpdateIntervalMillis(100)
                                .build()
                        : null);
    }

    @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null again when there is no terminal
    private static boolean onTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Shows the share that is done, 0 to 1. */
    @Override
    public void accept(double share) {
        if (bar != null) {
            bar.stepTo((long) (share * STEPS));
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
