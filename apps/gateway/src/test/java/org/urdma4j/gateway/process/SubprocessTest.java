package org.urdma4j.gateway.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Processes that are shell scripts. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
class SubprocessTest {
    private static Subprocess start(String script) throws IOException {
        return Subprocess.start("wan", List.of("sh", "-c", script));
    }

    @Test
    void shouldWaitForALineAndForTheEnd() throws Exception {
        try (Subprocess child = start("echo starting; echo ready; echo more; exit 3")) {
            child.awaitLine(line -> line.equals("ready"), 10);
            assertThat(child.output(10)).isEqualTo("starting\nready\nmore\n");
        }
    }

    @Test
    void shouldWaitForOneLineAfterAnother() throws Exception {
        String script = "echo one; read go; echo two; read go; exit 1";
        try (Subprocess child =
                Subprocess.listening("wan", List.of("sh", "-c", script), _ -> {}, _ -> {})) {
            child.awaitLine(line -> line.equals("one"), 10);
            assertThatIOException()
                    .isThrownBy(() -> child.awaitLine(line -> line.equals("two"), 0))
                    .withMessageContaining("was not ready");
            child.say("go");
            child.awaitLine(line -> line.equals("two"), 10);
            child.say("go");
            assertThatIOException().isThrownBy(() -> child.awaitLine(_ -> false, 10));
            assertThatIOException().isThrownBy(() -> child.awaitLine(_ -> false, 10));
        }
    }

    @Test
    void shouldHearWhatItIsTold() throws Exception {
        List<String> command = List.of("sh", "-c", "read a; read b; echo $b; echo $a");
        try (Subprocess child = Subprocess.listening("echo", command, _ -> {}, _ -> {})) {
            child.say("one");
            child.say("two");
            assertThat(child.finish(10)).isEqualTo("two\none\n");
            assertThatIOException().isThrownBy(() -> child.say("three"));
        }
    }

    @Test
    void shouldReturnWhatIsPrintedWhenItIsToldToEnd() throws Exception {
        String script =
                "trap 'echo summary; exit 0' TERM; echo ready; while :; do sleep 0.01; done";
        try (Subprocess child = start(script)) {
            child.awaitLine(line -> line.contains("ready"), 10);
            assertThat(child.stop(10)).endsWith("summary\n");
        }
    }

    @Test
    void shouldSayWhatAProcessSaidLast() throws Exception {
        try (Subprocess child = start("echo warning >&2; echo 'urdma: needs root' >&2; exit 1")) {
            assertThatIOException()
                    .isThrownBy(() -> child.awaitLine(_ -> true, 10))
                    .withMessage("wan: needs root");
        }
        try (Subprocess child = start("exit 7")) {
            assertThatIOException()
                    .isThrownBy(() -> child.output(10))
                    .withMessage("wan: ended without a word, status 7");
        }
    }

    @Test
    void shouldPassLinesOnAsTheyCome() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        List<String> errors = new CopyOnWriteArrayList<>();
        List<String> command = List.of("sh", "-c", "echo one; echo why >&2; echo two");
        try (Subprocess child = Subprocess.start("wan", command, lines::add, errors::add)) {
            assertThat(child.finish(10)).isEqualTo("one\ntwo\n");
            assertThat(child.isOver(0)).isTrue();
        }
        assertThat(lines).containsExactly("one", "two");
        assertThat(errors).containsExactly("why");
    }

    @Test
    void shouldWaitUntilWhoReadsErrorsHasHeardThemAll() throws Exception {
        List<String> errors = new CopyOnWriteArrayList<>();
        CountDownLatch never = new CountDownLatch(1);
        Consumer<String> slow =
                line -> {
                    try {
                        var _ = never.await(300, TimeUnit.MILLISECONDS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    errors.add(line);
                };
        List<String> command = List.of("sh", "-c", "echo one; echo why >&2");
        try (Subprocess child = Subprocess.start("wan", command, _ -> {}, slow)) {
            assertThat(child.finish(10)).isEqualTo("one\n");
            assertThat(errors).containsExactly("why");
        }
    }

    @Test
    void shouldTellWhatTheListenerThinksOfALine() throws Exception {
        Consumer<String> refuses =
                line -> {
                    throw new IllegalArgumentException("no " + line);
                };
        List<String> command = List.of("sh", "-c", "echo outcome; exit 0");
        try (Subprocess child = Subprocess.start("wan", command, refuses, _ -> {})) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> child.finish(10))
                    .withMessageContaining("no outcome");
        }
    }

    @Test
    void shouldKillAtTheEnd() throws Exception {
        long pid;
        try (Subprocess child = start("echo up; exec sleep 60")) {
            child.awaitLine(_ -> true, 10);
            pid = child.pid();
        }
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void shouldSayThatAProgramIsNotThere() {
        assertThatIOException()
                .isThrownBy(() -> Subprocess.run("no-such-program"))
                .withMessage("can't run \"no-such-program\": is it installed?");
    }

    @Test
    void shouldSayWhichCommandFailed() {
        assertThatIOException()
                .isThrownBy(() -> Subprocess.run("sh", "-c", "echo why >&2; exit 1"))
                .withMessage("sh -c echo why >&2; exit 1: why");
    }
}
