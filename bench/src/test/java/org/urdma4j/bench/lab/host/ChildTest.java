package org.urdma4j.bench.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.util.List;

/** Processes that are shell scripts. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
class ChildTest {
    private static Child start(String script) throws IOException {
        return new Child("wan", new ProcessBuilder(List.of("sh", "-c", script)).start());
    }

    @Test
    void shouldWaitForALineAndForTheEnd() throws Exception {
        try (Child child = start("echo starting; echo ready; echo more; exit 3")) {
            child.awaitLine(line -> line.equals("ready"), 10);
            assertThat(child.output(10)).isEqualTo("starting\nready\nmore\n");
        }
    }

    @Test
    void shouldReturnWhatIsPrintedWhenItIsToldToEnd() throws Exception {
        String script =
                "trap 'echo summary; exit 0' TERM; echo ready; while :; do sleep 0.01; done";
        try (Child child = start(script)) {
            child.awaitLine(line -> line.contains("ready"), 10);
            assertThat(child.stop(10)).endsWith("summary\n");
        }
    }

    @Test
    void shouldSayWhatAProcessSaidLast() throws Exception {
        try (Child child = start("echo warning >&2; echo 'urdma: needs root' >&2; exit 1")) {
            assertThatIOException()
                    .isThrownBy(() -> child.awaitLine(_ -> true, 10))
                    .withMessage("wan: needs root");
        }
        try (Child child = start("exit 7")) {
            assertThatIOException()
                    .isThrownBy(() -> child.output(10))
                    .withMessage("wan: ended without a word, status 7");
        }
    }

    @Test
    void shouldKillAndForgetAtTheEnd() throws Exception {
        Host host = new Host();
        Child child = host.start("wan", List.of("sh", "-c", "echo up; exec sleep 60"));
        child.awaitLine(_ -> true, 10);
        long pid = child.pid();

        host.close();

        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThatIOException()
                .isThrownBy(() -> host.start("wan", List.of("true")))
                .withMessageContaining("torn down");
    }

    @Test
    void shouldSayWhichCommandFailed() {
        assertThatIOException()
                .isThrownBy(() -> Host.run("sh", "-c", "echo why >&2; exit 1"))
                .withMessage("sh -c echo why >&2; exit 1: why");
    }
}
