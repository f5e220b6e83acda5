package org.urdma4j.tools.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;
import org.urdma4j.tools.Invocation;

import java.nio.file.Files;
import java.nio.file.Path;

/** Calls that end before anything is booted. */
class InteropCommandTest {
    @Test
    void shouldListCases() {
        Invocation result = Invocation.of("interop", "--list");

        assertThat(result.status()).isZero();
        assertThat(result.out().lines().map(line -> line.split(" +", 2)[0]))
                .contains("send", "write-imm", "read", "compare-swap", "rnr", "loss-in/stream")
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldListOnlyWhatAPatternMatches() {
        Invocation result = Invocation.of("interop", "--list", "--case", "write*,read");

        assertThat(result.status()).isZero();
        assertThat(result.out().lines().map(line -> line.split(" +", 2)[0]))
                .contains("write", "write-bad-key", "read")
                .allMatch(name -> name.startsWith("write") || name.equals("read"));
    }

    @Test
    void shouldSayThatNoCaseHasAName() {
        Invocation result = Invocation.of("interop", "--case", "send,wrte*");

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.errLines().getFirst())
                .isEqualTo("urdma: no case is named \"wrte*\"; --list lists them");
    }

    @Test
    void shouldSayInOneLineThatItNeedsRoot() throws Exception {
        assumeFalse(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "is root");

        Invocation result = Invocation.of("interop");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err()).contains("needs root").contains("sudo ./urdma interop");
    }
}
