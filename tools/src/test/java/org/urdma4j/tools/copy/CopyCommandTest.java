package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;

/** {@code urdma copy} with a server that is a process of its own. */
@Timeout(120)
class CopyCommandTest {
    @TempDir static Path served;
    private static ServedFolder server;

    @TempDir Path here;

    @BeforeAll
    static void serve() throws Exception {
        server = new ServedFolder(1, served);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static byte[] write(Path file, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        return content;
    }

    @Test
    void shouldCopyAFileThereAndBackUnderOtherNames() throws Exception {
        byte[] content = write(here.resolve("a"), 3_000_001);
        Invocation push = Invocation.ofCopy(here.resolve("a"), server.at("file-b"));
        assertThat(push.err()).isEmpty();
        assertThat(push.status()).isZero();
        assertThat(push.out()).startsWith("copied 1 files, 2.86 MiB in ");
        assertThat(served.resolve("file-b")).hasBinaryContent(content);
        Path back = here.resolve("c");
        Invocation pull = Invocation.ofCopy(server.at("/file-b"), back, "--verify");
        assertThat(pull.err()).isEmpty();
        assertThat(pull.out()).contains("; 1 verified");
        assertThat(back).hasBinaryContent(content);
    }

    @Test
    void shouldPutFoldersIntoTheTargetAndContentsInItsPlace() throws Exception {
        byte[] content = write(here.resolve("tree/x/y"), 100);
        String target = here.resolve("tree").toString();
        assertThat(Invocation.ofCopy(target, server.at("new/")).status()).isZero();
        assertThat(served.resolve("new/tree/x/y")).hasBinaryContent(content);
        assertThat(Invocation.ofCopy(target + "/", server.at("bare")).status()).isZero();
        assertThat(served.resolve("bare/x/y")).hasBinaryContent(content);
        Invocation pull = Invocation.ofCopy(server.at("new/tree"), here.resolve("back"));
        assertThat(pull.err()).isEmpty();
        assertThat(here.resolve("back/tree/x/y")).hasBinaryContent(content);
        Invocation both =
                Invocation.ofCopy(
                        server.at("new/tree/x/y"), server.at("bare/x"), here.resolve("z"));
        assertThat(both.status()).isZero();
        assertThat(here.resolve("z/y")).hasBinaryContent(content);
        assertThat(here.resolve("z/x/y")).hasBinaryContent(content);
    }

    @Test
    void shouldPrintWhatWasDoneForPrograms() throws Exception {
        write(here.resolve("json/1"), 10);
        write(here.resolve("json/2.o"), 20);
        Invocation copy =
                Invocation.ofCopy(
                        here.resolve("json"), server.at(""), "--json", "--exclude", "*.o");
        String last = copy.out().lines().toList().getLast();
        JsonNode end = JsonMapper.shared().readTree(last);
        assertThat(end.get("event").asString()).isEqualTo("end");
        assertThat(end.get("copied_files").asInt()).isEqualTo(1);
        assertThat(end.get("sent_bytes").asInt()).isEqualTo(10);
        assertThat(served.resolve("json/2.o")).doesNotExist();
    }

    @Test
    void shouldSayToProgramsWhyACopyWasBrokenOff() throws Exception {
        Path none = here.resolve("none");
        Invocation copy = Invocation.ofCopy(none, server.at(""), "--json");
        assertThat(copy.status()).isEqualTo(1);
        JsonNode end = JsonMapper.shared().readTree(copy.out().lines().toList().getLast());
        assertThat(end.get("event").asString()).isEqualTo("end");
        assertThat(end.get("error").asString())
                .isEqualTo(none + ": there is no such file or directory");
        Invocation nobody = Invocation.ofCopy(here, "127.63.255.254:x", "--json");
        end = JsonMapper.shared().readTree(nobody.out().lines().toList().getLast());
        assertThat(end.get("error").asString()).contains("nobody serves there");
    }

    @Test
    void whatAListMissesShouldEndAsWithRsync() throws Exception {
        write(here.resolve("listed/1"), 10);
        Path list = Files.write(here.resolve("list"), new byte[] {'1', 0, '2', 0});
        Path manifest = here.resolve("manifest");
        Invocation copy =
                Invocation.ofCopy(
                        here.resolve("listed"),
                        server.at("listed"),
                        "-0",
                        "--files-from",
                        list,
                        "--manifest",
                        manifest);
        assertThat(copy.status()).isEqualTo(23);
        assertThat(copy.err()).isEqualTo("urdma: 2: there is no such file or directory\n");
        assertThat(copy.out()).contains("; 1 failed; 1 of these aren't there");
        Invocation check = Invocation.ofCopy("--check", manifest, served.resolve("listed"));
        assertThat(check.status()).isEqualTo(1);
        assertThat(check.out()).startsWith("checked 1 files, 10 B; 1 aren't as they were");
    }

    @Test
    void shouldSayThatAServerAsksForKeys() throws Exception {
        Path key = here.resolve("key");
        Files.writeString(key, Invocation.of("key", "psk").out());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        try (ServedFolder keys = new ServedFolder(2, served, "--protect", "psk:" + key)) {
            Invocation copy = Invocation.ofCopy(key, keys.at(""));
            assertThat(copy.status()).isEqualTo(1);
            assertThat(copy.err())
                    .endsWith("it asks for keys; give --protect psk:FILE with the same key\n");
        }
    }

    @Test
    void shouldWriteDigitsThatProgramsRead() throws Exception {
        write(here.resolve("digits"), 2_000_000);
        List<String> arabic = List.of("-Duser.language=ar", "-Duser.country=EG");
        try (CommandProcess copy =
                CommandProcess.start(arabic, "copy", here.resolve("digits"), server.at(""))) {
            copy.awaitLine(line -> line.startsWith("copied 1 files, 1.91 MiB in "));
        }
    }

    @Test
    void shouldSayWhatADryRunWouldDo() throws Exception {
        write(here.resolve("dry/1"), 10);
        write(served.resolve("dry/surplus"), 10);
        Invocation copy = Invocation.ofCopy(here.resolve("dry"), server.at(""), "-n", "--delete");
        assertThat(copy.out())
                .contains("copy dry/1\n", "remove dry/surplus\n", "would copy 1 files, 10 B");
        assertThat(served.resolve("dry/surplus")).exists();
        assertThat(served.resolve("dry/1")).doesNotExist();
    }

    @Test
    void shouldSayInALineWhatIsWrong() throws Exception {
        Path none = here.resolve("none");
        assertThat(Invocation.ofCopy(none, server.at("")).err())
                .isEqualTo("urdma: %s: there is no such file or directory\n".formatted(none));
        assertThat(Invocation.ofCopy(server.at("none"), here).err())
                .isEqualTo(
                        "urdma: %s: there is no such file or directory\n"
                                .formatted(server.at("none")));
        assertThat(Invocation.ofCopy(server.at("../etc/passwd"), here).err())
                .startsWith("urdma: ../etc/passwd: \".\" and \"..\" are not allowed");
        write(here.resolve("file"), 10);
        Invocation inside = Invocation.ofCopy(here.resolve("file"), server.at("no/such/x"));
        assertThat(inside.status()).isEqualTo(1);
        assertThat(inside.err()).contains("no/such").doesNotContain("\tat ");
        assertThat(Invocation.ofCopy(here.resolve("file"), "no.such.host.invalid:x").err())
                .isEqualTo("urdma: no address is known for \"no.such.host.invalid\"\n");
        assertThat(Invocation.ofCopy(here.resolve("file"), "127.63.255.254:x").err())
                .isEqualTo(
                        "urdma: can't reach 127.63.255.254 port 4791: nobody serves there; start"
                                + " `urdma serve DIR --listen ADDR`\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "copy a b | one side must be HOST:PATH",
                "copy h:a h:b | one side must be on this machine",
                "copy a h:b h:c | the sources must all be on the same host",
                "copy h:99999:a b | the port is 99999",
                "copy a h:b --jobs 65 | --jobs is 65, must be 1 to 64",
                "copy a h:b --bwlimit fast | --bwlimit: ",
                "copy a h:b --bwlimit 1G --bwlimit-file x | give --bwlimit or --bwlimit-file",
                "copy a h:b -n --verify | give --dry-run or --verify",
                "copy - a h:b | - goes with one file",
                "copy h:a h:b - | - goes with one file",
                "copy a | SRC and DST: one is missing",
                "copy a b h:c --files-from l | --files-from goes with one source",
                "copy a h:b --files-from l --delete | --files-from goes with neither",
                "copy a h:b -0 | --from0 needs --files-from",
                "copy a h:b --manifest /no/such/m | --manifest: no file can be written at",
                "copy - h:b --manifest m | - has no --manifest",
                "copy --check m h:b | --check takes one folder of this machine",
                "copy - b | one side must be HOST:PATH",
                "copy - h: | with - the other side is a file",
                "copy h:a/ - | with - the other side is a file",
                "copy - h:b --delete | - has no --checksum",
                "copy h:a - --json | give - as the target or --json",
                "serve . --listen 0.0.0.0:0 | --listen takes ADDR or ADDR:PORT",
                "serve . --idle 1ms | --idle must be 1 s or more",
                "serve . --metrics x | --metrics takes PORT or ADDR:PORT",
                "serve . --metrics 70000 | --metrics takes PORT or ADDR:PORT",
                "serve . --max-connections 0 | --max-connections is 0",
                "serve . --max-per-peer 0 | --max-per-peer is 0",
                "serve . --protect psk:/no/such/key | --protect: "
            })
    void shouldRefuseWrongCallsInALine(String call, String message) {
        Invocation wrong = Invocation.of((Object[]) call.split(" ", -1));
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.errLines().getFirst()).startsWith("urdma: " + message);
    }

    @Test
    void shouldAskForKeysBeyondLoopback() throws Exception {
        String own = InetAddress.getLocalHost().getHostAddress();
        assumeFalse(own.startsWith("127."), "no other address");
        Invocation serve = Invocation.of("serve", here, "--listen", own);
        assertThat(serve.status()).isEqualTo(2);
        assertThat(serve.errLines().getFirst())
                .startsWith("urdma: serving beyond loopback needs keys: --protect psk:FILE");
    }
}
