package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;

/** A bundle in which one thing after the other is wrong. */
class CentralBundleTest {
    @TempDir private Path folder;
    private Path child;

    @BeforeEach
    void create() throws Exception {
        for (Path file : Staged.artifacts(folder)) {
            write(folder.relativize(file).toString(), Files.readString(file));
        }
        child = folder.resolve("org/x/c/1/c-1.pom");
    }

    private Path write(String name, String content) throws Exception {
        Path file = Staged.write(folder, name, content);
        Files.writeString(Path.of(file + ".asc"), "-----BEGIN PGP SIGNATURE-----\n");
        return file;
    }

    @Test
    void shouldTakeWhatIsComplete() throws Exception {
        assertThat(CentralBundle.check(folder)).isEmpty();
    }

    @Test
    void shouldRefuseAnEmptyFolder() throws Exception {
        assertThat(CentralBundle.check(Files.createDirectory(folder.resolve("none"))))
                .singleElement()
                .asString()
                .endsWith("there is no pom");
    }

    @ParameterizedTest
    @CsvSource({
        "<url>https://x.org</url>, has no url",
        "<name>MIT</name>, has no name of a license",
        "<url>https://x.org/l</url>, has no url of a license",
        "<name>D</name>, has no name of a developer",
        "<connection>scm:git:x</connection>, has no connection in scm",
        "<url>https://x.org/s</url>, has no url in scm"
    })
    void shouldMissWhatNeitherAPomNorItsParentSays(String said, String fault) throws Exception {
        write("org/x/p/1/p-1.pom", Staged.PARENT.replace(said, ""));

        assertThat(CentralBundle.check(folder)).contains("p-1.pom " + fault, "c-1.pom " + fault);
    }

    @ParameterizedTest
    @CsvSource({
        "<name>C</name>, has no name",
        "<description>A child</description>, has no description"
    })
    void shouldMissWhatIsNotInherited(String said, String fault) throws Exception {
        write("org/x/c/1/c-1.pom", Staged.CHILD.replace(said, ""));

        assertThat(CentralBundle.check(folder)).containsExactly("c-1.pom " + fault);
    }

    @Test
    void shouldRefuseSnapshotsAndWhatIsElsewhere() throws Exception {
        write(
                "org/x/c/1/c-1.pom",
                Staged.CHILD.replace(
                        "<artifactId>c", "<version>2-SNAPSHOT</version><artifactId>c"));

        assertThat(CentralBundle.check(folder))
                .contains("c-1.pom isn't where its coordinates say", "c-1.pom is a snapshot");
    }

    @ParameterizedTest
    @CsvSource({"-sources.jar", "-javadoc.jar", ".jar"})
    void shouldMissJars(String end) throws Exception {
        Files.delete(folder.resolve("org/x/c/1/c-1" + end));

        assertThat(CentralBundle.check(folder)).containsExactly("c-1.pom comes without c-1" + end);
    }

    @Test
    void shouldMissAndCompareChecksumsAndSignatures() throws Exception {
        Files.delete(Path.of(child + ".asc"));
        Files.delete(Path.of(child + ".md5"));
        Files.writeString(Path.of(child + ".sha1"), "0".repeat(40));

        assertThat(CentralBundle.check(folder))
                .containsExactlyInAnyOrder(
                        "c-1.pom.asc is missing",
                        "c-1.pom.md5 is missing",
                        "c-1.pom.sha1 is another file's");
    }
}
