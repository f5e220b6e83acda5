package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** {@code urdma copy} in a pipe. */
@Timeout(240)
class StreamCopyTest {
    @TempDir Path here;
    @TempDir Path served;

    private int sh(String script) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", script)
                .redirectError(here.resolve("err").toFile())
                .start()
                .waitFor();
    }

    private String err() throws IOException {
        return Invocation.withoutWaits(Files.readString(here.resolve("err")));
    }

    @Test
    void shouldStandInAPipe() throws Exception {
        byte[] content = new byte[3_000_001];
        new Random(1).nextBytes(content);
        Path file = Files.write(here.resolve("file"), content);
        String copy = String.join(" ", ThisJava.command()) + " copy";
        try (ServedFolder server = new ServedFolder(45, served)) {
            Path said = here.resolve("said");
            int status = sh("cat %s | %s - %s >%s".formatted(file, copy, server.at("there"), said));
            assertThat(err()).isEmpty();
            assertThat(status).isZero();
            assertThat(said).content().startsWith("copied 1 files, 2.86 MiB in ");
            assertThat(served.resolve("there")).hasBinaryContent(content);
            Path back = here.resolve("back");
            String pull = "%s %s - | cat >%s".formatted(copy, server.at("there"), back);
            assertThat(sh(pull)).isZero();
            assertThat(back).hasBinaryContent(content);
            assertThat(err()).startsWith("copied 1 files, 2.86 MiB in ");
        }
    }
}
