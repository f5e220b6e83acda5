package org.urdma4j.report.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.imageio.ImageIO;

/** Headless Chromium, each time with a new profile and without a network. */
final class Chromium {
    private static final String PROGRAM = "chromium";
    private static final long PATIENCE_SECONDS = 120;

    private final Path folder;
    private int runs;

    /**
     * @param folder for profiles, pages and pictures
     */
    Chromium(Path folder) {
        this.folder = folder;
    }

    /** What came out of it. */
    record Outcome(String out, List<String> complaints) {}

    /** Skips the test if it isn't there. */
    static void require() throws InterruptedException {
        try {
            Process version =
                    new ProcessBuilder(PROGRAM, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (version.waitFor() == 0) {
                return;
            }
        } catch (IOException _) {
            // said below
        }
        String reason = PROGRAM + " is not installed (Debian: chromium)";
        System.out.println("Skipped: " + reason);
        abort(reason);
    }

    /** Lays out a page in a window of this width and returns its document, scripts having run. */
    Outcome document(String html, int width) throws IOException, InterruptedException {
        return run(html, width, "--dump-dom");
    }

    /** Returns what a window of this width shows. */
    BufferedImage picture(String html, int width, List<String> complaints)
            throws IOException, InterruptedException {
        Path file = folder.resolve("picture" + runs + ".png");
        complaints.addAll(run(html, width, "--screenshot=" + file).complaints());
        return ImageIO.read(file.toFile());
    }

    private Outcome run(String html, int width, String action)
            throws IOException, InterruptedException {
        runs++;
        Path page = Files.writeString(folder.resolve("page" + runs + ".html"), html);
        Path out = folder.resolve("out" + runs);
        Path log = folder.resolve("log" + runs);
        List<String> command = new ArrayList<>(List.of(PROGRAM, "--headless", "--no-sandbox"));
        command.addAll(List.of("--disable-gpu", "--disable-quic", "--no-first-run"));
        command.addAll(List.of("--disable-background-networking", "--disable-component-update"));
        command.addAll(List.of("--disable-sync", "--hide-scrollbars", "--enable-logging=stderr"));
        command.add("--host-resolver-rules=MAP * ~NOTFOUND");
        command.add("--user-data-dir=" + Files.createDirectory(folder.resolve("profile" + runs)));
        command.add("--window-size=" + width + ",2400");
        command.add(action);
        command.add(page.toUri().toString());
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(log.toFile())
                        .start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("chromium ended within %d s", PATIENCE_SECONDS)
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        return new Outcome(
                Files.readString(out),
                Files.readAllLines(log).stream().filter(l -> l.contains(":CONSOLE")).toList());
    }
}
