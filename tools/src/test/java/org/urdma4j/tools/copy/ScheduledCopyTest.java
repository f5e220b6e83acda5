package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.CommandThread;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Copies in windows, by a deadline, and at a rate that others choose. */
@Timeout(440)
class ScheduledCopyTest {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");

    @TempDir Path here;
    @TempDir Path served;

    private CommandProcess copy(Object... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("env", "XDG_CACHE_HOME=" + here.resolve("cache")));
        command.addAll(ThisJava.command());
        Stream.of(words).map(Object::toString).forEach(command::add);
        return CommandProcess.start(command);
    }

    private Path tree() throws IOException {
        Path tree = Files.createDirectory(here.resolve("tree"));
        for (int i = 0; i < 100; i++) {
            Files.write(tree.resolve("f" + i), new byte[1 << 16]);
        }
        Files.write(tree.resolve("large"), new byte[4 << 20]);
        return tree;
    }

    private void assertWhole() throws IOException {
        for (int i = 0; i < 100; i++) {
            assertThat(served.resolve("tree/f" + i)).hasSize(1 << 16);
        }
        assertThat(served.resolve("tree/large")).hasSize(4 << 20);
        try (var all = Files.list(served.resolve("tree"))) {
            assertThat(all).hasSize(101);
        }
    }

    /** Returns twenty windows from now on, two seconds between each and the next. */
    static String windows(int seconds) {
        LocalTime now = LocalTime.now(ZoneOffset.UTC);
        return IntStream.range(0, 20)
                        .map(i -> i * (seconds + 2))
                        .mapToObj(s ->
                                SECONDS.format(now.plusSeconds(s))
                                        + "-"
                                        + SECONDS.format(now.plusSeconds(s + seconds)))
                        .collect(Collectors.joining(","))
                + "@UTC";
    }

    /** At least 10 s of data: no window of 8 has all of them, however late the copy begins. */
    @Test
    void shouldGoOnInTheNextWindow() throws Exception {
        Path tree = tree();
        try (ServedFolder server = new ServedFolder(71, served);
                CommandThread copy =
                        CommandThread.start(
                                "copy",
                                tree,
                                server.at(""),
                                "--window",
                                windows(8),
                                "--bwlimit",
                                "8M")) {
            Invocation end = copy.end();
            assertThat(end.status()).as(end.err()).isZero();
            assertThat(end.err()).contains("urdma: waits, ", "urdma: waits for the window at ");
            assertThat(end.err()).doesNotContain("\tat ");
            assertThat(end.out()).startsWith("copied ").contains(" files were there");
        }
        assertWhole();
    }

    @Test
    void shouldWaitForItsWindowAndEndWithCtrlC() throws Exception {
        String later =
                SECONDS.format(LocalTime.now(ZoneOffset.UTC).plusHours(6)).replaceFirst("$", "-")
                        + SECONDS.format(LocalTime.now(ZoneOffset.UTC).plusHours(7));
        Path tree = tree();
        try (CommandProcess copy = copy("copy", tree, "127.0.0.2:x", "--window", later + "@UTC")) {
            copy.await(() -> copy.errSoFar().contains("urdma: waits for the window at "));
            Invocation end = copy.interrupt();
            assertThat(end.status()).isEqualTo(130);
            assertThat(end.err()).doesNotContain("\tat ");
        }
    }

    /** Whoever reads meanwhile sees all of it. */
    private void say(Path rate, String text) throws IOException {
        Path next = Files.writeString(here.resolve("next"), text);
        Files.move(next, rate, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void shouldTakeTheRateThatAFileSaysAndWaitAtNone() throws Exception {
        Path tree = tree();
        Path rate = Files.writeString(here.resolve("rate"), "0\n");
        try (ServedFolder server = new ServedFolder(72, served);
                CommandThread copy =
                        CommandThread.start(
                                "copy",
                                tree,
                                server.at(""),
                                "--json",
                                "--reference-rate",
                                "file:" + rate)) {
            copy.await(() -> copy.errSoFar().contains("urdma: the reference rate is 0: waits"));
            Files.delete(rate);
            copy.await(() -> copy.errSoFar().contains("can't be read; goes on as before"));
            say(rate, "1M\n");
            copy.awaitLine(line -> line.contains("\"limit_bits_per_second\":1000000"));
            say(rate, "nothing\n");
            copy.await(() -> copy.errSoFar().contains("nothing"));
            say(rate, "none\n");
            Invocation end = copy.end();
            assertThat(end.status()).as(end.err()).isZero();
        }
        assertWhole();
    }

    @Test
    void shouldPlanByTheDeadlineAndSayEarlyIfItComesTooLate() throws Exception {
        Path tree = tree();
        String deadline =
                ZonedDateTime.now(ZoneOffset.UTC)
                        .plusHours(2)
                        .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
        try (ServedFolder server = new ServedFolder(73, served)) {
            try (CommandProcess copy =
                    copy("copy", tree, server.at(""), "--json", "--deadline", deadline)) {
                copy.await(() ->
                        copy.errSoFar().contains("bit/s, the least, and they are there before "));
                copy.awaitLine(line -> line.contains("\"limit_bits_per_second\":100000"));
                assertThat(copy.interrupt().status()).isEqualTo(130);
            }
            Path known = here.resolve("cache/urdma4j/copy-history-" + server.address);
            Files.createDirectories(known.getParent());
            Files.write(known, IntStream.range(0, 168).mapToObj(hour -> hour + " 100").toList());
            try (CommandProcess copy = copy("copy", tree, server.at(""), "--deadline", deadline)) {
                Invocation end = copy.end();
                assertThat(end.status()).as(end.err()).isZero();
                assertThat(end.err())
                        .contains("MiB are left: by what the path had they aren't there before ")
                        .contains("goes as fast as it can");
            }
            assertWhole();
            try (CommandProcess history = copy("copy", "--history", server.address, "other")) {
                Invocation end = history.end();
                assertThat(end.out())
                        .startsWith(server.address + ":\n00:00  ")
                        .endsWith("\nother: nothing is known yet\n");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--window 1-5 | --window: \"1\" is no time of the day",
                "--window 01:00-05:00@Mars | --window: there is no time zone \"Mars\"",
                "--deadline soon | --deadline: \"soon\" is no time; write it like 06:00",
                "--deadline 2020-01-01T00:00 | --deadline 2020-01-01T00:00 is over",
                "--deadline 9999-12-31T23:59 | --deadline 9999-12-31T23:59 is more than eight",
                "--deadline 06:00@Mars | --deadline: there is no time zone \"Mars\"",
                "--cc cubic | --cc is rrcc or background, not \"cubic\"",
                "--fec 0,0 | --fec: ",
                "--reference-rate fast | --reference-rate: ",
                "--reference-rate http://x/ | --reference-rate: an address begins with https:",
                "--reference-rate 99999 | --reference-rate: 99999 is less than 100K",
                "--reference-rate https://h:99999/ | --reference-rate: https://h:99999/ is no",
                "--reference-rate https:// | --reference-rate: https:// is no address",
            })
    void shouldRefuseWrongCallsInALine(String options, String message) {
        String[] words = ("copy " + options + " a h:b").split(" ", -1);
        Invocation wrong = Invocation.of((Object[]) words);
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.errLines().getFirst()).startsWith("urdma: " + message);
    }
}
