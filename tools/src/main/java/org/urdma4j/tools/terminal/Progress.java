package org.urdma4j.tools.terminal;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.Console;

/** A progress bar on a terminal; nothing where output goes to a file. */
public final class Progress implements AutoCloseable {
    private static final int UPDATE_MS = 100;

    private final ProgressBar bar; // null without a terminal

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    /** Begins with none of {@code most} steps. */
    public static Progress of(String name, long most) {
        return of(name, most, "", 1);
    }

    /**
     * Begins with none of {@code most} steps.
     *
     * @param unit what the numbers are shown in
     * @param unitSteps how many steps that is
     */
    public static Progress of(String name, long most, String unit, long unitSteps) {
        return new Progress(
                onTerminal()
                        ? new ProgressBarBuilder()
                                .setTaskName(name)
                                .setInitialMax(most)
                                .setUnit(unit, unitSteps)
                                .setStyle(ProgressBarStyle.ASCII)
                                .setUpdateIntervalMillis(UPDATE_MS)
                                .build()
                        : null);
    }

    /** Returns whether somebody looks at the output as it comes. */
    @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null again when there is no terminal
    public static boolean onTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** Shows how many steps are done. */
    public void at(long steps) {
        if (bar != null) {
            bar.stepTo(steps);
        }
    }

    /** Shows how many steps are done, and a word on what is at work. */
    public void at(long steps, String now) {
        if (bar != null) {
            bar.stepTo(steps);
            bar.setExtraMessage(now);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
