package org.urdma4j.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class LatencyTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String... arguments) {
        CommandLine command = Latency.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--askers ping|\"ping\" can't be run",
                "--busy-poll 50|--busy-poll: ",
                "--busy-poll 2s|--busy-poll is 2000000, must be 0 to 1000000",
                "--size 4|--size is 4, must be 8 to 1024",
                "--mtu 100|--mtu is 100, must be 1280 to 9216",
                "--rounds 0|--rounds is 0",
                "--fast|Unknown option: '--fast'"
            })
    void shouldSayInALineWhatIsWrong(String arguments, String why) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("baseline: ")
                .contains(why);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldSayThatOursIsMissing() {
        String before = System.getProperty("baseline.root");
        System.setProperty("baseline.root", folder.toString());
        try {
            assertThat(run()).isEqualTo(2);
        } finally {
            if (before == null) {
                System.clearProperty("baseline.root");
            } else {
                System.setProperty("baseline.root", before);
            }
        }
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "baseline: there is no %s/urdma to run: start bench/baseline of the"
                                        .formatted(folder)
                                + " repository");
    }

    @Test
    void shouldHelp() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: bench/baseline latency ")
                .contains("--askers", "--busy-poll", "--size", "--mtu", "--rounds", "--time")
                .contains("--omit", "--json", "0,50us");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
    }
}
