package org.urdma4j.interop.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.List;

@EnabledOnOs(OS.LINUX)
@Timeout(30)
class OurProgramTest {
    /** Nothing listens at a port that only root may have. */
    private static final int PORT = 1;

    @Test
    void shouldNotWaitForEverForAPort() throws Exception {
        try (OurProgram program = new OurProgram(List.of("sh", "-c", "echo stuck; sleep 60"))) {
            assertThatIOException()
                    .isThrownBy(() -> program.awaitListening(PORT, 1))
                    .withMessage("our program did not open port 1 within 1 s: stuck");
        }
    }

    @Test
    void shouldNotWaitForAProgramThatHasEnded() throws Exception {
        try (OurProgram program = new OurProgram(List.of("sh", "-c", "echo done"))) {
            program.awaitListening(PORT);

            assertThat(program.finish(10)).containsExactly("done");
        }
    }
}
