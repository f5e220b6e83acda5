package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** Arguments are bytes that mean themselves, whatever they begin with and whatever the locale. */
@EnabledOnOs(OS.LINUX)
class ArgumentBytesTest {
    private static final Path CAPTURE =
            Path.of("../codec/src/test/resources/captures/golden-rc-v4.pcap");

    /** An é of UTF-8, one of ISO 8859-1, and a byte that is no character: as printf has them. */
    private static final String NAME = "n\\303\\251\\351\\377";

    @TempDir private Path folder;

    /**
     * Runs a command in a folder of such a name, in the POSIX locale.
     *
     * @param before what the shell does there first; the name is {@code $n}, the capture {@code $c}
     * @param arguments as the shell has them
     */
    private Invocation inPosixLocale(String before, String arguments)
            throws IOException, InterruptedException {
        String script =
                """
                n=$(printf '%s') && c=$1 && shift && mkdir "$n" && cd "$n" &&
                { %s; } && exec "$@" %s
                """
                        .formatted(NAME, before, arguments);
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.add(CAPTURE.toRealPath().toString());
        command.addAll(ThisJava.command());
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("LC_") || key.equals("LANG"));
        builder.environment().put("LC_ALL", "POSIX");
        Path err = folder.resolve("err");
        Process process = builder.redirectError(err.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
        return new Invocation(process.waitFor(), out, Files.readString(err, ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cp \"$c\" \"@$n\" | pcap check \"@$n\"",
                "cp \"$c\" \"./-$n\" | pcap flows --report=\"-$n.html\" -- \"-$n\" && ls -- \"-$n.html\"",
                "umask 077; cat ../key > \"~$n\" | key check \"$PWD/~$n\"",
            })
    void shouldTakeAnyNameOfAFile(String call) throws Exception {
        Files.writeString(folder.resolve("key"), PskCredentials.newLine(new SecureRandom()));
        int bar = call.lastIndexOf(" | ");
        Invocation result = inPosixLocale(call.substring(0, bar), call.substring(bar + 3));

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
    }

    @Test
    void shouldNameTheOptionWhoseFileHoldsNonsense() throws Exception {
        Invocation result =
                inPosixLocale(
                        "echo nonsense > \"$n\"",
                        "copy --bwlimit-file \"$n\" x 127.0.0.1:9:x --protect psk:\"$n\"");

        assertThat(result.errLines().getFirst())
                .startsWith("urdma: --protect: ")
                .doesNotContain("Exception");
    }

    @Test
    void shouldNotReadArgumentsFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("arguments"), "--version\n");

        for (String call : List.of("", "pcap", "pcap check", "bench sim", "key check", "serve")) {
            List<Object> words = new ArrayList<>();
            if (!call.isEmpty()) {
                words.addAll(List.of(call.split(" ")));
            }
            words.add("@" + file);
            Invocation result = Invocation.of(words.toArray());
            assertThat(result.status()).as(call).isNotZero();
            assertThat(result.err()).as(call).startsWith("urdma: ").contains("@" + file);
        }
    }
}
