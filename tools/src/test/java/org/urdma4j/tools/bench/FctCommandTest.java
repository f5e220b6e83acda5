package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class FctCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String arguments) {
        return new CommandLine(new FctCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));
    }

    @Test
    void shouldPrintARowForEachScheme() {
        assertThat(run("--scheme gbn,copy --flows 20 --rate 1G --nic-rate 1G --pairs 2")).isZero();

        assertThat(out.toString().lines().map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactly("ms", "no", "gbn", "copy");
    }

    @Test
    void shouldPrintJson() {
        assertThat(
                        run(
                                "--scheme copy --flows 20 --workload hadoop --rate 1G --nic-rate 1G"
                                        + " --json"))
                .isZero();

        assertThat(out.toString())
                .startsWith("[{\"scheme\":\"copy\",\"workload\":\"hadoop\",\"fct_ms_mean\":")
                .contains("\"below_gbn_mean\":null")
                .contains("\"unfinished\":0,\"collapsed\":false,\"options\":{\"flows\":20,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--scheme tcp",
                "--workload web",
                "--window 3",
                "--queue xbdp",
                "--load 0",
                "--pairs 0",
                "--flows 0",
                "--mtu 1000",
                "--delay 1ns",
                "--loss 2",
            })
    void shouldSayWhatIsWrong(String arguments) {
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString()).isNotBlank();
    }
}
