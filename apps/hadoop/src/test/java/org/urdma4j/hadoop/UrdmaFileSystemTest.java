package org.urdma4j.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.serve.ServeOptions;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/** What Hadoop's own tests don't ask. */
@Timeout(120)
class UrdmaFileSystemTest {
    private static final org.apache.hadoop.fs.Path FILE = path("/dir/file");

    @TempDir Path folder;

    private static org.apache.hadoop.fs.Path path(String text) {
        return new org.apache.hadoop.fs.Path(text);
    }

    private static byte[] content() {
        byte[] content = new byte[9_000_001];
        new Random(5).nextBytes(content);
        return content;
    }

    @Test
    void shouldReadOnOverANewConnection() throws Exception {
        byte[] content = content();
        try (Site site = new Site(folder, 1, ServeOptions.DEFAULT);
                FileSystem files = site.open(new Configuration())) {
            try (FSDataOutputStream out = files.create(FILE)) {
                out.write(content);
            }
            byte[] read = new byte[content.length];
            try (FSDataInputStream in = files.open(FILE)) {
                in.readFully(read, 0, 2_000_000);
                site.restart();
                in.readFully(read, 2_000_000, read.length - 2_000_000);
                assertThat(in.read()).isEqualTo(-1);
                assertThat(Arrays.equals(read, content)).isTrue();
                in.seek(17);
                assertThat(in.read()).isEqualTo(content[17] & 0xff);
                byte[] part = new byte[3_000_000];
                in.readFully(5_000_000, part);
                assertThat(Arrays.equals(part, 0, part.length, content, 5_000_000, 8_000_000))
                        .isTrue();
                assertThat(in.getPos()).isEqualTo(18);
            }
        }
    }

    @Test
    void shouldLeaveNoFileOfAWriterWhoseConnectionEnded() throws Exception {
        try (Site site = new Site(folder, 1, ServeOptions.DEFAULT);
                FileSystem files = site.open(new Configuration())) {
            FSDataOutputStream out = files.create(FILE);
            out.write(new byte[300_000]);
            site.restart();
            assertThatThrownBy(
                            () -> {
                                out.write(new byte[300_000]);
                                out.close();
                            })
                    .isInstanceOf(IOException.class);
            assertThat(files.exists(FILE)).isFalse();
            assertThat(files.listStatus(FILE.getParent())).isEmpty();
        }
    }

    @Test
    void shouldShowNeitherLinksNorWhatIsBeingWritten() throws Exception {
        Files.writeString(folder.resolve("a:b c%"), "odd");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc/hostname"));
        try (Site site = new Site(folder, 1, ServeOptions.DEFAULT);
                FileSystem files = site.open(new Configuration());
                FSDataOutputStream out = files.create(path("/new"))) {
            out.write(new byte[300_000]);
            FileStatus[] all = files.listStatus(path("/"));
            assertThat(all).hasSize(1);
            assertThat(all[0].getPath().getName()).isEqualTo("a:b c%");
            try (FSDataInputStream in = files.open(all[0].getPath())) {
                assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("odd");
            }
            assertThatThrownBy(() -> files.open(path("/link"))).isInstanceOf(IOException.class);
            assertThat(files.delete(path("/link"), true)).isTrue();
            assertThat(folder.resolve("link")).doesNotExist();
        }
    }

    @Test
    void shouldSayWhatIsWrongInALine() throws Exception {
        Files.writeString(folder.resolve("f"), "f");
        Configuration conf = new Configuration();
        URI uri;
        ServeOptions options = new ServeOptions(true, 2, Duration.ofMinutes(1));
        try (Site site = new Site(folder, 1, options);
                FileSystem files = site.open(conf)) {
            uri = site.uri();
            assertThatThrownBy(() -> files.create(path("/f")))
                    .isInstanceOf(AccessControlException.class);
            assertThatThrownBy(() -> files.delete(path("/f"), false))
                    .isInstanceOf(AccessControlException.class);
            assertThat(folder.resolve("f")).hasContent("f");
        }
        refused(
                uri,
                conf,
                "can't reach " + uri.toString().substring(0, uri.toString().length() - 1));
        refused(URI.create("urdma:///f"), conf, "names no host");
        conf.set(Settings.READ_AHEAD, "1");
        refused(uri, conf, "fs.urdma.readahead is 1, must be 65536 to 268435456");
        conf.unset(Settings.READ_AHEAD);
        conf.set(Settings.PROTECT, folder.resolve("no-key").toString());
        refused(uri, conf, "no-key");
    }

    private static void refused(URI uri, Configuration conf, String words) {
        UrdmaFileSystem files = new UrdmaFileSystem();
        assertThatThrownBy(() -> files.initialize(uri, conf))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(words);
    }
}
