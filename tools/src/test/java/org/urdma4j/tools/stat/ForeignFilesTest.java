package org.urdma4j.tools.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.Invocation;
import org.urdma4j.transport.stat.StatFolder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files in the folder of the counters that no device of this user has made. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class ForeignFilesTest {
    @TempDir private Path folder;

    @Test
    void shouldNameWhatIsNoFileAndWaitForNone() throws Exception {
        Path fifo = folder.resolve("1-0-0.stat");
        new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor();
        Path inner = Files.createDirectory(folder.resolve("2-0-0.stat"));
        Path link = Files.createSymbolicLink(folder.resolve("3-0-0.stat"), fifo);

        Invocation result = Invocation.of("stat", "--folder", folder);

        assertThat(result.status()).isZero();
        assertThat(result.errLines())
                .containsExactly(
                        "urdma: " + fifo + ": is no regular file",
                        "urdma: " + inner + ": is no regular file",
                        "urdma: " + link + ": is no regular file");
    }

    @Test
    void shouldBelieveNoFolderThatOthersWriteTo() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        System.setProperty(StatFolder.FOLDER_PROPERTY, folder.toString());
        try {
            Invocation result = Invocation.of("stat");

            assertThat(result.status()).isEqualTo(1);
            assertThat(result.err())
                    .contains("urdma: " + folder + " is not a folder of this user alone");
        } finally {
            System.clearProperty(StatFolder.FOLDER_PROPERTY);
        }
    }
}
