package org.urdma4j.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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

    @Test
    void shouldMoveAllFilesBetweenTwoSitesByFourMaps() throws Exception {
        fill(1);

        assertThat(copy("-m", "4")).isZero();

        assertThat(contents(far.folder)).isEqualTo(contents(near.folder)).hasSize(FILES);
    }
}
