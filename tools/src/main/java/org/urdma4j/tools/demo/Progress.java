package org.urdma4j.tools.demo;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.Console;
import java.util.function.LongConsumer;

/** A progress bar on a terminal; nothing where output goes to a file. */
final class Progress implements LongConsumer, AutoCloseable {
    private static final long MIB = 1 << 20;

    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    static Progress of(String name, long bytes) {
        return new Progress(
                onTerminal()
                        ? new ProgressBarBuilder()
                                .setTaskName(name)
                                .setInitialMax(bytes)
                                .setUnit(" MiB", MIB)
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

    @Override
    public void accept(long bytes) {
        if (bar != null) {
            bar.stepTo(bytes);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
