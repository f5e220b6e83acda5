package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherTest {
    @TempDir private Path folder;
    private LauncherSandbox sandbox;
    private Path jdk;

    @BeforeEach
    void create() throws IOException {
        sandbox = new LauncherSandbox(folder);
        jdk = sandbox.jdk("jdk 25", "25.0.3");
        sandbox.set("JAVA_HOME", jdk.toString());
    }

    @Test
    void shouldHandOverEveryArgumentAsItIs() throws Exception {
        sandbox.built().set("URDMA_JAVA_OPTS", "-Xmx1g -Da=b -Xshare:auto");

        List<String> out = sandbox.run("two words", "", "*", "--x=\"y\"").out();

        assertThat(out)
                .contains("<--enable-native-access=ALL-UNNAMED>", "<-Xmx1g>", "<-Da=b>")
                .endsWith(
                        "<-jar>",
                        "<" + sandbox.jar.toRealPath() + ">",
                        "<two words>",
                        "<>",
                        "<*>",
                        "<--x=\"y\">");
    }

    @Test
    void shouldPutFurtherProvidersBehindTheJar() throws Exception {
        sandbox.built().set("URDMA_CLASS_PATH", "/a folder/one.jar:/two.jar");

        assertThat(sandbox.run("--version").out())
                .endsWith(
                        "<-cp>",
                        "<" + sandbox.jar.toRealPath() + ":/a folder/one.jar:/two.jar>",
                        "<org.urdma4j.tools.Urdma>",
                        "<--version>");
    }

    @Test
    void shouldRefuseAFolderWhoseNameTheJvmWouldPart() throws Exception {
        Path real = Files.createDirectory(folder.resolve("a:b"));
        Files.move(sandbox.launcher, real.resolve("urdma"));
        Files.createSymbolicLink(sandbox.launcher, real.resolve("urdma"));

        LauncherSandbox.Result result = sandbox.run("--version");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err())
                .containsExactly(
                        "urdma: %s has a colon in its name, which parts folders for the JVM: move it elsewhere"
                                .formatted(real.toRealPath()));
    }

    @Test
    void shouldPassOnTheExitStatus() throws Exception {
        sandbox.built();
        LauncherSandbox.script(jdk.resolve("bin/java"), "exit 42");

        assertThat(sandbox.run().status()).isEqualTo(42);
    }

    @Test
    void shouldRunFromAnyFolderAndThroughLinks() throws Exception {
        sandbox.built();
        Path elsewhere = Files.createDirectory(folder.resolve("else where"));
        Path absolute = Files.createSymbolicLink(elsewhere.resolve("first"), sandbox.launcher);
        Path relative = Files.createSymbolicLink(elsewhere.resolve("second"), Path.of("first"));
        String jar = "<" + sandbox.jar.toRealPath() + ">";

        assertThat(sandbox.run(absolute, elsewhere).out()).contains(jar);
        assertThat(sandbox.run(relative, folder).out()).contains(jar);
        assertThat(sandbox.run(Path.of("second"), elsewhere).out()).contains(jar);
        assertThat(sandbox.run(Path.of("urdma"), sandbox.project).out()).contains(jar);
    }

    @Test
    void shouldBuildOnFirstUseWithTheJdkThatWasFound() throws Exception {
        LauncherSandbox.Result result = sandbox.run("demo");

        Path log = sandbox.project.toRealPath().resolve("tools/target/urdma-build.log");
        assertThat(result.jdk()).isEqualTo(jdk);
        assertThat(result.out()).endsWith("<demo>");
        assertThat(result.err())
                .first()
                .asString()
                .startsWith("urdma: building; ")
                .endsWith(" (log: " + log + ")");
        assertThat(result.err()).hasSize(2).last().asString().matches("urdma: built in \\d+ s");
        assertThat(Files.readString(log))
                .startsWith("JAVA_HOME=" + jdk + " in " + sandbox.project.toRealPath() + " with ")
                .contains(" package ");
        assertThat(sandbox.run().err()).as("second run").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pom.xml",
                "codec/pom.xml",
                "tools/src/main/java/A.java",
                "codec/src/main/java/org/B.java",
                "tools/src/main/resources/c.properties"
            })
    void shouldBuildAgainWhenASourceIsAnother(String source) throws Exception {
        sandbox.built();
        sandbox.source(source, "changed");

        assertThat(sandbox.run().err()).hasSize(2);
        assertThat(sandbox.run().err()).as("second run").isEmpty();
        assertThat(sandbox.project.resolve("builds")).hasContent("build");
    }

    @Test
    void shouldBuildAgainWhenASourceWasDeleted() throws Exception {
        sandbox.built();
        Files.delete(sandbox.project.resolve("tools/src/main/java/A.java"));

        assertThat(sandbox.run().err()).hasSize(2);
    }

    @Test
    void shouldBuildAgainWhenASourceWasRenamed() throws Exception {
        sandbox.built();
        Path source = sandbox.project.resolve("tools/src/main/java/A.java");
        Files.move(source, source.resolveSibling("B.java"));

        assertThat(sandbox.run().err()).hasSize(2);
    }

    @Test
    void shouldBuildAgainWhenTheSourcesChangedDuringTheBuild() throws Exception {
        List<String> build = new ArrayList<>(LauncherSandbox.BUILD);
        build.add("echo changed >tools/src/main/java/A.java");
        sandbox.mavenWrapper(build.toArray(String[]::new));

        assertThat(sandbox.run().err()).hasSize(2);
        assertThat(sandbox.run().err()).as("second run").hasSize(2);
        assertThat(sandbox.run().err()).as("third run").isEmpty();
    }

    @Test
    void shouldNotBuildForTimesAlone() throws Exception {
        sandbox.built();
        Path source = sandbox.project.resolve("tools/src/main/java/A.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
        Path made = Files.createFile(source.resolveSibling("Made.java"));
        Files.delete(made);

        assertThat(sandbox.run().err()).isEmpty();
    }

    @Test
    void shouldNotBuildACopy() throws Exception {
        sandbox.built();
        Path copy = folder.resolve("a copy");
        try (Stream<Path> tree = Files.walk(sandbox.project)) {
            for (Path path : tree.toList()) {
                Files.copy(path, copy.resolve(sandbox.project.relativize(path)));
            }
        }

        LauncherSandbox.Result result = sandbox.run(copy.resolve("urdma"), folder);

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("<" + copy.resolve("tools/target/urdma.jar") + ">");
    }

    @Test
    void shouldRunWhatIsBuiltWhereNothingCanBeWritten() throws Exception {
        sandbox.built().obeyPermissions();
        Path target = sandbox.jar.getParent();
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r-xr-xr-x"));

        assertThat(sandbox.run().err()).isEmpty();

        sandbox.source("tools/src/main/java/A.java", "changed");
        LauncherSandbox.Result result = sandbox.run("demo");

        assertThat(result.out()).endsWith("<demo>");
        assertThat(result.err())
                .singleElement(STRING)
                .startsWith("urdma: the sources have changed since the build, but ")
                .endsWith("tools/target can't be written to: running the build as it is");
    }

    @Test
    void shouldSayWhatToDoWhereNothingIsBuiltNorCanBeWritten() throws Exception {
        sandbox.obeyPermissions();
        Path tools = sandbox.project.resolve("tools");
        Files.setPosixFilePermissions(tools, PosixFilePermissions.fromString("r-xr-xr-x"));

        LauncherSandbox.Result result = sandbox.run();

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err())
                .singleElement(STRING)
                .contains("tools/target can't be written to: build as a user who can, or copy");
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "tools/src/test/java/ATest.java", "docs/a.md"})
    void shouldNotBuildForWhatIsNotInTheProgram(String file) throws Exception {
        sandbox.built();
        sandbox.source(file, "changed");

        assertThat(sandbox.run().err()).isEmpty();
        assertThat(sandbox.project.resolve("builds")).doesNotExist();
    }

    @Test
    void shouldShowTheEndOfTheLogWhenTheBuildFails() throws Exception {
        sandbox.mavenWrapper(
                "i=0",
                "while [ $i -lt 100 ]; do i=$((i + 1)); echo \"line $i\"; done",
                "echo 'no such symbol' >&2",
                "exit 7");

        LauncherSandbox.Result result = sandbox.run("demo");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .hasSizeLessThan(30)
                .contains("line 100", "no such symbol")
                .last()
                .asString()
                .startsWith("urdma: the build failed");
        assertThat(sandbox.project.resolve("tools/target/urdma-build.log"))
                .content()
                .startsWith("line 1\n");
    }

    @Test
    void shouldSayWhereTheBuildIs() throws Exception {
        List<String> build = new ArrayList<>(LauncherSandbox.BUILD);
        for (int i = 1; i <= 12; i++) {
            build.add("echo '[INFO] Building urdma4j-part" + i + " 1.0      [" + i + "/12]'");
        }
        sandbox.mavenWrapper(build.toArray(String[]::new));

        assertThat(sandbox.run().err())
                .hasSize(4)
                .contains("urdma: building part5 (5/12)", "urdma: building part10 (10/12)");
    }

    /** Maven's own build, with all its checks, serves as well as the one without. */
    @Test
    void shouldRunWhicheverBuildIsOfTheSources() throws Exception {
        sandbox.built();
        Path quick = sandbox.project.resolve("tools/target/quick");
        Files.createDirectories(quick);
        Files.writeString(quick.resolve("urdma.jar"), "");
        Files.writeString(quick.resolve("urdma-sources"), "of others");
        assertThat(sandbox.run().out()).contains("<" + sandbox.jar.toRealPath() + ">");

        Files.copy(
                sandbox.jar.resolveSibling("urdma-sources"),
                quick.resolve("urdma-sources"),
                StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(sandbox.jar.resolveSibling("urdma-sources"), "of others");
        LauncherSandbox.Result result = sandbox.run();
        assertThat(result.out()).contains("<" + quick.toRealPath().resolve("urdma.jar") + ">");
        assertThat(result.err()).isEmpty();
        assertThat(sandbox.project.resolve("builds")).doesNotExist();
    }

    @Test
    void shouldShowTheErrorsOfMavenWhereverTheyStand() throws Exception {
        sandbox.mavenWrapper(
                "echo '[INFO] compiling'",
                "echo '[WARNING] A.java:[5,6] the cause'",
                "i=0",
                "while [ $i -lt 100 ]; do i=$((i + 1)); echo \"[INFO] line $i\"; done",
                "echo '[ERROR] warnings found'",
                "echo '[ERROR] '",
                "exit 1");

        assertThat(sandbox.run().err())
                .hasSize(4)
                .contains("[WARNING] A.java:[5,6] the cause", "[ERROR] warnings found");
    }

    @Test
    void shouldBuildOnceWhenSeveralStartTogether() throws Exception {
        assumeTrue(LauncherSandbox.has("flock"), "Skipped: flock is not installed (util-linux)");
        List<Process> started = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            started.add(sandbox.start(sandbox.launcher, folder));
        }

        for (Process process : started) {
            assertThat(process.waitFor()).isZero();
        }

        assertThat(sandbox.project.resolve("builds")).hasContent("build");
    }

    @Test
    void shouldNameTheCommitOnlyForTheVersion() throws Exception {
        assumeTrue(LauncherSandbox.has("git"), "Skipped: git is not installed");
        sandbox.built();
        assertThat(sandbox.run("--version").out()).contains("<-Durdma.commit=>");

        git("init", "-q");
        git(
                "-c",
                "user.name=T",
                "-c",
                "user.email=t@example.org",
                "commit",
                "-q",
                "-m",
                "x",
                "--allow-empty");

        assertThat(sandbox.run("--version").out())
                .anyMatch(line -> line.matches("<-Durdma.commit=[0-9a-f]{12}>"));
        assertThat(sandbox.run("pcap").out()).contains("<-Durdma.commit=>");
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(sandbox.project.toFile());
        assertThat(builder.inheritIO().start().waitFor()).isZero();
    }
}
