package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A bundle in which one thing after the other is wrong. */
class CentralBundleTest {
    private static final String PARENT =
            """
            <project><groupId>org.x</groupId><artifactId>p</artifactId><version>1</version>
            <packaging>pom</packaging><name>P</name><description>A parent</description>
            <url>https://x.org</url>
            <licenses><license><name>MIT</name><url>https://x.org/l</url></license></licenses>
            <developers><developer><name>D</name></developer></developers>
            <scm><connection>scm:git:x</connection><url>https://x.org/s</url></scm></project>
            """;
    private static final String CHILD =
            """
            <project><parent><groupId>org.x</groupId><artifactId>p</artifactId>
            <version>1</version></parent><artifactId>c</artifactId><name>C</name>
            <description>A child</description></project>
            """;

    @TempDir private Path folder;
    private Path child;

    @BeforeEach
    void create() throws Exception {
        write("org/x/p/1/p-1.pom", PARENT);
        child = write("org/x/c/1/c-1.pom", CHILD);
        for (String end : new String[] {".jar", "-sources.jar", "-javadoc.jar"}) {
            write("org/x/c/1/c-1" + end, "content");
        }
    }

    private Path write(String name, String content) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        for (String checksum : new String[] {"MD5", "SHA-1"}) {
            byte[] digest = MessageDigest.getInstance(checksum).digest(Files.readAllBytes(file));
            String end = checksum.equals("MD5") ? ".md5" : ".sha1";
            Files.writeString(Path.of(file + end), HexFormat.of().formatHex(digest));
        }
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
        write("org/x/p/1/p-1.pom", PARENT.replace(said, ""));

        assertThat(CentralBundle.check(folder)).contains("p-1.pom " + fault, "c-1.pom " + fault);
    }

    @ParameterizedTest
    @CsvSource({
        "<name>C</name>, has no name",
        "<description>A child</description>, has no description"
    })
    void shouldMissWhatIsNotInherited(String said, String fault) throws Exception {
        write("org/x/c/1/c-1.pom", CHILD.replace(said, ""));

        assertThat(CentralBundle.check(folder)).containsExactly("c-1.pom " + fault);
    }

    @Test
    void shouldRefuseSnapshotsAndWhatIsElsewhere() throws Exception {
        write(
                "org/x/c/1/c-1.pom",
                CHILD.replace("<artifactId>c", "<version>2-SNAPSHOT</version><artifactId>c"));

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
