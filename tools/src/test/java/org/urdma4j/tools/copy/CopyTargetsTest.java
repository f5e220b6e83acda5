package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several sources, links, folders that aren't there and {@code --force}, push and pull. */
@Timeout(60)
class CopyTargetsTest {
    private static final CopyOptions FORCE = options(false, true);

    @TempDir Path folder;
    private Path here;
    private Path served;
    private SocketSite site;

    @BeforeEach
    void serve() throws IOException {
        here = Files.createDirectory(folder.resolve("here"));
        served = Files.createDirectory(folder.resolve("served"));
        site = new SocketSite(served);
    }

    @AfterEach
    void end() throws IOException {
        site.close();
    }

    private static CopyOptions options(boolean dry, boolean force, String... excludes) {
        List<ByteString> globs = new ArrayList<>();
        for (String exclude : excludes) {
            globs.add(ByteString.of(exclude));
        }
        return new CopyOptions(true, false, false, false, dry, globs, force, null, Preserve.NONE);
    }

    private Path source(boolean push) {
        return push ? here : served;
    }

    private Path target(boolean push) {
        return push ? served : here;
    }

    /** Copies what is named below the source and below the target. */
    private Tally copy(boolean push, CopyOptions options, String... names) throws Exception {
        return copy(push, options, 1, PassListener.NONE, names);
    }

    private Tally copy(
            boolean push, CopyOptions options, int jobs, PassListener listener, String... names)
            throws Exception {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            boolean local = push == i < names.length - 1;
            paths.add(local ? here + "/" + names[i] : "h:" + names[i]);
        }
        Tally tally = new Tally(listener);
        try (CopyClient client = site.client(jobs)) {
            var _ = ((TreeJob) CopyJob.parse(paths)).run(client, options, tally, null);
        }
        return tally;
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @ParameterizedTest
    @CsvSource({
        "true, no/such, d/", "true, no/such/, f", "true, no/such, d",
        "false, no/such, d/", "false, no/such/, f", "false, no/such, d"
    })
    void shouldSayOnceThatTheFolderOfTheTargetIsMissing(boolean push, String target, String source)
            throws Exception {
        for (int i = 0; i < 20; i++) {
            write(source(push).resolve("d/" + i), "x");
        }
        write(source(push).resolve("f"), "x");
        for (boolean dry : new boolean[] {true, false}) {
            List<String> told = new ArrayList<>();
            PassListener listener =
                    new PassListener() {
                        @Override
                        public void onFound(long bytes) {
                            told.add("found");
                        }
                    };
            assertThatThrownBy(() -> copy(push, options(dry, true), 2, listener, source, target))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no");
            assertThat(told).isEmpty();
        }
        assertThat(target(push)).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPutSeveralSourcesIntoAFolderOnly(boolean push) throws Exception {
        write(source(push).resolve("a"), "a");
        write(source(push).resolve("d/b"), "b");
        Path target = target(push);
        write(target.resolve("file"), "old");
        Files.createDirectory(target.resolve("folder"));
        Files.createSymbolicLink(target.resolve("link"), Path.of("folder"));
        CopyOptions plain = options(false, false);
        assertThatThrownBy(() -> copy(push, plain, "a", "d", "file"))
                .hasMessageContaining("file: is a file, and a folder in the copy; --force");
        assertThatThrownBy(() -> copy(push, plain, "a", "d", "link"))
                .hasMessageContaining("link: is a symbolic link, and a folder in the copy; end it");
        assertThat(copy(push, plain, "a", "d", "link/").failed()).isZero();
        assertThat(target.resolve("folder/a")).hasContent("a");
        assertThat(target.resolve("folder/d/b")).hasContent("b");
        assertThat(copy(push, plain, "a", "d", "new").failed()).isZero();
        assertThat(target.resolve("new/d/b")).hasContent("b");
        assertThat(copy(push, FORCE, "a", "d", "file").removed()).isEqualTo(1);
        assertThat(target.resolve("file/d/b")).hasContent("b");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseTwoSourcesThatWouldBecomeOne(boolean push) throws Exception {
        write(source(push).resolve("1/x"), "1");
        write(source(push).resolve("2/x"), "2");
        write(source(push).resolve("3/x/in"), "3");
        write(source(push).resolve("4/x/too"), "4");
        for (boolean force : new boolean[] {true, false}) {
            CopyOptions options = options(false, force);
            for (String second : new String[] {"2/x", "1/x", "3/x"}) {
                assertThatThrownBy(() -> copy(push, options, "1/x", second, "t"))
                        .hasMessageContaining(second + ": would take the place of ")
                        .hasMessageContaining("1/x, which is copied as well");
            }
        }
        assertThat(target(push)).isEmptyDirectory();
        assertThat(copy(push, options(false, false), "3/x", "4/x", "t").failed()).isZero();
        assertThat(target(push).resolve("t/x/in")).hasContent("3");
        assertThat(target(push).resolve("t/x/too")).hasContent("4");
    }

    @ParameterizedTest
    @CsvSource({
        "../here, leads out", "/, leads out", "sub/../../here, leads out",
        "loop, more than 40 links", "none, leads to nothing", "file, leads to something else"
    })
    void shouldFollowLinksWithinTheServedFolderOnly(String text, String words) throws Exception {
        Files.createDirectory(served.resolve("sub"));
        write(served.resolve("file"), "x");
        Files.createSymbolicLink(served.resolve("loop"), Path.of("sub/../loop"));
        Files.createSymbolicLink(served.resolve("l"), Path.of(text));
        write(here.resolve("d/in"), "x");
        for (CopyOptions options : List.of(options(true, false), options(false, false), FORCE)) {
            assertThatThrownBy(() -> copy(true, options, "d/", "l/"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("l: ")
                    .hasMessageContaining(words);
            assertThatThrownBy(() -> copy(false, options, "l/", "new")).hasMessageContaining(words);
        }
        assertThat(Files.readSymbolicLink(served.resolve("l"))).hasToString(text);
        assertThat(here.resolve("in")).doesNotExist();
        assertThat(here.resolve("new")).doesNotExist();
    }

    @Test
    void shouldFollowALinkThroughOthers() throws Exception {
        Files.createDirectories(served.resolve("a/b/c"));
        Files.createSymbolicLink(served.resolve("a/up"), Path.of("..//./a/b"));
        Files.createSymbolicLink(served.resolve("l"), Path.of("a/up/c/"));
        write(here.resolve("f"), "x");
        assertThat(copy(true, options(false, false), "f", "l/").failed()).isZero();
        assertThat(served.resolve("a/b/c/f")).hasContent("x");
        assertThat(copy(false, options(false, false), "l/", "back").failed()).isZero();
        assertThat(here.resolve("back/f")).hasContent("x");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRemoveAFolderForAFileOnlyWithForceAndNothingExcluded(boolean push) throws Exception {
        Path source = source(push);
        Files.write(Files.createDirectory(source.resolve("d")).resolve("x"), new byte[3 << 20]);
        write(source.resolve("d/y"), "short");
        Path target = target(push);
        write(target.resolve("t/x/in"), "old");
        write(target.resolve("t/y/keep.o"), "old");
        for (CopyOptions options :
                List.of(
                        options(false, false),
                        options(true, true, "*.o"),
                        options(false, true, "*.o"))) {
            Tally tally = copy(push, options, "d/", "t");
            assertThat(tally.failed()).isEqualTo(2);
            assertThat(tally.movedBytes()).as("what has no place isn't sent").isZero();
            assertThat(tally.texts()).allMatch(text -> text.contains("is a directory that is not"));
            assertThat(target.resolve("t/y/keep.o")).hasContent("old");
        }
        List<String> told = new ArrayList<>();
        PassListener listener =
                new PassListener() {
                    @Override
                    public void onRemoved(TreePath path) {
                        told.add(path.toString().replaceFirst("^t/", ""));
                    }
                };
        assertThat(copy(push, options(true, true), 1, listener, "d/", "t").failed()).isZero();
        assertThat(told).containsExactlyInAnyOrder("x/in", "y/keep.o");
        assertThat(target.resolve("t/y/keep.o")).hasContent("old");
        assertThat(copy(push, FORCE, "d/", "t").removed()).isEqualTo(2);
        assertThat(target.resolve("t/x")).hasSize(3 << 20);
        assertThat(target.resolve("t/y")).hasContent("short");
    }

    /** Each connection has all folders, so several make way for the same one at a time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldChangeKindsOverSeveralConnections(boolean push) throws Exception {
        for (int i = 0; i < 60; i++) {
            write(source(push).resolve("d/" + i + "/in/f"), "new");
            write(target(push).resolve("t/" + i), "a file");
        }
        CopyOptions plain = options(false, false);
        Tally tally = copy(push, plain, 4, PassListener.NONE, "d/", "t");
        assertThat(tally.texts()).isEmpty();
        assertThat(Kinds.image(target(push).resolve("t")))
                .isEqualTo(Kinds.image(source(push).resolve("d")));
    }

    /** Copies between a path here, which is served as well, and a path of the server's. */
    private Tally copyHere(boolean push, String here, String there, String... excludes)
            throws Exception {
        List<String> paths =
                push ? List.of(here, "127.0.0.1:" + there) : List.of("127.0.0.1:" + there, here);
        Tally tally = new Tally(PassListener.NONE);
        try (CopyClient client = site.client(2)) {
            var _ =
                    ((TreeJob) CopyJob.parse(paths))
                            .run(client, options(false, false, excludes), tally, null);
        }
        return tally;
    }

    @ParameterizedTest
    @CsvSource({
        // names in the folder that is served: of the path here, and of the server's
        "true, '', new",
        "true, '', d/new",
        "true, d/, d",
        "true, d, ''",
        "true, d, d/sub/",
        "true, d/, d/sub/new",
        "true, '', d/sub",
        "false, new, ''",
        "false, d/new, ''",
        "false, d, d/",
        "false, '', d",
        "false, d/sub/, d",
        "false, d/sub/new, d/",
        "false, d/sub, ''"
    })
    void shouldNotCopyAFolderIntoItself(boolean push, String name, String servedName)
            throws Exception {
        write(served.resolve("d/sub/file"), "x");
        write(served.resolve("x/file"), "x");
        var before = Kinds.image(served);
        String path = served + "/" + name;
        assertThatThrownBy(() -> copyHere(push, path, servedName))
                .hasMessageEndingWith("and a folder can't be copied into itself");
        assertThat(Kinds.image(served)).isEqualTo(before);
    }

    @Test
    void shouldCopyBesideItself() throws Exception {
        write(served.resolve("d/sub/file"), "x");
        assertThat(copyHere(true, served + "/d/", "copy").doneFiles()).isEqualTo(1);
        assertThat(copyHere(true, served + "/d", "copy").doneFiles()).isEqualTo(1);
        assertThat(copyHere(false, served + "/back", "d").doneFiles()).isEqualTo(1);
        assertThat(copyHere(true, served + "/d/", "d/sub", "sub").foundFiles()).isZero();
        assertThat(copyHere(true, served + "/", "new", "new").doneFiles()).isEqualTo(4);
        assertThat(served.resolve("new/copy/d/sub/file")).hasContent("x");
    }

    @Test
    void shouldSayThatAFileHasMoreThanItSays() throws Exception {
        Path proc = Path.of("/proc/sys/kernel/random");
        assumeTrue(Files.isReadable(proc.resolve("uuid")), "there is no /proc here");
        write(here.resolve("none"), "");
        Files.createDirectory(served.resolve("t"));
        Tally tally = new Tally(PassListener.NONE);
        List<String> paths = List.of(proc + "/uuid", proc + "/boot_id", here + "/none", "h:t");
        try (CopyClient client = site.client(1)) {
            var _ =
                    ((TreeJob) CopyJob.parse(paths))
                            .run(client, options(false, false), tally, null);
        }
        assertThat(tally.failed()).isEqualTo(2);
        assertThat(tally.doneFiles()).isEqualTo(1);
        assertThat(tally.texts()).allMatch(text -> text.contains("says that it has 0 bytes"));
        assertThat(Kinds.image(served).keySet()).containsExactly("", "t", "t/none");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMergeFoldersAndKeepWhatTheLaterHas(boolean push) throws Exception {
        write(source(push).resolve("1/both"), "first");
        write(source(push).resolve("1/sub/one"), "1");
        write(source(push).resolve("2/both"), "the second");
        write(source(push).resolve("2/sub/two"), "2");
        Tally tally = copy(push, options(false, false), "1/", "2/", "t");
        assertThat(tally.failed()).isZero();
        Path target = target(push).resolve("t");
        assertThat(target.resolve("both")).hasContent("the second");
        assertThat(target.resolve("sub/one")).hasContent("1");
        assertThat(target.resolve("sub/two")).hasContent("2");
        CopyOptions delete = new CopyOptions(true, false, false, true, false, List.of());
        write(target.resolve("sub/three"), "3");
        assertThat(copy(push, delete, "1/", "2/", "t").removed()).isEqualTo(1);
        assertThat(target.resolve("sub/one")).exists();
        assertThat(target.resolve("sub/two")).exists();
    }

    @Test
    void shouldLookAtMoreSourcesThanAreAskedForAtOnce() throws Exception {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            write(here.resolve("f" + i), "x" + i);
            names.add("f" + i);
        }
        Files.createDirectories(served.resolve("t/f599"));
        names.add("t");
        assertThatThrownBy(() -> copy(true, options(true, false), names.toArray(String[]::new)))
                .hasMessageContaining("t/f599: is a folder, and ");
        Files.delete(served.resolve("t/f599"));
        Tally tally = copy(true, options(false, false), names.toArray(String[]::new));
        assertThat(tally.doneFiles()).isEqualTo(600);
        assertThat(served.resolve("t/f599")).hasContent("x599");
    }
}
