package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.terminal.StandardOutput;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** What a command can't print ends it, with a line or, behind a pipe, without one. */
@Loopback
class StandardOutputTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final String CAPTURE = "../codec/src/test/resources/captures/golden-rc-v4.pcap";

    @BeforeEach
    void requireFullDevice() {
        boolean there = Files.isWritable(FULL);
        if (!there) {
            System.out.println("Skipped: no /dev/full here");
        }
        assumeTrue(there, "no /dev/full here");
    }

    /** Runs a command whose standard output is a full device. */
    private static Invocation intoFullDevice(List<Integer> exits, String... arguments)
            throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (OutputStream full = Files.newOutputStream(FULL)) {
            StandardOutput output = StandardOutput.of(full, FULL, err, exits::add);
            int status = Urdma.run(output, arguments);
            return new Invocation(status, "", err.toString(UTF_8));
        }
    }

    /** As a daemon's log on a disk that gets full, and has room again. */
    @Test
    void shouldGoOnWhereACommandOutlastsThat() {
        AtomicBoolean full = new AtomicBoolean(true);
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        OutputStream disk =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        if (full.get()) {
                            throw new IOException("no space");
                        }
                        raw.write(b);
                    }
                };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<Integer> exits = new ArrayList<>();
        StandardOutput output = StandardOutput.of(disk, FULL, err, exits::add);
        output.outlast();
        output.out().println("lost");
        output.out().println("lost, too");
        output.err().println("an error");
        full.set(false);
        output.out().println("kept");
        assertThat(output.finish(0)).isZero();
        assertThat(exits).isEmpty();
        assertThat(raw.toString(UTF_8).lines()).containsExactly("kept");
        assertThat(err.toString(UTF_8).lines())
                .containsExactly(
                        "urdma: standard output can't be written, going on: no space", "an error");
    }

    private static void assertFailsOnce(String... arguments) throws IOException {
        List<Integer> exits = new ArrayList<>();
        Invocation result = intoFullDevice(exits, arguments);

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.err()).startsWith("urdma: standard output can't be written: ");
        assertThat(exits).containsExactly(1);
    }

    static Stream<String> commands() {
        return UrdmaTest.commands().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldFailOnAFullDeviceInEveryCommand(String command) throws IOException {
        assertFailsOnce((command + " --help").split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--version",
                "key psk",
                "devices",
                "devices --json",
                "stat --folder .",
                "stat --json --folder .",
                "pcap check CAPTURE",
                "pcap check --json CAPTURE",
                "pcap show CAPTURE",
                "pcap show --json CAPTURE",
                "pcap flows CAPTURE",
                "pcap flows --json CAPTURE",
                "cpu --time 0.2 --interval 0.1",
                "cpu --time 0.2 --interval 0.1 --json",
                "bench sim --time 20ms",
                "bench sim --time 20ms --json",
            })
    void shouldFailOnAFullDeviceWithWhatACommandIsFor(String call) throws IOException {
        assertFailsOnce(call.replace("CAPTURE", CAPTURE).split(" "));
    }

    @Test
    void shouldFailOnAFullDeviceWithAReport() {
        Invocation result = Invocation.of("pcap", "flows", "--report", "/dev/full", CAPTURE);

        assertThat(result.err()).startsWith("urdma: can't write /dev/full: ");
        assertThat(result.errLines()).hasSize(1);
        assertThat(result.status()).isEqualTo(1);
    }

    @Test
    void shouldEndAProcessOnAFullDevice() throws Exception {
        List<String> command = new ArrayList<>(ThisJava.command());
        command.addAll(List.of("cpu", "--interval", "0.1", "--time", "86400"));
        Process process = new ProcessBuilder(command).redirectOutput(FULL.toFile()).start();

        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);

        assertThat(err.lines()).hasSize(1);
        assertThat(err).startsWith("urdma: standard output can't be written: ");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    /** It would run for a day. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu --interval 0.1 --time 86400", "stat --interval 0.1 --folder ."})
    void shouldEndQuietlyWhenNobodyReadsAnyMore(String call) throws Exception {
        List<String> command = new ArrayList<>(ThisJava.command());
        command.addAll(List.of(call.split(" ")));
        Process process = new ProcessBuilder(command).start();

        assertThat(process.getInputStream().read()).isNotNegative();
        process.getInputStream().close();

        assertThat(process.getErrorStream().readAllBytes()).isEmpty();
        assertThat(process.waitFor()).isEqualTo(StandardOutput.NOBODY_READS);
    }
}
