package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.pfc.FlowControl;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class PauseArgumentsTest {
    @Command
    private static final class Holder {
        @Mixin private final PauseArguments arguments = new PauseArguments();
    }

    private static FlowControl parse(String... options) {
        Holder holder = new Holder();
        new CommandLine(holder).parseArgs(options);
        holder.arguments.check(true);
        return holder.arguments.flowControl();
    }

    @Test
    void shouldBeWhatAPortDoes() {
        assertThat(parse()).isEqualTo(FlowControl.DEFAULT);
        assertThat(parse("--pause")).isEqualTo(FlowControl.pause());
        assertThat(parse("--pfc", "3")).isEqualTo(FlowControl.pfc(3));
        assertThat(parse("--pfc", "0,3,7")).isEqualTo(FlowControl.pfc(0, 3, 7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--pfc 3; need --backend raw",
                "--pause; need --backend raw",
                "--pause --backend udp; need --backend raw",
                "--pfc 8 --backend raw; 0 to 7, not 8",
                "--pfc 3,9 --backend raw; 0 to 7, not 9",
                "--pfc x --backend raw; x",
                "--pfc 3 --pause --backend raw; not both"
            })
    void mistakesShouldBeOneLineAndStatusTwo(String options, String word) {
        for (String call : new String[] {"bench server", "bench client host"}) {
            Object[] words = (call + " " + options).split(" ");
            Invocation invocation = Invocation.of(words);
            assertThat(invocation.status()).isEqualTo(2);
            assertThat(invocation.err()).contains(word);
            assertThat(invocation.errLines()).hasSize(2);
        }
    }
}
