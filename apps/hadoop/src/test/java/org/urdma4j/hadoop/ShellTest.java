package org.urdma4j.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.serve.ServeOptions;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;

/** What can't be done is said, and no figure is made up. */
@Timeout(60)
class ShellTest {
    private static final FsPermission SHARED = new FsPermission("1777");

    @TempDir java.nio.file.Path folder;

    @Test
    void shouldKeepTheStickyBit() throws Exception {
        Configuration conf = new Configuration();
        conf.set("fs.permissions.umask-mode", "022");
        try (Site site = new Site(folder, 8, ServeOptions.DEFAULT);
                FileSystem files = site.open(conf)) {
            files.mkdirs(new Path("/a/shared"), SHARED);
            files.mkdirs(new Path("/plain"), new FsPermission("777"));
            assertThat(mode("a/shared")).isEqualTo(01755);
            assertThat(mode("plain")).isEqualTo(0755);
            assertThat(files.getFileStatus(new Path("/a/shared")).getPermission())
                    .isEqualTo(new FsPermission("1755"));

            conf.set("fs.permissions.umask-mode", "000");
            files.mkdirs(new Path("/tmp"), SHARED);
            assertThat(mode("tmp")).isEqualTo(01777);
        }
    }

    private int mode(String name) throws IOException {
        return (int) Files.getAttribute(folder.resolve(name), "unix:mode") & 07777;
    }

    /** Whoever it runs as: a server lends nobody its rights unasked. */
    @Test
    void shouldSayWhatASetOfOwnersNeeds() throws Exception {
        Path file = new Path("/f");
        Files.writeString(folder.resolve("f"), "f");
        Files.createSymbolicLink(folder.resolve("link"), java.nio.file.Path.of("f"));
        try (Site site = new Site(folder, 8, ServeOptions.DEFAULT);
                FileSystem files = site.open(new Configuration())) {
            FileStatus before = files.getFileStatus(file);
            assertThat(before.getOwner()).isEqualTo(Files.getOwner(folder.resolve("f")).getName());
            assertThat(files.listStatus(new Path("/"))[0].getGroup()).isEqualTo(before.getGroup());
            files.setOwner(file, before.getOwner(), before.getGroup());
            assertThatThrownBy(() -> files.setOwner(file, "4711", null))
                    .isInstanceOf(AccessControlException.class)
                    .hasMessageContaining("f: can't be given to the user 4711")
                    .hasMessageContaining("--super");
            assertThatThrownBy(() -> files.setOwner(file, null, "4711"))
                    .isInstanceOf(AccessControlException.class)
                    .hasMessageContaining("f: can't be given to the group 4711");
            assertThatThrownBy(() -> files.setOwner(file, "no such user", null))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("f: the server knows no user no such user");
            assertThatThrownBy(() -> files.setOwner(file, null, "4294967295"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("knows no group");
            assertThatThrownBy(() -> files.setOwner(file, "n".repeat(256), null))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("at most 255 bytes");
            assertThatThrownBy(() -> files.setOwner(new Path("/none"), "0", null))
                    .isInstanceOf(FileNotFoundException.class);
            assertThatThrownBy(() -> files.setOwner(new Path("/none"), null, null))
                    .isInstanceOf(FileNotFoundException.class);
            assertThatThrownBy(() -> files.setOwner(new Path("/link"), before.getOwner(), null))
                    .isInstanceOf(IOException.class);
            assertThatCode(() -> files.setOwner(file, null, null)).doesNotThrowAnyException();
            assertThat(files.getFileStatus(file)).isEqualTo(before);
        }
    }

    @Test
    void shouldSayThatNothingCanBeAppendedTo() throws Exception {
        Files.writeString(folder.resolve("f"), "f");
        try (Site site = new Site(folder, 8, ServeOptions.DEFAULT);
                FileSystem files = site.open(new Configuration())) {
            assertThatThrownBy(() -> files.append(new Path("/f")))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("/f: urdma:// can't append")
                    .hasMessageContaining("without -append");
        }
        assertThat(folder.resolve("f")).hasContent("f");
    }

    @Test
    void commandsShouldFailWithALine() throws Exception {
        Files.writeString(folder.resolve("f"), "f");
        try (Site site = new Site(folder, 8, ServeOptions.DEFAULT)) {
            failing("can't be given to the user 4711", "-chown", "4711", site.uri() + "f");
            failing("how much room", "-df", site.uri().toString());
        }
    }

    private static void failing(String words, String... args) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true, UTF_8));
        int status;
        FsShell shell = new FsShell(new Configuration());
        try {
            status = shell.run(args);
        } finally {
            shell.close();
            System.setErr(before);
        }
        assertThat(status).isNotZero();
        assertThat(printed.toString(UTF_8)).contains(words).doesNotContain("at org.");
    }
}
