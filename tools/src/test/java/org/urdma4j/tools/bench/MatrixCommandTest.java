package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class MatrixCommandTest {
    private static final String SMALL =
            "bench sim --matrix --rate 1G --rtts 1ms,10ms --losses 0,0.1% --time 400ms"
                    + " --fec auto --threads 2";

    @TempDir private Path folder;

    private static Invocation call(String line) {
        return Invocation.of((Object[]) line.split(" "));
    }

    @Test
    void shouldPrintATableAndWriteTheFiles() throws IOException {
        Path csv = folder.resolve("matrix.csv");
        Path html = folder.resolve("matrix.html");

        Invocation result = call(SMALL + " --csv " + csv + " --html " + html);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out().lines())
                .hasSize(10)
                .startsWith("standard: steady goodput in Gbit/s, and its share of the bound")
                .anySatisfy(line -> assertThat(line).startsWith("urdma: steady goodput"))
                .anySatisfy(line -> assertThat(line).contains("0 %", "0.1 %"))
                .anySatisfy(line -> assertThat(line).startsWith("      1 ms").contains("0.98"))
                .anySatisfy(line -> assertThat(line).startsWith("     10 ms").contains("100.0 %"));
        assertThat(Files.readAllLines(csv)).hasSize(9);
        assertThat(html).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    }

    @Test
    void shouldSayWhereAFileCannotBeWritten() {
        Invocation result = call(SMALL + " --csv " + folder.resolve("no/such/folder.csv"));

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines().getFirst()).contains("folder.csv", "there is no folder");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--matrix --rtt 1ms | --rtt does not go with --matrix; use --rtts",
                "--matrix --loss 1% | --loss does not go with --matrix; use --losses",
                "--matrix --json | --json does not go with --matrix; use --csv FILE",
                "--matrix --message 1M | --message does not go with --matrix; leave it out",
                "--matrix --rtts 1ms,x | \"x\" is not a time",
                "--matrix --losses 3 | probability",
                "--matrix --profiles tcp | --profiles is standard or urdma or cubic or bbr, not \"tcp\"",
                "--matrix --threads 0 | --threads must be at least 1",
                "--matrix --profiles standard --time 0 | --time must be above 0",
                "--csv a.csv | --csv needs --matrix",
                "--rtts 1ms | --rtts needs --matrix"
            })
    void shouldSayInOneLineWhatIsWrong(String arguments, String message) {
        Invocation result = call("bench sim " + arguments);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines()).hasSize(2);
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
    }
}
