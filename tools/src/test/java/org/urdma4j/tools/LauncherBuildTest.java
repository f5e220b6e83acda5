package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * The launcher's own build, which makes no tests and so has fewer artifacts than {@code mvnw
 * verify}: of the sources alone, in a folder that is no git work tree and has a blank in its name.
 * By night: {@code .ci/run} does the same each time, as another user and on an older JDK.
 */
@Tag("launcher")
@Timeout(600)
@EnabledIfSystemProperty(named = "urdma.nightly", matches = "true")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherBuildTest {
    private static final Path PROJECT = Path.of("..");
    private static final Set<String> NOT_OF_THE_SOURCES = Set.of("target", ".git", "test");

    @TempDir private Path folder;

    @Test
    void shouldBuildWhatIsOnlySources() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("source archive"));
        Files.walkFileTree(PROJECT, new SourceCopy(copy));

        Process launcher = launcher(copy);
        String said;
        try (var out = launcher.inputReader()) {
            said = out.readAllAsString();
        }

        assertThat(launcher.waitFor()).as(said).isZero();
        assertThat(said).contains("urdma: building; ", "urdma: built in ").contains("\nurdma ");
    }

    /** Maven's repository is the one that this test's own Maven was given. */
    private static Process launcher(Path copy) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(copy.resolve("urdma").toString(), "--version")
                        .redirectErrorStream(true);
        // Nothing is to be written into the folder once it is removed.
        builder.environment().put("URDMA_JAVA_OPTS", "-Xshare:auto");
        String repository = System.getProperty("maven.repo.local");
        if (repository != null) {
            builder.environment()
                    .merge(
                            "MAVEN_ARGS",
                            "-Dmaven.repo.local=" + repository,
                            (before, ours) -> before + " " + ours);
        }
        return builder.start();
    }

    /** Copies all but what is built, what git keeps, and tests, which the launcher leaves out. */
    private static final class SourceCopy extends SimpleFileVisitor<Path> {
        private final Path to;

        SourceCopy(Path to) {
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                throws IOException {
            if (NOT_OF_THE_SOURCES.contains(folder.getFileName().toString())) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(PROJECT.relativize(folder)));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            if (!NOT_OF_THE_SOURCES.contains(file.getFileName().toString())) {
                Files.copy(
                        file,
                        to.resolve(PROJECT.relativize(file)),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
