package org.urdma4j.interop;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class RunLockTest {
    @TempDir private Path folder;

    @Test
    void shouldTellTheSecondRunThatThereIsOne() throws IOException {
        Path file = folder.resolve("lock");
        try (RunLock _ = RunLock.take(file)) {
            assertThatIOException()
                    .isThrownBy(() -> RunLock.take(file))
                    .withMessage(
                            "another `./urdma interop` runs on this machine; wait until it has"
                                    + " ended");
        }
        assertThatCode(() -> RunLock.take(file).close()).doesNotThrowAnyException();
    }
}
