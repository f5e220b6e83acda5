package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

class UrdmaTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "pcap --help", "pcap check --help", "pcap check -h"})
    void shouldPrintHelpOfEveryCommand(String call) {
        Invocation result = Invocation.of((Object[]) call.split(" "));

        assertThat(result.status()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith(
                        "Usage: urdma" + call.replaceAll(" ?-.*", "").indent(1).stripTrailing());
    }

    @Test
    void shouldListEveryCommandWithItsDescription() {
        assertThat(Invocation.of("--help").out()).containsPattern("pcap +Look into capture files");
        assertThat(Invocation.of("pcap", "--help").out()).containsPattern("check +Count RoCE");
        assertThat(Invocation.of("pcap", "check", "--help").out())
                .contains("--json", "FILE...", "Exit status:", "a wrong ICRC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "pcap check --version"})
    void shouldPrintTheVersionOfTheBuild(String call) {
        Invocation result = Invocation.of((Object[]) call.split(" "));

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .matches("(?s)urdma \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\RJava 2[5-9].*");
    }

    @ParameterizedTest
    @CsvSource({
        "'', Missing required subcommand, ./urdma --help",
        "nope, Unmatched argument at index 0: 'nope', ./urdma --help",
        "pcap, Missing required subcommand, ./urdma pcap --help",
        "pcap check, Missing required parameter: 'FILE', ./urdma pcap check --help",
        "pcap check --bogus, Unknown option: '--bogus', ./urdma pcap check --help",
        "demo --port 1 --port 2, option '--port' (<port>) should be specified only once, ./urdma demo --help",
        "demo --port 99999, '--port is 99999, must be 1 to 65535', ./urdma demo --help",
        "pcap check --jsn x, Unknown option: '--jsn', ./urdma pcap check --help"
    })
    void shouldSayHowToCallItInsteadWhenCalledWrongly(String call, String error, String help) {
        Invocation result =
                call.isEmpty() ? Invocation.of() : Invocation.of((Object[]) call.split(" "));

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines())
                .startsWith("urdma: " + error)
                .endsWith("Try: " + help)
                .hasSizeBetween(2, 3);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldHaveHelpAndVersion(String command) {
        Invocation help = Invocation.of((Object[]) (command + " --help").split(" "));
        assertThat(help.err()).isEmpty();
        assertThat(help.status()).isZero();
        assertThat(help.out()).contains("Usage: urdma " + command);
        assertThat(Invocation.of((Object[]) (command + " --version").split(" ")).out())
                .startsWith("urdma ");
    }

    static List<String> commands() {
        return names("", Urdma.commandLine()).toList();
    }

    private static Stream<String> names(String before, CommandLine line) {
        return line.getSubcommands().entrySet().stream()
                .flatMap(sub -> {
                    String name = (before + " " + sub.getKey()).strip();
                    return Stream.concat(Stream.of(name), names(name, sub.getValue()));
                });
    }

    @Test
    void shouldReadTheOptionsOfWhatIsCalledAlone() {
        assertThat(Urdma.commandLine("bench", "stat").getSubcommands()).containsOnlyKeys("bench");
        assertThat(Urdma.commandLine("--help", "bench").getSubcommands()).hasSizeGreaterThan(14);
        assertThat(Urdma.commandLine("benhc").getSubcommands()).hasSizeGreaterThan(14);
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IOException("a.pcap: device\n  is gone"),
                new IllegalStateException("boom"),
                new StackOverflowError(),
                new OutOfMemoryError("Java heap space"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldEndInOneLineWhateverIsThrown(Throwable failure) {
        Invocation result =
                Invocation.of(
                        Urdma.commandLine().addSubcommand("fail", new Failing(failure)), "fail");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err())
                .startsWith("urdma: ")
                .containsAnyOf(
                        "a.pcap: device is gone",
                        "internal error, please report it: java.lang.IllegalStateException: boom",
                        "internal error, please report it: java.lang.StackOverflowError",
                        "out of memory; URDMA_JAVA_OPTS=-Xmx");
    }

    @Command(name = "fail")
    private static final class Failing implements Callable<Integer> {
        private final Throwable failure;

        Failing(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws Exception {
            switch (failure) {
                case Exception e -> throw e;
                case Error e -> throw e;
                default -> throw new AssertionError(failure);
            }
        }
    }

    /** The list of commands shows the first line of each one's description. */
    @Test
    void shouldSayInOneWholeLineWhatEachCommandIsFor() {
        assertThat(firstLines(Urdma.commandLine()))
                .hasSizeGreaterThan(14)
                .allSatisfy((name, line) ->
                        assertThat(line).as(name).hasSizeBetween(10, 68).endsWith("."));
    }

    private static Map<String, String> firstLines(CommandLine command) {
        Map<String, String> lines = new TreeMap<>();
        command.getSubcommands()
                .forEach((name, sub) -> {
                    if (!sub.getCommandSpec().usageMessage().hidden()) {
                        String[] description = sub.getCommandSpec().usageMessage().description();
                        lines.put(name, description[0]);
                        lines.putAll(firstLines(sub));
                    }
                });
        return lines;
    }
}
