package org.urdma4j.copy.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** A copy that is killed again and again: {@code kill -9}, wherever it is. */
@Timeout(120)
class KilledCopyTest {
    private static final int KILLS = 5;

    @TempDir Path folder;
    private int written;

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChunkWriter.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
    }

    /** Runs a copy until it has written so many chunks, and returns its last line. */
    private String run(int kill) throws Exception {
        Process copy = start();
        String last = null;
        try (BufferedReader said = copy.inputReader()) {
            // a chunk may be recorded whose line was never read
            assertThat(Integer.parseInt(said.readLine().substring(4)))
                    .isGreaterThanOrEqualTo(written);
            int now = 0;
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                last = line;
                if (Character.isDigit(line.charAt(0))) {
                    written++;
                }
                if (++now == kill) {
                    copy.toHandle().destroyForcibly(); // leaves what it said to be read
                }
            }
        }
        copy.waitFor();
        return last;
    }

    @Test
    void shouldSendNothingVerifiedAgainAndEndRight() throws Exception {
        Random random = new Random(13);
        for (int i = 0; i < KILLS; i++) {
            assertThat(run(50 + random.nextInt(200))).isNotEqualTo("whole");
            assertThat(folder.resolve("big")).doesNotExist();
        }
        assertThat(run(Integer.MAX_VALUE)).isEqualTo("whole");
        assertThat(written).isLessThanOrEqualTo(ChunkWriter.CHUNKS);
        byte[] content = ChunkWriter.content();
        assertThat(Files.readAllBytes(folder.resolve("big"))).isEqualTo(content);
        try (var all = Files.list(folder)) {
            assertThat(all.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("big", "small0", "small1", "small2");
        }
        int from = (ChunkWriter.CHUNKS - 1) * ChunkWriter.CHUNK;
        assertThat(Files.readAllBytes(folder.resolve("small" + (ChunkWriter.CHUNKS - 1) % 3)))
                .isEqualTo(Arrays.copyOfRange(content, from, content.length));
    }
}
