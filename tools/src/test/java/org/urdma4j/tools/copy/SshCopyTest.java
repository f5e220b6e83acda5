package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** {@code urdma copy --ssh} with a program in ssh's place that runs the far command here. */
@Timeout(240)
class SshCopyTest {
    private static final int MIB = 1 << 20;

    @TempDir Path here;
    @TempDir Path there;

    private SshStandIn standIn;

    @BeforeEach
    void standIn() {
        standIn = new SshStandIn(here, there);
    }

    private String ssh(String before) throws IOException {
        return standIn.option(before);
    }

    private Object[] call(Object... words) {
        List<Object> all = new ArrayList<>(List.of("copy"));
        all.addAll(List.of(words));
        all.addAll(
                List.of(
                        "--remote-command",
                        SshStandIn.far(),
                        "--remote-address",
                        OwnLoopback.address(61).getHostAddress()));
        return all.toArray();
    }

    private Invocation copy(Object... words) {
        return Invocation.of(call(words)).withoutWaits();
    }

    private static byte[] write(Path file, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        return content;
    }

    @Test
    void shouldCopyThereAndBackWithoutAServerOrAKey() throws Exception {
        byte[] content = write(here.resolve("tree/a b"), 3 * MIB + 1);
        String shell = "HOME=%s; export HOME; printf 'Welcome!\\nno end of line'".formatted(there);
        Invocation push = copy(ssh(shell), here.resolve("tree"), "me@far:~/new");
        assertThat(push.err()).isEmpty();
        assertThat(push.status()).isZero();
        assertThat(push.out()).startsWith("copied 1 files");
        assertThat(there.resolve("new/tree/a b")).hasBinaryContent(content);
        assertThat(Files.readAllLines(standIn.log()))
                .containsExactly("me@far", SshStandIn.far() + " serve --once --stdio");
        Object tree = "me@far:" + there + "/new/tree/";
        Invocation pull = copy(ssh(""), tree, here.resolve("back"), "--verify");
        assertThat(pull.err()).isEmpty();
        assertThat(pull.out()).contains("; 1 verified");
        assertThat(here.resolve("back/a b")).hasBinaryContent(content);
        standIn.awaitEnd();
    }

    /** No shell sees the paths, whatever they are. */
    @Test
    void namesShouldMeanThemselvesThere() throws Exception {
        byte[] content = write(here.resolve("plain"), 100);
        String odd = "-it's \"a\" $(touch x);b&c|d*\n\\n";
        Invocation push = copy(ssh(""), here.resolve("plain"), "far:" + odd);
        assertThat(push.err()).isEmpty();
        try (Stream<Path> all = Files.list(there)) {
            assertThat(all).containsExactly(there.resolve(odd));
        }
        List<String> names = List.of("~", "*", "caf\u00e9", "-rf", "$HOME");
        write(there.resolve("folder/in/it"), 7);
        List<Object> pull = new ArrayList<>(List.of(ssh(""), "far:" + odd, "far:folder/in/it"));
        for (String name : names) {
            Files.write(there.resolve(name), content);
            pull.add("far:./" + name);
        }
        Path got = here.resolve("got");
        pull.add(got + "/");
        Invocation back = copy(pull.toArray());
        assertThat(back.err()).isEmpty();
        for (String name : names) {
            assertThat(got.resolve(name)).hasBinaryContent(content);
        }
        assertThat(got.resolve(odd)).hasBinaryContent(content);
        assertThat(got.resolve("it")).hasSize(7);
    }

    /** Of a pull it is the far end that sends. */
    @Test
    void theFarEndShouldSendAsItIsTold() throws Exception {
        byte[] content = write(there.resolve("g"), MIB);
        Path got = here.resolve("got");
        Invocation pull = copy(ssh(""), "--cc", "background", "--fec", "8,1", "far:g", got);
        assertThat(pull.err()).isEmpty();
        assertThat(got).hasBinaryContent(content);
        assertThat(Files.readAllLines(standIn.log()))
                .containsExactly(
                        "far",
                        SshStandIn.far() + " serve --once --stdio --cc background --fec 8,1");
    }

    @Test
    void theFarEndShouldBeReadOnlyUnlessItIsWrittenTo() throws Exception {
        write(here.resolve("f"), 10);
        Invocation dry = copy(ssh(""), "-n", here.resolve("f"), "far:no");
        assertThat(dry.out()).contains("would copy 1 files");
        assertThat(there).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo sh: urdma: not found >&2; exit 127 | far has no urdma at \"",
                "exit 255 | doesn't reach far",
                "exit 3 | at far ended with status 3; is it as new as this one?",
                "echo URDMA-COPY-SSH 99; sleep 1 | the urdma of far is of another version: use the same at both ends",
                "exec 1>&-; exit 0 | ended with status 0"
            })
    void shouldSayInALineWhyThereIsNoFarEnd(String far, String message) throws Exception {
        write(here.resolve("f"), 10);
        Invocation push = copy(ssh(far), here.resolve("f"), "far:g");
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.errLines()).as(push.err()).hasSize(1);
        assertThat(push.err()).startsWith("urdma: ").contains(message);
    }

    @Test
    void shouldPassOnWhatSshSays() throws Exception {
        Invocation push =
                copy(
                        ssh("echo 'me@far: Permission denied (publickey).' >&2; exit 255"),
                        here,
                        "far:g");
        assertThat(push.errLines())
                .hasSize(2)
                .first()
                .isEqualTo("me@far: Permission denied (publickey).");
        assertThat(push.errLines().getLast()).endsWith(" doesn't reach far, see above");
    }

    @Test
    void shouldSayInALineWhatIsWrongThere() throws Exception {
        write(here.resolve("f"), 10);
        Invocation none = copy(ssh(""), here.resolve("f"), "far:no/such/g");
        assertThat(none.err())
                .isEqualTo("urdma: far: no/such: there is no such file or directory\n");
        Invocation taken = copy("--ssh=/no/such/ssh", here.resolve("f"), "far:g");
        assertThat(taken.err())
                .isEqualTo("urdma: can't run /no/such/ssh; --ssh=COMMAND names another program\n");
    }

    @Test
    void shouldSayWhichPortIsShut() throws Exception {
        write(here.resolve("f"), 10);
        String lies =
                "printf 'URDMA-COPY-SSH 1\\n'; read request; echo URDMA-COPY-READY 7f000001 1;"
                        + " cat >/dev/null; exit 0";
        Invocation push = copy(ssh(lies), here.resolve("f"), "far:g");
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.err())
                .startsWith("urdma: TCP port 1 of ")
                .contains("--port", "--remote-address");
    }

    @Test
    void nothingShouldBeLeftAfterCtrlC() throws Exception {
        write(here.resolve("f"), 8 * MIB);
        List<Object> slow = new ArrayList<>(List.of(call(ssh(""), here.resolve("f"), "far:g")));
        slow.addAll(List.of("--bwlimit", "8M"));
        try (CommandProcess copy = CommandProcess.start(List.of(), slow.toArray())) {
            copy.await(() -> hasPart(there));
            assertThat(standIn.farEnd()).isPresent();
            Invocation end = copy.interrupt();
            assertThat(end.status()).isEqualTo(130);
            assertThat(end.err()).contains("interrupted by the user").doesNotContain("\tat ");
        }
        standIn.awaitEnd();
        assertThat(there.resolve("g")).doesNotExist();
    }

    @Test
    void theFarEndShouldEndWithSsh() throws Exception {
        write(here.resolve("f"), 8 * MIB);
        List<Object> slow = new ArrayList<>(List.of(call(ssh(""), here.resolve("f"), "far:g")));
        slow.addAll(List.of("--bwlimit", "8M"));
        try (CommandProcess copy = CommandProcess.start(List.of(), slow.toArray())) {
            copy.await(() -> hasPart(there));
            copy.signal("KILL");
            copy.end();
        }
        standIn.awaitEnd();
        assertThat(there.resolve("g")).doesNotExist();
    }

    @Test
    void aCopyWhoseFarEndIsKilledShouldEnd() throws Exception {
        write(here.resolve("f"), 8 * MIB);
        List<Object> slow = new ArrayList<>(List.of(call(ssh(""), here.resolve("f"), "far:g")));
        slow.addAll(List.of("--bwlimit", "8M"));
        try (CommandProcess copy = CommandProcess.start(List.of(), slow.toArray())) {
            copy.await(() -> hasPart(there));
            standIn.farEnd().orElseThrow().destroyForcibly();
            Invocation end = copy.end();
            assertThat(end.status()).isEqualTo(1);
            assertThat(end.err()).doesNotContain("\tat ");
        }
        Invocation rest = copy(ssh(""), here.resolve("f"), "far:g");
        assertThat(rest.out()).contains("resumed");
        assertThat(there.resolve("g")).hasSameBinaryContentAs(here.resolve("f"));
    }

    /**
     * Returns a stand-in that is in one folder for the host {@code a}, and in another for {@code
     * b}.
     */
    private String between(String atA) throws IOException {
        return ssh("if [ \"$1\" = me@a ]; then cd %s; %s\nfi".formatted(here, atA));
    }

    @Test
    void shouldSendFromOneHostToAnother() throws Exception {
        byte[] content = write(here.resolve("tree/a b"), 3 * MIB + 1);
        Files.createLink(here.resolve("tree/'"), here.resolve("tree/a b"));
        write(here.resolve("tree/left.o"), 5);
        write(there.resolve("t/tree/surplus"), 5);
        Object[] call = {between(""), "-aj1", "--delete", "--exclude", "*.o", "me@a:tree", "b:t"};
        List<Object> dry = new ArrayList<>(List.of(call));
        dry.add(0, "-n");
        Invocation would = copy(dry.toArray());
        assertThat(would.err()).isEmpty();
        assertThat(would.out()).contains("copy t/tree/", "remove t/tree/surplus", "would copy 2");
        Invocation push = copy(call);
        assertThat(push.err()).isEmpty();
        assertThat(push.status()).isZero();
        assertThat(push.out()).startsWith("copied 2 files").contains("; 1 removed");
        assertThat(there.resolve("t/tree/a b")).hasBinaryContent(content);
        assertThat(Files.isSameFile(there.resolve("t/tree/'"), there.resolve("t/tree/a b")))
                .isTrue();
        assertThat(there.resolve("t/tree/left.o")).doesNotExist();
        standIn.awaitEnd();
    }

    /** No shell sees the names, and what is printed is the same. */
    @Test
    void namesBetweenHostsShouldMeanThemselves() throws Exception {
        String odd = "-it's \"a\" $(touch x);b&c|d*,\n\\n";
        byte[] content = write(here.resolve(odd), 100);
        Files.createDirectories(there.resolve("f"));
        Invocation push = copy(between("HOME=$PWD; export HOME"), "-J", "me@a:~/" + odd, "b:f/");
        assertThat(push.err()).isEmpty();
        assertThat(push.out()).contains("\"event\":\"end\"").contains("\"copied_files\":1");
        assertThat(there.resolve("f").resolve(odd)).hasBinaryContent(content);
        Invocation none = copy(between(""), "me@a:gone", "b:f/");
        assertThat(none.status()).isEqualTo(1);
        assertThat(none.err()).isEqualTo("urdma: me@a:gone: there is no such file or directory\n");
        standIn.awaitEnd();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo URDMA-COPY-SSH 1; cat >/dev/null; exit 0 | the urdma of me@a is too old to send to another host",
                "exit 255 | doesn't reach me@a",
                "exit 127 | me@a has no urdma at \""
            })
    void shouldSayInALineWhyAHostCannotSend(String atA, String message) throws Exception {
        write(here.resolve("f"), 10);
        Invocation push = copy(between(atA), "me@a:f", "b:g");
        assertThat(push.status()).isEqualTo(1);
        assertThat(push.errLines()).as(push.err()).hasSize(1);
        assertThat(push.err()).startsWith("urdma: ").contains(message);
        standIn.awaitEnd();
    }

    @Test
    void nothingShouldBeLeftOfACopyBetweenHostsAfterCtrlC() throws Exception {
        write(here.resolve("f"), 8 * MIB);
        List<Object> slow = new ArrayList<>(List.of(call(between(""), "me@a:f", "b:g")));
        slow.addAll(List.of("--bwlimit", "8M"));
        try (CommandProcess copy = CommandProcess.start(List.of(), slow.toArray())) {
            copy.await(() -> hasPart(there));
            Invocation end = copy.interrupt();
            assertThat(end.status()).isEqualTo(130);
            assertThat(end.err()).contains("interrupted by the user").doesNotContain("\tat ");
        }
        standIn.awaitEnd();
        assertThat(there.resolve("g")).doesNotExist();
        Invocation rest = copy(between(""), "me@a:f", "b:g");
        assertThat(rest.out()).contains("resumed");
        assertThat(there.resolve("g")).hasSameBinaryContentAs(here.resolve("f"));
    }

    private static boolean hasPart(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path each : all.toList()) {
                if (each.getFileName().toString().startsWith(".urdma4j-copy-j-")
                        && Files.size(each) > 100) {
                    return true;
                }
            }
        }
        return false;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "copy a me@h:b | USER@HOST needs --ssh",
                "copy --port 5 a h:b | --remote-command, --port and --remote-address need --ssh",
                "copy --ssh --port 70000 a h:b | --port is 70000",
                "copy --ssh --port 5 a h:6:b | give --port or HOST:PORT:PATH",
                "copy --ssh a -oProxyCommand=x:b | Unknown option: '-ProxyCommand=x:b'",
                "copy --ssh -- a -oProxyCommand=x:b | a host or user begins with -",
                "copy --ssh= a h:b | --ssh= names no program",
                "copy --ssh=' a h:b | --ssh: a quote is open",
                "copy --ssh a b | one side must be HOST:PATH",
                "copy h:a g:b | one side must be on this machine: HOST:PATH is on both, which takes --ssh",
                "copy --ssh h:a i:b g:c | the sources must all be on the same host",
                "copy --ssh h:5:a g:c | between two hosts a port is the target's",
                "copy --ssh --manifest m h:a g:c | between two hosts there is no --files-from",
                "copy --ssh --bwlimit-file m h:a g:c | between two hosts there is no --bwlimit-file",
                "copy --ssh -- -oProxyCommand=x:a g:b | a host or user begins with -",
                "copy -a - h:b | - has no --archive",
                "serve --stdio . | --stdio has no DIR",
                "serve | DIR is missing"
            })
    void shouldRefuseWrongCallsInALine(String call, String message) {
        Invocation wrong = Invocation.of((Object[]) call.split(" ", -1));
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.errLines().getFirst()).startsWith("urdma: " + message);
    }

    @Test
    void aServerShouldEndWithItsFirstCopyIfAsked() throws Exception {
        write(here.resolve("f"), 10);
        try (ServedFolder server = new ServedFolder(62, there, "--once")) {
            assertThat(Invocation.of("copy", here.resolve("f"), server.at("g")).status()).isZero();
            assertThat(server.end().status()).isZero();
        }
        assertThat(there.resolve("g")).hasSize(10);
    }
}
