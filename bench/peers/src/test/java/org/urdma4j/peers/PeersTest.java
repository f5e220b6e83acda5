package org.urdma4j.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

class PeersTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine command = Peers.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--peers tcp|\"tcp\" is not a peer",
                "--mtu 100|--mtu is 100, must be 1280 to 9216",
                "--mtu jumbo|Invalid value for option '--mtu'",
                "--rounds 0|--rounds is 0",
                "--time|Missing required parameter for option '--time'",
                "--fast|Unknown option: '--fast'",
                "write|Unmatched argument at index 0: 'write'"
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
    void shouldHelp() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: bench/baseline peers ")
                .contains("--peers", "--mtu", "--rounds", "--time", "--omit", "--cpu", "--json");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void shouldLeaveNoFile() throws Exception {
        Path folder;
        try (Scratch scratch = new Scratch()) {
            folder = scratch.folder();
            Files.createDirectories(folder.resolve("a/b"));
            Files.writeString(folder.resolve("a/b/c"), "x");
            assertThat(folder).isNotEmptyDirectory();
        }
        assertThat(folder).doesNotExist();
    }
}
