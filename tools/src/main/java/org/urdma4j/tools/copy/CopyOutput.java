package org.urdma4j.tools.copy;

import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.rate.RateLimit;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.tools.terminal.Progress;
import org.urdma4j.transport.port.SystemClock;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What {@code urdma copy} prints. Any thread may call. */
final class CopyOutput {
    private static final long EVERY_MS = 1000;
    private static final double NS_PER_S = 1e9;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final boolean live = Progress.onTerminal();
    private final CountDownLatch over = new CountDownLatch(1);
    private Tally tally;
    private RateLimit limit;
    private long startNs;
    private long lastBytes;
    private volatile double lastRate;
    private int shown;
    private int failures;

    CopyOutput(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    boolean isLive() {
        return live && !json;
    }

    /** Returns the rate of the last second in bit/s. */
    double rate() {
        return lastRate;
    }

    /** Returns what prints failures as they come, and of a dry run what would be done. */
    PassListener details(CopyOptions options) {
        return new PassListener() {
            @Override
            public void onFailed(Fault fault, String text) {
                failure(text);
            }

            @Override
            public void onAgain(TreePath path) {
                note(path + ": changed while it was read, copied again");
            }

            @Override
            public void onInUse(TreePath path) {
                note(path + ": another copy is writing it, tried again for 15 s");
            }

            @Override
            public void onWanted(TreePath path, long bytes, long have) {
                if (options.dryRun() && !json) {
                    line("copy " + path);
                }
            }

            @Override
            public void onRemoved(TreePath path) {
                if (options.dryRun() && !json) {
                    line("remove " + path);
                }
            }
        };
    }

    /** The copy begins. */
    void begin(Tally counts, RateLimit rate) {
        boolean first = tally == null;
        synchronized (this) {
            tally = counts;
            limit = rate;
            lastBytes = 0;
            startNs = SystemClock.nowNs();
        }
        if (first && (json || live)) {
            Thread.ofPlatform().daemon().name("copy-progress").start(this::progress);
        }
    }

    private void progress() {
        try {
            while (!over.await(EVERY_MS, TimeUnit.MILLISECONDS)) {
                step();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void step() {
        if (over.getCount() == 0) {
            return;
        }
        long bytes = tally.movedBytes();
        double rate = (bytes - lastBytes) * (double) Byte.SIZE * EVERY_MS / 1000;
        lastBytes = bytes;
        lastRate = rate;
        if (json) {
            Json.print(
                    counts("progress")
                            .put("bits_per_second", rate)
                            .put("limit_bits_per_second", limit.bitsPerSecond()),
                    out);
        } else {
            show("%s, %s%s".formatted(settled(), Amounts.rate(rate), left(rate)));
        }
    }

    /** Of a stream nothing was found before. */
    private String settled() {
        return tally.foundFiles() == 0
                ? Amounts.bytes(settledBytes())
                : "%d of %d files, %s of %s"
                        .formatted(
                                settledFiles(),
                                tally.foundFiles(),
                                Amounts.bytes(settledBytes()),
                                Amounts.bytes(tally.foundBytes()));
    }

    private String left(double rate) {
        long bytes = tally.foundBytes() - settledBytes();
        return rate <= 0 || bytes <= 0
                ? ""
                : ", " + Amounts.time(bytes * (double) Byte.SIZE / rate) + " left";
    }

    private long settledFiles() {
        return tally.doneFiles() + tally.sameFiles();
    }

    private long settledBytes() {
        return tally.movedBytes() + tally.sameBytes() + tally.resumedBytes();
    }

    /** Overwrites the last line of the terminal. */
    private void show(String line) {
        err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
        err.flush();
        shown = line.length();
    }

    private void clear() {
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
            shown = 0;
        }
    }

    /** Prints a line of the copy. */
    synchronized void line(String text) {
        clear();
        out.println(text);
        out.flush();
    }

    /** Says something beside the progress. */
    void note(String text) {
        say("urdma: " + text);
    }

    /** Passes on what another program says. */
    synchronized void say(String line) {
        clear();
        err.println(line);
        err.flush();
    }

    private synchronized void failure(String text) {
        failures++;
        if (failures <= Tally.TEXTS) {
            note(text);
        }
    }

    /** The copy was done, or as much of it as could be. */
    synchronized void end(CopyOptions options, long right) {
        over.countDown();
        clear();
        if (json) {
            Json.print(
                    counts("end")
                            .put("verified_files", right)
                            .put("dry_run", options.dryRun())
                            .put("errors", tally.texts()),
                    out);
        } else {
            out.println(summary(options, right));
            out.flush();
        }
        if (failures > Tally.TEXTS) {
            note("and %d more like these".formatted(failures - Tally.TEXTS));
        }
    }

    /** It waits, and goes on later. */
    void rest() {
        note("waits, %d files are whole".formatted(tally == null ? 0 : settledFiles()));
    }

    /**
     * The copy was broken off, perhaps before it began.
     *
     * @param why in a line
     */
    synchronized void stop(String why) {
        over.countDown();
        clear();
        if (json) {
            JsonObject line = tally == null ? new JsonObject().put("event", "end") : counts("end");
            Json.print(
                    line.put("error", why).put("errors", tally == null ? List.of() : tally.texts()),
                    out);
        } else if (tally != null && tally.foundFiles() > 0) {
            note(
                    "%d files are whole; the same command goes on from here"
                            .formatted(settledFiles()));
        }
    }

    private String summary(CopyOptions options, long right) {
        double seconds = seconds();
        StringBuilder text = new StringBuilder();
        if (options.dryRun()) {
            text.append(
                    "would copy %d files, %s"
                            .formatted(tally.wantedFiles(), Amounts.bytes(tally.wantedBytes())));
        } else {
            text.append(
                    "copied %d files, %s in %s, %s"
                            .formatted(
                                    tally.doneFiles(),
                                    Amounts.bytes(tally.movedBytes()),
                                    Amounts.time(seconds),
                                    Amounts.rate(
                                            tally.movedBytes() * (double) Byte.SIZE / seconds)));
        }
        add(text, tally.resumedBytes(), Amounts.bytes(tally.resumedBytes()) + " resumed");
        add(text, tally.sameFiles(), tally.sameFiles() + " files were there");
        add(text, tally.removed(), tally.removed() + " removed");
        add(text, tally.again(), tally.again() + " copied again since they changed");
        add(text, tally.skipped(), tally.skipped() + " left out that are no files");
        add(text, right, right + " verified");
        add(text, tally.failed(), tally.failed() + " failed");
        add(text, tally.missing(), tally.missing() + " of these aren't there");
        return text.toString();
    }

    private static void add(StringBuilder text, long amount, String words) {
        if (amount > 0) {
            text.append("; ").append(words);
        }
    }

    private double seconds() {
        return Math.max(1, SystemClock.nowNs() - startNs) / NS_PER_S;
    }

    private JsonObject counts(String event) {
        return new JsonObject()
                .put("event", event)
                .put("seconds", seconds())
                .put("found_files", tally.foundFiles())
                .put("found_bytes", tally.foundBytes())
                .put("same_files", tally.sameFiles())
                .put("copied_files", tally.doneFiles())
                .put("wanted_files", tally.wantedFiles())
                .put("sent_bytes", tally.movedBytes())
                .put("resumed_bytes", tally.resumedBytes())
                .put("removed", tally.removed())
                .put("copied_again", tally.again())
                .put("skipped", tally.skipped())
                .put("failed", tally.failed());
    }
}
