package org.urdma4j.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.serve.ServeOptions;

import java.io.IOException;
import java.util.List;

/** Names that, taken apart as an URI, would be something else. */
@Timeout(60)
class OddNamesTest {
    @TempDir java.nio.file.Path folder;

    private static final List<String> NAMES =
            List.of(
                    "http:",
                    "hdfs:x",
                    "urdma:127.0.0.1:4801",
                    "a:b",
                    ":",
                    "a:",
                    ":a",
                    "a%20b",
                    "%",
                    "%zz",
                    "%2F",
                    "a?b=c",
                    "?",
                    "a#b",
                    "#",
                    " ",
                    " a ",
                    "a+b",
                    "*",
                    "[a",
                    "{a}",
                    "a;b",
                    "@",
                    "~",
                    "\\a",
                    "-r",
                    "..a",
                    "a\tb",
                    "ä文",
                    "\ud83d\ude00");

    @Test
    void everyOperationShouldMeanTheNameItself() throws Exception {
        try (Site site = new Site(folder, 7, ServeOptions.DEFAULT);
                FileSystem files = site.open(new Configuration())) {
            files.mkdirs(new Path("/into"));
            for (String name : NAMES) {
                everyOperation(files, name);
            }
        }
    }

    private void everyOperation(FileSystem files, String name) throws IOException {
        Path odd = new Path(files.getUri().toString() + "/" + name);
        assertThat(files.mkdirs(odd)).isTrue();
        assertThat(folder.resolve(name)).isDirectory();
        Path child = listed(files, new Path("/"), name);
        Path relative = new Path(null, null, name);
        Path inner = new Path(child, relative);
        try (FSDataOutputStream out = files.create(inner)) {
            out.write(name.getBytes(UTF_8));
        }
        assertThat(folder.resolve(name).resolve(name)).hasContent(name);
        try (FSDataInputStream in = files.open(listed(files, child, name))) {
            assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(name);
        }
        files.setPermission(inner, new FsPermission("600"));
        files.setTimes(inner, 5000, -1);
        assertThat(files.getFileStatus(inner).getModificationTime()).isEqualTo(5000);

        assertThat(files.rename(inner, new Path("/into"))).isTrue();
        Path moved = listed(files, new Path("/into"), name);
        assertThat(files.rename(moved, inner)).isTrue();
        assertThat(folder.resolve(name).resolve(name)).hasContent(name);

        files.setWorkingDirectory(child);
        assertThat(files.exists(new Path(null, null, name))).isTrue();
        assertThat(files.exists(new Path("f"))).isFalse();
        assertThat(files.delete(child, true)).isTrue();
        assertThat(folder.resolve(name)).doesNotExist();
    }

    private static Path listed(FileSystem files, Path in, String name) throws IOException {
        for (FileStatus status : files.listStatus(in)) {
            if (status.getPath().getName().equals(name)) {
                return status.getPath();
            }
        }
        throw new AssertionError("%s isn't listed".formatted(name));
    }
}
