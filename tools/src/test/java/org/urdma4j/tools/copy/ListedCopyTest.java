package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** Copies of what a list names, and what a manifest says of them; over a socket. */
@Timeout(120)
class ListedCopyTest {
    private static final int MIB = 1 << 20;
    private static final FileTime OLD = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir Path here;
    @TempDir Path served;
    private SocketSite site;

    @BeforeEach
    void open() throws IOException {
        site = new SocketSite(served);
    }

    @AfterEach
    void close() throws IOException {
        site.close();
    }

    private static void write(Path file, int bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[bytes]);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(each -> !each.equals(folder))
                    .map(each -> folder.relativize(each).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Copies what is listed from the folder {@code from} at one end to {@code to} at the other. */
    private Tally copy(boolean push, String list, Path manifest) throws Exception {
        CopyOptions options =
                CopyOptions.DEFAULT.of(FilesFrom.parse("list", list.getBytes(UTF_8), false));
        Manifest written = manifest == null ? null : new Manifest(manifest, PassListener.NONE);
        Tally tally = new Tally(written == null ? PassListener.NONE : written);
        List<String> paths =
                push
                        ? List.of(here.resolve("from").toString(), "h:to")
                        : List.of("h:from", here.resolve("to").toString());
        try (CopyClient client = site.client(2)) {
            var _ =
                    ((TreeJob) CopyJob.parse(paths))
                            .ofContent()
                            .run(client, options, tally, written);
        }
        return tally;
    }

    private void makeTree(boolean push) throws IOException {
        Path from = (push ? here : served).resolve("from");
        write(from.resolve("a/b/1"), 10);
        write(from.resolve("a/b/2"), 20);
        write(from.resolve("a/c/3"), 3 * MIB);
        write(from.resolve("d/4"), 40);
        write(from.resolve("d/e/5"), 50);
        Files.createSymbolicLink(from.resolve("link"), Path.of("a"));
        for (String folder : List.of("a/b", "a", "d/e", "d")) {
            Files.setLastModifiedTime(from.resolve(folder), OLD);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCopyWhatIsListedWithItsFolders(boolean push) throws Exception {
        makeTree(push);
        Tally tally = copy(push, "a/b/2\na/c/3\nd\nlink\n", null);
        Path to = (push ? served : here).resolve("to");
        assertThat(names(to)).containsExactly("a", "a/b", "a/b/2", "a/c", "a/c/3", "d", "link");
        assertThat(tally.failed()).isZero();
        assertThat(tally.doneFiles()).isEqualTo(3);
        assertThat(Files.getLastModifiedTime(to.resolve("a/b"))).isEqualTo(OLD);
        assertThat(copy(push, "d/\n", null).doneFiles()).isEqualTo(2);
        assertThat(names(to)).contains("d/4", "d/e/5").doesNotContain("a/b/1");
        assertThat(copy(push, "./\n", null).sameFiles()).isEqualTo(5);
        assertThat(names(to)).contains("a/b/1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsMissingShouldBeCountedOnceAndTheRestCopied(boolean push) throws Exception {
        makeTree(push);
        Tally tally = copy(push, "a/b/1\na/none\nnone/at/all\nlink/b/1\n", null);
        assertThat(tally.doneFiles()).isEqualTo(1);
        assertThat(tally.missing()).isEqualTo(2);
        assertThat(tally.failed()).as("%s", tally.texts()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manyNamesShouldGo(boolean push) throws Exception {
        Path from = (push ? here : served).resolve("from");
        StringBuilder list = new StringBuilder();
        String folder = "f".repeat(250) + "/" + "g".repeat(250) + "/" + "h".repeat(250);
        Files.createDirectories(from.resolve(folder));
        for (int i = 0; i < 3000; i++) { // more than fit into a message
            Files.createFile(from.resolve(folder).resolve(String.valueOf(i)));
            list.append(folder).append('/').append(i).append('\n');
        }
        assertThat(copy(push, list.toString(), null).doneFiles()).isEqualTo(3000);
    }

    private static String check(Path manifest, Path folder) throws IOException {
        StringWriter said = new StringWriter();
        PrintWriter to = new PrintWriter(said);
        boolean right = ManifestCheck.run(manifest, folder.toString().getBytes(UTF_8), to, to);
        to.flush();
        assertThat(right).isEqualTo(!said.toString().contains("urdma: "));
        return said.toString();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aManifestShouldSayWhatBecameOfEachFile(boolean push) throws Exception {
        makeTree(push);
        Path odd = (push ? here : served).resolve("from/d/q\\\"\n\u00e9");
        Files.writeString(odd, "odd");
        var _ = copy(push, "a/b/1\n", null);
        Path manifest = here.resolve("manifest");
        var _ = copy(push, "a/\nd/\nlink\nnone\n", manifest);
        Path to = (push ? served : here).resolve("to");
        List<String> lines = Files.readAllLines(manifest);
        assertThat(lines).hasSize(8);
        assertThat(lines)
                .contains(
                        "{\"path\":\"a/b/1\",\"size\":10,\"sha256\":\"01d448afd928065458cf670b60f5a594d735af0172c8d67f22a81680132681ca\",\"state\":\"same\"}",
                        "{\"path\":\"link\",\"link\":\"a\",\"state\":\"copied\"}")
                .anyMatch(line -> line.contains("\"path\":\"d/q\\\\\\\\\\\"\\\\x0A\u00e9\""))
                .last()
                .asString()
                .startsWith("{\"state\":\"failed\",\"error\":\"")
                .contains("none");
        lines = lines.subList(0, 7);
        Files.write(manifest, lines);
        assertThat(check(manifest, to)).startsWith("checked 7 files, 3.00 MiB");
        Files.writeString(to.resolve("d/q\\\"\n\u00e9"), "ODD");
        Files.delete(to.resolve("a/b/2"));
        Files.writeString(to.resolve("d/4"), "short");
        Files.delete(to.resolve("link"));
        Files.createDirectory(to.resolve("link"));
        assertThat(check(manifest, to))
                .contains(
                        "urdma: d/q\\\\\"\\x0A\u00e9: has another SHA-256\n",
                        "urdma: a/b/2: is missing\n",
                        "urdma: d/4: has 5 bytes, not 40\n",
                        "urdma: link: is a folder now\n",
                        "; 4 aren't as they were\n");
    }

    @Test
    void oneFileShouldHaveItsName() throws Exception {
        write(here.resolve("f"), 3);
        Path manifest = here.resolve("manifest");
        Manifest written = new Manifest(manifest, PassListener.NONE);
        try (CopyClient client = site.client(1)) {
            TreeJob job = (TreeJob) CopyJob.parse(List.of(here.resolve("f").toString(), "h:g"));
            var _ = job.run(client, CopyOptions.DEFAULT, new Tally(written), written);
        }
        assertThat(Files.readString(manifest)).startsWith("{\"path\":\"g\",\"size\":3,");
        assertThat(check(manifest, served)).startsWith("checked 1 files, 3 B");
    }

    @Test
    void shouldRefuseWhatIsNoManifest() throws Exception {
        Path file =
                Files.writeString(
                        here.resolve("x"), "{\"path\":\"../etc/passwd\",\"sha256\":\"00\"}\n");
        assertThat(Invocation.of("copy", "--check", file, served).err())
                .startsWith("urdma: ../etc/passwd: \".\" and \"..\" are not allowed");
        Files.writeString(file, "no JSON\n");
        Invocation none = Invocation.of("copy", "--check", file, served);
        assertThat(none.status()).isEqualTo(1);
        assertThat(none.err()).isEqualTo("urdma: %s line 1: isn't JSON\n".formatted(file));
        Files.writeString(file, "[]\n");
        assertThat(Invocation.of("copy", "--check", file, served).err())
                .isEqualTo("urdma: %s line 1: isn't a line of --manifest\n".formatted(file));
        assertThat(Invocation.of("copy", "--check", here.resolve("none"), served).err())
                .contains("there is no such file");
    }
}
