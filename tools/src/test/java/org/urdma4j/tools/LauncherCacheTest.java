package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

/**
 * The cache that the launcher has the JVM make after a first command, from which later ones start.
 */
@Timeout(60)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherCacheTest {
    /** A JVM that makes a cache when it is told to, and otherwise says how it was called. */
    private static final String[] MAKES_CACHES = {
        "for argument in \"$@\"; do",
        "    case $argument in",
        "        -XX:AOTCacheOutput=*) echo cache >\"${argument#*=}\"; exit 0 ;;",
        "    esac",
        "done",
        "echo \"$0\"",
        "for argument in \"$@\"; do echo \"<$argument>\"; done"
    };

    @TempDir private Path folder;
    private LauncherSandbox sandbox;
    private Path jdk;
    private Path cache;

    @BeforeEach
    void create() throws IOException {
        sandbox = new LauncherSandbox(folder);
        jdk = sandbox.jdk("jdk 25", "25.0.3");
        LauncherSandbox.script(jdk.resolve("bin/java"), MAKES_CACHES);
        sandbox.set("JAVA_HOME", jdk.toString()).set("URDMA_JAVA_OPTS", "");
        cache = sandbox.project.resolve("tools/target/urdma.aot");
    }

    /** The first command after a build, and what follows in the background. */
    private List<String> runFirst() throws Exception {
        Path tried = cache.resolveSibling("urdma.aot.tried");
        Files.deleteIfExists(tried);
        List<String> said = run();
        while (!Files.exists(tried)) {
            Thread.sleep(5);
        }
        return said;
    }

    private List<String> run() throws Exception {
        LauncherSandbox.Result result = sandbox.run("--help");
        assertThat(result.status()).as("%s", result.err()).isZero();
        return result.out();
    }

    private String flag() throws IOException {
        return "<-XX:AOTCache=" + cache.toRealPath() + ">";
    }

    @Test
    void shouldStartFromWhatItMadeAfterTheFirstCommand() throws Exception {
        assertThat(runFirst()).contains("<-Xshare:auto>").noneMatch(line -> line.contains("aot"));
        for (int i = 0; i < 3; i++) {
            assertThat(run())
                    .contains(flag(), "<-Durdma.aot=" + cache.toRealPath() + ">")
                    .contains("<-Xlog:aot*=off>", "<-Xlog:cds*=off>", "<-XX:+UseParallelGC>")
                    .contains("<-XX:CompileThresholdScaling=4>")
                    .doesNotContain("<-Xshare:auto>")
                    .endsWith("<--help>");
        }
        assertThat(sandbox.project.resolve("builds")).content().isEqualTo("build\n");
        assertThat(cache.getParent())
                .isDirectoryNotContaining("glob:**urdma.aot.[0-9]*")
                .isDirectoryContaining("glob:**urdma.aot.jdk");
    }

    @Test
    void shouldDoWithoutWhenNoneCouldBeMade() throws Exception {
        LauncherSandbox.script(
                jdk.resolve("bin/java"),
                "case $* in *AOTCacheOutput*) echo no such flag >&2; exit 1 ;; esac",
                "for argument in \"$@\"; do echo \"<$argument>\"; done");

        assertThat(runFirst()).contains("<-Xshare:auto>").noneMatch(line -> line.contains("aot"));
        assertThat(cache).doesNotExist();
        Files.writeString(sandbox.project.resolve("tools/target/urdma.aot.tried"), "once");
        run();
        assertThat(cache.resolveSibling("urdma.aot.tried")).content().isEqualTo("once");
    }

    @Test
    void shouldNotTakeThatOfAnotherJdk() throws Exception {
        runFirst();
        Path other = sandbox.jdk("other jdk", "26");
        sandbox.set("JAVA_HOME", other.toString());

        assertThat(run()).contains("<-Xshare:auto>").noneMatch(line -> line.contains("aot"));
    }

    @Test
    void shouldNotTakeThatOfAnEarlierBuild() throws Exception {
        runFirst();
        Files.setLastModifiedTime(
                sandbox.project.resolve("tools/target/urdma-sources"),
                FileTime.from(Instant.now().plusSeconds(60)));

        assertThat(runFirst()).contains("<-Xshare:auto>").noneMatch(line -> line.contains("aot"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xshare:off",
                "-XX:AOTCache=mine.aot",
                "-XX:AOTCacheOutput=mine.aot",
                "-Xmx1g -XX:SharedArchiveFile=mine.jsa"
            })
    void shouldLeaveItToWhoeverChooses(String flags) throws Exception {
        runFirst();
        sandbox.set("URDMA_JAVA_OPTS", flags);

        LauncherSandbox.Result result = sandbox.run("--help");

        assertThat(result.status()).isZero();
        assertThat(result.out()).doesNotContain(flag());
    }

    @Test
    void shouldDoWithoutOneThatCannotBeRead() throws Exception {
        runFirst();
        Files.delete(cache);
        assertThat(run()).contains("<-Xshare:auto>");

        Files.writeString(cache, "x");
        Files.delete(cache.resolveSibling("urdma.aot.jdk"));
        assertThat(run()).contains("<-Xshare:auto>");
    }
}
