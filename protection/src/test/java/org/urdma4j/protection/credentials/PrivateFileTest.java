package org.urdma4j.protection.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.protection.association.net.KeyLog;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Files of secrets among those of other users. */
class PrivateFileTest {
    private static final int SOMEBODY = 54_321;
    private static final String WHAT = "key file";

    @TempDir private Path folder;
    private Path file;
    private Path other;

    @BeforeEach
    void names() {
        file = folder.resolve("key");
        other = folder.resolve("other");
    }

    private static void write(Path file, String mode) throws IOException {
        Files.writeString(file, "secret");
        mode(file, mode);
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    /** Makes a file or link somebody else's. */
    private static void giveAway(Path file) throws IOException {
        assumeThat(OwnUser.is(0)).as("only root can give files away").isTrue();
        Files.setAttribute(file, "unix:uid", SOMEBODY, LinkOption.NOFOLLOW_LINKS);
    }

    private void append() throws IOException {
        try (OutputStream out = PrivateFile.append(file, WHAT)) {
            out.write('!');
        }
    }

    private void assertRefused(String... words) {
        for (boolean appending : new boolean[] {false, true}) {
            assertThatThrownBy(
                            () -> {
                                if (appending) {
                                    append();
                                } else {
                                    PrivateFile.readSecret(file, WHAT);
                                }
                            })
                    .isInstanceOf(CredentialsException.class)
                    .hasMessageContainingAll(words)
                    .hasMessageContaining("the %s %s".formatted(WHAT, file))
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void shouldMakeAFileOfTheOwnersAlone() throws IOException {
        append();
        append();

        assertThat(file).hasContent("!!");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PrivateFile.readSecret(file, WHAT)).containsExactly('!', '!');
    }

    @Test
    void shouldRefuseAnotherUsersFile() throws IOException {
        write(file, "rw-------");
        giveAway(file);

        assertRefused("another user's (uid 54321)", "your own or root's");
        assertThatThrownBy(() -> PrivateFile.read(file, WHAT)).hasMessageContaining("uid 54321");
        assertThat(file).hasContent("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rwxrwxrwx"})
    void shouldRefuseWhatOthersReach(String mode) throws IOException {
        write(file, mode);

        assertRefused("others can read or write", "chmod 600 " + file);
        assertThat(file).hasContent("secret");
    }

    @Test
    void shouldRefuseAFileOfSeveralNames() throws IOException {
        write(other, "rw-------");
        Files.createLink(file, other);

        assertRefused("2 names", "a copy of its own");
        assertThat(other).hasContent("secret");
    }

    @Test
    void shouldFollowOwnLinksToReadAndNoneToWrite() throws IOException {
        write(other, "rw-------");
        Files.createSymbolicLink(file, Path.of("other"));

        assertThat(PrivateFile.readSecret(file, WHAT)).hasSize("secret".length());
        assertThatThrownBy(this::append).hasMessageContaining("is a link; name the file itself");
        assertThat(other).hasContent("secret");
    }

    @Test
    void shouldNotMakeWhatADanglingLinkNames() throws IOException {
        Files.createSymbolicLink(file, other);

        assertThatThrownBy(this::append).hasMessageContaining("is a link");
        assertThat(other).doesNotExist();
        assertThatThrownBy(() -> PrivateFile.readSecret(file, WHAT))
                .hasMessage("there is no key file " + file);
    }

    @Test
    void shouldNotFollowALinkThatAnotherMade() throws IOException {
        write(other, "rw-------");
        Files.createSymbolicLink(file, other);
        giveAway(file);

        assertThatThrownBy(() -> PrivateFile.readSecret(file, WHAT))
                .isInstanceOf(CredentialsException.class)
                .hasMessageContaining("a link that another user made (uid 54321)");
    }

    @Test
    void shouldNotRunInCirclesAfterLinks() throws IOException {
        Files.createSymbolicLink(file, other);
        Files.createSymbolicLink(other, file);

        assertRefused("is a link");
    }

    @Test
    void shouldRefuseAFolderThatEverybodyRenamesIn() throws IOException {
        write(file, "rw-------");
        mode(folder, "rwxrwxrwx");

        assertRefused("everybody can write in the folder", "chmod o-w " + folder);
        Files.setAttribute(folder, "unix:mode", 01777);
        assertThat(PrivateFile.readSecret(file, WHAT)).isNotEmpty();
    }

    @Test
    void shouldLetOthersReadButNotChangeWhatOneBelieves() throws IOException {
        write(file, "rw-r--r--");
        assertThat(PrivateFile.read(file, "certificate")).isNotEmpty();

        mode(file, "rw-rw-r--");

        assertThatThrownBy(() -> PrivateFile.read(file, "certificate"))
                .hasMessage(
                        "others can write the certificate %s; change that with: chmod go-w %s"
                                .formatted(file, file));
    }

    @Test
    void shouldSayWhatIsInTheWay() throws IOException {
        Files.createDirectory(file);
        assertRefused("is not a file");
        file = folder.resolve("no/key");
        assertThatThrownBy(this::append)
                .hasMessage("the key file %s can't be made: there is no such folder", file);
    }

    /** Secrets of all connections go there. */
    @Test
    void shouldOpenKeyLogsTheSameWay() throws IOException {
        write(other, "rw-------");
        Files.createSymbolicLink(file, other);
        assertThatThrownBy(() -> KeyLog.open(file)).hasMessageContaining("the key log " + file);

        write(folder.resolve("theirs"), "rw-------");
        giveAway(folder.resolve("theirs"));
        assertThatThrownBy(() -> KeyLog.open(folder.resolve("theirs")))
                .hasMessageContaining("another user's");

        try (KeyLog log = KeyLog.open(folder.resolve("log"))) {
            log.writeQueuePair(1, 2, "aa", 8);
        }
        assertThat(folder.resolve("log")).hasContent("URDMA_QP 000001 2 aa 8\n");
    }

    /** Connections and associations of one process do, and several processes. */
    @Test
    void shouldAppendBehindWhatOthersAppend() throws IOException {
        try (OutputStream one = PrivateFile.append(file, WHAT);
                OutputStream two = PrivateFile.append(file, WHAT)) {
            one.write('1');
            two.write('2');
            one.write('3');
        }
        assertThat(file).hasContent("123");
    }
}
