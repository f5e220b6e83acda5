package org.urdma4j.tools.wan;

import org.urdma4j.wan.WanPath;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * What a path is told while it is up, a line at a time: {@code kill} and {@code revive}. The end of
 * the input ends nothing.
 */
final class WanCommands {
    private WanCommands() {}

    /** Listens on a thread of its own. */
    static void listen(InputStream input, WanPath path) {
        Thread.ofVirtual().name("wan-commands").start(() -> obey(input, path));
    }

    private static void obey(InputStream input, WanPath path) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                switch (line.strip()) {
                    case "kill" -> path.dead(true);
                    case "revive" -> path.dead(false);
                    default -> {
                        // nobody waits for an answer
                    }
                }
            }
        } catch (IOException _) {
            // there is nobody to be heard any more
        }
    }
}
