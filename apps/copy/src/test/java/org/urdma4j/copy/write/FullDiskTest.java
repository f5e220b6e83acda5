package org.urdma4j.copy.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Disks of 2 MiB that a user mounts in a namespace of his own, and directories that he may not
 * write to. Skipped where users can't make namespaces.
 */
@Tag("userns")
@Timeout(60)
class FullDiskTest {
    private static final String DISK = "mount -t tmpfs -o size=2m none /mnt && ";
    private static final String LEFT = " && ls -A /mnt | sed 's/-[0-9a-f]*$//' | sort | uniq -c";

    @BeforeAll
    static void canMakeNamespaces() throws Exception {
        if (!run("mount -t tmpfs none /mnt").isEmpty()) {
            System.out.println("Skipped: no user namespace can be made here (unshare -Urm)");
            abort("unshare -Urm");
        }
    }

    private static String run(String script) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("unshare", "-Urm", "sh", "-c", script)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? said : "failed: " + said;
    }

    private static String copy(String steps) {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallDisk.class.getName());
        return "'" + String.join("' '", command) + "' /mnt " + steps;
    }

    @Test
    void shouldSayThatThereIsNoRoomBeforeAnythingIsSent() throws Exception {
        assertThat(run(DISK + copy("reserve") + LEFT))
                .isEqualTo(
                        "reserve: NO_SPACE big: no space left on the disk for its 8388608 bytes\n");
    }

    @Test
    void shouldNameTheFileThatFillsTheDiskAndLeaveTheOthersWhole() throws Exception {
        String sizes = " && find /mnt -name 'f*' -size -100000c | wc -l";
        assertThat(run(DISK + copy("files") + " && ls -A /mnt | grep -vc '^f' ;" + "true" + sizes))
                .containsPattern("files: NO_SPACE f[0-9]+: no space left on the disk\n")
                .endsWith("\n0\n0\n");
    }

    @Test
    void shouldGoOnOnceThereIsRoom() throws Exception {
        String room = " && mount -o remount,size=20m /mnt && ";
        String said = run(DISK + copy("sparse") + LEFT + room + copy("sparse") + LEFT);
        assertThat(said)
                .contains("had 0\nsparse: NO_SPACE big: no space left on the disk\n")
                .contains("1 .urdma4j-copy-j\n", "1 .urdma4j-copy-p\n")
                .containsPattern("had [1-9][0-9]+\nsparse: done\n +1 big\n$");
    }

    @Test
    void shouldSayThatADiskIsReadOnly() throws Exception {
        assertThat(run(DISK + "mount -o remount,ro /mnt && " + copy("small directory fits") + LEFT))
                .isEqualTo(
                        """
                        small: READ_ONLY small: the file system is read-only
                        directory: READ_ONLY d: the file system is read-only
                        fits: READ_ONLY big: the file system is read-only
                        """);
    }

    /** As in /tmp, where another user's copy was killed. */
    @Test
    void shouldLeaveAloneWhatItMayNotRemove() throws Exception {
        String setup =
                DISK
                        + "mkdir -m 777 /mnt/d && touch /mnt/d/.urdma4j-copy-t-1"
                        + " && chmod 0 /mnt/d/.urdma4j-copy-t-1 && mkdir /mnt/d/.urdma4j-copy-t-2 && ";
        String said = run(setup + copy("small").replace(" /mnt ", " /mnt/d ") + " && ls -A /mnt/d");
        assertThat(said).isEqualTo("small: done\n.urdma4j-copy-t-2\nsmall\n");
    }

    @Test
    void shouldSayWhatIsNotPermitted() throws Exception {
        String setup = DISK + "mkdir -m 555 /mnt/closed && chmod 555 /mnt && ";
        String plain = "setpriv --bounding-set=-all --inh-caps=-all ";
        assertThat(run(setup + plain + copy("small directory inside fits")))
                .isEqualTo(
                        """
                        small: NO_PERMISSION small: permission denied
                        directory: NO_PERMISSION d: permission denied
                        inside: NO_PERMISSION closed/small: permission denied
                        fits: NO_PERMISSION big: permission denied
                        """);
    }
}
