package org.urdma4j.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Accounts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * {@code hadoop distcp} in local mode between two sites; as many files as the issue has by -Dfiles.
 */
@Timeout(600)
class DistCpTest {
    private static final int FILES = Integer.getInteger("files", 120);
    private static final int FOLDERS = 10;

    @TempDir Path folder;
    private Site near;
    private Site far;
    private Configuration conf;

    @BeforeEach
    void serve() throws IOException {
        near = new Site(Files.createDirectory(folder.resolve("near")), 1, ServeOptions.DEFAULT);
        far = new Site(Files.createDirectory(folder.resolve("far")), 2, ServeOptions.DEFAULT);
        String scratch = Files.createDirectory(folder.resolve("scratch")).toString();
        conf = new Configuration();
        conf.set("fs.defaultFS", "file:///");
        conf.set("mapreduce.framework.name", "local");
        conf.set("mapreduce.cluster.local.dir", scratch + "/local");
        conf.set("mapreduce.jobtracker.staging.root.dir", scratch + "/staging");
        conf.set("hadoop.tmp.dir", scratch);
        conf.setInt("mapreduce.local.map.tasks.maximum", 4);
        conf.set("io.serializations", WritableSerialization.class.getName());
    }

    @AfterEach
    void stop() throws IOException {
        FileSystem.closeAll();
        near.close();
        far.close();
    }

    private void fill(int seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < FILES; i++) {
            Path inner = near.folder.resolve("data/" + i % FOLDERS);
            Files.createDirectories(inner);
            byte[] content = new byte[i % 40 == 0 ? 3_000_000 : random.nextInt(20_000)];
            random.nextBytes(content);
            Files.write(inner.resolve("file " + i), content);
        }
    }

    private static Map<String, Integer> contents(Path folder) throws IOException {
        Map<String, Integer> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                int hash = Arrays.hashCode(Files.readAllBytes(path));
                contents.put(folder.relativize(path).toString(), hash);
            }
        }
        return contents;
    }

    private int copy(String... options) throws Exception {
        String[] all = Arrays.copyOf(options, options.length + 2);
        all[options.length] = near.uri() + "data";
        all[options.length + 1] = far.uri() + "data";
        return ToolRunner.run(conf, new DistCp(conf, null), all);
    }

    /** What distcp does where both ends have checksums: neither a time nor a length tells. */
    @Test
    void shouldFindByChecksumsWhatDiffers() throws Exception {
        fill(2);
        Path odd = near.folder.resolve("data/5/file 5");
        Files.setPosixFilePermissions(odd, PosixFilePermissions.fromString("r-x-w---x"));
        Files.setLastModifiedTime(odd, FileTime.fromMillis(1_234_567_890_123L));
        assertThat(copy("-m", "4", "-ppt")).isZero();
        Path there = far.folder.resolve("data/5/file 5");
        assertThat(Files.getPosixFilePermissions(there))
                .isEqualTo(Files.getPosixFilePermissions(odd));
        assertThat(Files.getLastModifiedTime(there)).isEqualTo(Files.getLastModifiedTime(odd));
        Path changed = far.folder.resolve("data/3/file 3");
        Path same = far.folder.resolve("data/4/file 4");
        Object inode = Files.getAttribute(same, "unix:ino");
        byte[] content = Files.readAllBytes(changed);
        content[content.length / 2] ^= 1;
        Files.write(changed, content);

        assertThat(copy("-m", "4", "-update")).isZero();

        assertThat(contents(far.folder)).isEqualTo(contents(near.folder));
        assertThat(Files.getAttribute(same, "unix:ino")).isEqualTo(inode);
    }

    @Test
    void shouldKeepOwnersAndGroups() throws Exception {
        assumeTrue(Accounts.isRoot(), "Skipped: needs root, to give files away");
        far.close();
        far = new Site(far.folder, 2, ServeOptions.DEFAULT.withPrivileged(true));
        Path file = Files.createDirectories(near.folder.resolve("data/in")).resolve("f");
        Files.writeString(file, "f");
        Files.setAttribute(file, "unix:uid", 12_345);
        Files.setAttribute(file, "unix:gid", nobodysGroup());
        Files.setAttribute(file.getParent(), "unix:uid", 12_346);

        assertThat(copy("-pug")).isZero();

        Path there = far.folder.resolve("data/in/f");
        assertThat(Files.getAttribute(there, "unix:uid")).isEqualTo(12_345);
        assertThat(Files.getAttribute(there, "unix:gid")).isEqualTo(nobodysGroup());
        assertThat(Files.getAttribute(there.getParent(), "unix:uid")).isEqualTo(12_346);

        Path local = folder.resolve("local");
        String[] back = {"-pug", far.uri() + "data", local.toUri().toString()};
        assertThat(ToolRunner.run(conf, new DistCp(conf, null), back)).isZero();
        assertThat(Files.getAttribute(local.resolve("in/f"), "unix:uid")).isEqualTo(12_345);
        assertThat(Files.getAttribute(local.resolve("in/f"), "unix:gid")).isEqualTo(nobodysGroup());
    }

    /** One that goes by its name. */
    private static int nobodysGroup() {
        return Accounts.group("daemon".getBytes(StandardCharsets.US_ASCII)).orElse(23_456);
    }

    /** Since both ends have checksums distcp sees that a file has only grown, and asks for it. */
    @Test
    void shouldLeaveAFileThatItIsToAppendTo() throws Exception {
        Files.createDirectories(near.folder.resolve("data"));
        Files.createDirectories(far.folder.resolve("data"));
        Files.writeString(near.folder.resolve("data/f"), "one two");
        Files.writeString(far.folder.resolve("data/f"), "one");

        assertThat(copy("-update", "-append")).isNotZero();
        assertThat(far.folder.resolve("data/f")).hasContent("one");

        assertThat(copy("-update")).isZero();
        assertThat(far.folder.resolve("data/f")).hasContent("one two");
    }

    @Test
    void shouldTakeGlobsAndNamesThatLookLikeThem() throws Exception {
        Path data = Files.createDirectories(near.folder.resolve("data/[x] y"));
        for (String name : List.of("a*b", "a%20b", "{a,b}", "a?c", "ab", "axb", "-p", "ä")) {
            Files.writeString(data.resolve(name), name);
        }

        assertThat(copyFrom("data/\\[x\\] y/a\\*b")).isZero();
        assertThat(names()).containsExactly("a*b");
        assertThat(copyFrom("data/\\[x\\] ?/a%*")).isZero();
        assertThat(names()).containsExactly("a%20b", "a*b");
        assertThat(copyFrom("data/*/{ab,ax?}")).isZero();
        assertThat(names()).containsExactly("a%20b", "a*b", "ab", "axb");
        assertThat(copyFrom("data/*")).isZero();
        assertThat(contents(far.folder.resolve("data"))).isEqualTo(contents(data)).hasSize(8);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(far.folder.resolve("data"))) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private int copyFrom(String source) throws Exception {
        Files.createDirectories(far.folder.resolve("data"));
        String[] all = {"-update", near.uri() + source, far.uri() + "data"};
        if (!source.endsWith("/*")) {
            all[0] = "-overwrite";
        }
        return ToolRunner.run(conf, new DistCp(conf, null), all);
    }

    @Test
    void shouldMoveAllFilesBetweenTwoSitesByFourMaps() throws Exception {
        fill(1);

        assertThat(copy("-m", "4")).isZero();

        assertThat(contents(far.folder)).isEqualTo(contents(near.folder)).hasSize(FILES);
    }
}
