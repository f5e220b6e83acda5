package org.urdma4j.tools.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Calls that end before anything is run. */
class LabCommandTest {
    private static Invocation call(String line) {
        return Invocation.of((Object[]) line.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cells 20ms | \"20ms\" is not a cell; write it like 20ms/0.1%",
                "--rails 1G | \"1G\" is no rail; write it like 10G/20ms/0.1%",
                "--rails 1G/20ms/0 --kill 1@2s | --kill 1: there is no such rail",
                "--rails 1G/20ms/0 --netem | --rails needs urdma wan; leave --netem out",
                "--rails 1G/20ms/0 --cells 20ms/0 | --rails is the path: leave --cells",
                "--rails 1G/20ms/0 --full | --rails is the path",
                "--rails 60G/20ms/0+60G/20ms/0 | the rate of a cell is 1M to 100G",
                "--revive 0@2s | --revive needs --rails",
                "--save /dev/null/folder | --save: there is no folder /dev/null/folder",
                "--svg x.svg --cells 1ms/0/1G,1ms/0/2G | --svg takes cells of one rate and MTU",
                "--svg x.svg --compare 1 | --svg doesn't go with --compare",
                "--cells 20/0 | \"20\" is not a time",
                "--cells 20ms/0,20ms/0 | a cell is given twice",
                "--cells 0/burst:2s,20ms,0.8/1G,0/burst:2s,20ms,0.8/1G | a cell is given twice",
                "--cells 20ms/burst:2s | burst:2s,20ms,0.8",
                "--cells 1ms/ge:1,2,0.8/1G,1ms/0 | must lie between 0 and 1",
                "--netem --cells 1ms/burst:2s,20ms,0.8 | netem has no bursts by time",
                "--protocols quic | \"quic\" is not a protocol; there are urdma, urdma-paper, standard, tcp-bbr",
                "--protocols urdma,urdma | a protocol is given twice",
                "--rate fast | \"fast\" is not a rate",
                "--rate 1K | the rate of a cell is 1M to 100G",
                "--mtu 100 | the MTU of a cell is 1280 to 9216",
                "--time 0 | --time is 1 to 3600 seconds",
                "--time soon | --time is a whole number of seconds, not \"soon\"",
                "--omit x | --omit is a whole number of seconds, not \"x\"",
                "--repeat 0 | --repeat is 1 to 100",
                "--full --cells 20ms/0 | --cells doesn't go with --full or --beside",
                "--compare 1 --machine-cpu | --machine-cpu doesn't go with --compare",
                "--compare 0 | --compare is 1 to 1000 paths",
                "--compare many | Invalid value for option '--compare'",
                "--compare 3 --path 4 | --path is 1 to the number of paths, 3",
                "--compare 3 --path 0 | --path is 1 to the number of paths, 3",
                "--compare 3 --time 0 | --time is 1 to 600 seconds with --compare",
                "--compare 3 --seed x | Invalid value for option '--seed'",
                "--compare 3 --cells 20ms/0 | --cells doesn't go with --compare",
                "--compare 3 --netem | --netem doesn't go with --compare",
                "--seed 3 | --seed needs --compare N",
                "--json | --json needs --compare N",
                "--rivals 2 | --rivals needs --coexist",
                "--cc rrcc | --cc needs --coexist",
                "--coexist quic! | \"tcp-quic!\" is not a protocol",
                "--coexist tcp-cubic | --coexist names what TCP uses, such as cubic, without tcp-",
                "--coexist --rivals 0 | --rivals is 1 to 16 flows",
                "--coexist --rivals two | --rivals are whole numbers of flows, not \"two\"",
                "--coexist --rivals 1, | --rivals are whole numbers of flows, not \"\"",
                "--coexist --rivals 1,1 | a cell is given twice",
                "--coexist --queues 20ms | --queues are numbers of BDP such as 0.25",
                "--coexist --queues 0 | --queues are 0.05 to 20 BDP",
                "--coexist --queues NaN | --queues are 0.05 to 20 BDP",
                "--coexist --rates fast | \"fast\" is not a rate",
                "--coexist --rates 1K | --rates are 1M to 10G",
                "--coexist --rtts 20 | \"20\" is not a time",
                "--coexist --rtts 0 | --rtts are 1ms to 1s",
                "--coexist --first us | --first is ours, rival or ours,rival, not \"us\"",
                "--coexist --cc fixed | --cc is rrcc, ",
                "--coexist --time 0 | --time is 1 to 3600 seconds",
                "--coexist --cells 20ms/0 | --cells doesn't go with --coexist",
                "--coexist --compare 3 | --coexist doesn't go with --compare",
                "--coexist --beside | --beside doesn't go with --coexist",
                "--full --beside | --full and --beside don't go together"
            })
    void shouldSayInOneLineWhatIsWrong(String arguments, String message) {
        Invocation result = call("lab " + arguments);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines()).hasSize(2);
        assertThat(result.errLines().getFirst()).startsWith("urdma: ").contains(message);
    }

    @Test
    void shouldSayAtOnceThatAFileCannotBeWritten() {
        for (String option : List.of("--csv", "--report")) {
            Invocation result = call("lab " + option + " /no/such/folder.csv");

            assertThat(result.status()).isEqualTo(2);
            assertThat(result.errLines().getFirst())
                    .isEqualTo(
                            ("urdma: %s: no file can be written at /no/such/folder.csv: there is"
                                            + " no folder /no/such")
                                    .formatted(option));
        }
    }

    @Test
    void shouldSayInOneLineThatItNeedsRoot() throws Exception {
        assumeFalse(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "is root");

        Invocation result = call("lab --cells 1ms/0");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err()).contains("needs root");
    }
}
