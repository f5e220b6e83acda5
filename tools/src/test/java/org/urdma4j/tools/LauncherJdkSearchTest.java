package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherJdkSearchTest {
    @TempDir private Path folder;
    private LauncherSandbox sandbox;

    @BeforeEach
    void create() throws Exception {
        sandbox = new LauncherSandbox(folder).built();
    }

    @ParameterizedTest
    @ValueSource(strings = {"25", "25.0.3", "25-ea", "26.0.1", "100"})
    void shouldTakeJavaHomeWhenItIsNewEnough(String version) throws Exception {
        Path home = sandbox.jdk("some where/jdk", version);
        sandbox.set("JAVA_HOME", home.toString()).set("URDMA_JDK_PATH", jdks("25"));

        assertThat(sandbox.run().jdk()).isEqualTo(home);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"17.0.15", "24.0.2", "1.8.0_402", "", "unknown"})
    void shouldLookOnWhenJavaHomeIsTooOldOrNoJdk(String version) throws Exception {
        Path home = sandbox.jdk("home", version);
        sandbox.set("JAVA_HOME", home.toString()).set("URDMA_JDK_PATH", jdks("25.0.1"));

        assertThat(sandbox.run().jdk()).isEqualTo(folder.resolve("jdks/jdk-25.0.1"));
    }

    @Test
    void shouldPassOverARuntimeWithoutCompiler() throws Exception {
        Path home = sandbox.jdk("home", "25");
        Files.delete(home.resolve("bin/javac"));
        sandbox.set("JAVA_HOME", home.toString());

        assertThat(sandbox.run().status()).isEqualTo(1);
    }

    @Test
    void shouldFollowTheLinksOfThePath() throws Exception {
        Path jdk = sandbox.jdk("real jdk", "25");
        Path alternatives = Files.createDirectory(folder.resolve("alternatives"));
        Path link = Files.createSymbolicLink(alternatives.resolve("java"), jdk.resolve("bin/java"));
        Path bin = Files.createDirectory(folder.resolve("usr bin"));
        Files.createSymbolicLink(bin.resolve("java"), bin.relativize(link));
        Path old = sandbox.jdk("old", "17").resolve("bin");
        sandbox.set("PATH", old + ":" + folder.resolve("bin") + ":" + bin);

        assertThat(sandbox.run().jdk().toRealPath()).isEqualTo(jdk.toRealPath());
    }

    @Test
    void shouldTakeTheOldestThatFitsFromTheUsualFolders() throws Exception {
        sandbox.set("URDMA_JDK_PATH", jdks("24", "27.0.1", "25.0.2", "26"));

        assertThat(sandbox.run().jdk()).isEqualTo(folder.resolve("jdks/jdk-25.0.2"));
    }

    @Test
    void shouldLookIntoEachFolderOfTheListAndKnowTheLayoutOfMacos() throws Exception {
        Path jdk = sandbox.jdk("mac/temurin-25.jdk/Contents/Home", "25.0.1");
        sandbox.set("URDMA_JDK_PATH", jdks("17") + ":" + folder.resolve("mac"));

        assertThat(sandbox.run().jdk()).isEqualTo(jdk);
    }

    @Test
    void shouldSayInOneLineWhatToInstallWhenThereIsNone() throws Exception {
        Path home = sandbox.jdk("home", "17.0.1");
        sandbox.set("JAVA_HOME", home.toString()).set("URDMA_JDK_PATH", jdks("17", "21"));

        LauncherSandbox.Result result = sandbox.run("--help");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).hasSize(1);
        assertThat(result.err().getFirst())
                .startsWith("urdma: no JDK 25 or newer found (JAVA_HOME is Java 17): install one")
                .contains("adoptium.net", "openjdk-25-jdk", "JAVA_HOME");
    }

    private String jdks(String... versions) throws IOException {
        for (String version : versions) {
            sandbox.jdk("jdks/jdk-" + version, version);
        }
        return folder.resolve("jdks").toString();
    }
}
