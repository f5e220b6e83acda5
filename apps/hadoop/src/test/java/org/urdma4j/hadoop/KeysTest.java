package org.urdma4j.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.protection.credentials.PskCredentials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.SplittableRandom;

/** Files of a server whose clients must know a key. */
@Timeout(120)
class KeysTest {
    private static final org.apache.hadoop.fs.Path FILE =
            new org.apache.hadoop.fs.Path("/dir/file");

    @TempDir Path folder;
    @TempDir Path keys;

    private Path key(String name, long seed) throws IOException {
        Path file = keys.resolve(name);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, PskCredentials.newLine(new SplittableRandom(seed)) + "\n");
    }

    private static Configuration with(Path key, String address) {
        Configuration conf = new Configuration();
        conf.set(Settings.PROTECT, key.toString());
        conf.set(Settings.BIND, address);
        return conf;
    }

    @Test
    void shouldWriteAndReadSealed() throws Exception {
        Path key = key("psk", 1);
        byte[] content = new byte[3_000_001];
        new Random(5).nextBytes(content);
        try (Site site = Site.sealed(folder, 1, key);
                FileSystem files = site.open(with(key, site.neighbour()));
                FileSystem again = site.open(with(key, site.neighbour()))) {
            try (FSDataOutputStream out = files.create(FILE)) {
                out.write(content);
            }
            byte[] read = new byte[content.length];
            try (FSDataInputStream in = again.open(FILE)) {
                in.readFully(read);
            }
            assertThat(read).isEqualTo(content);
        }
    }

    @Test
    void shouldBeRefusedWithoutTheKey() throws Exception {
        try (Site site = Site.sealed(folder, 1, key("psk", 1))) {
            assertThatIOException()
                    .isThrownBy(() -> site.open(new Configuration()).close())
                    .withMessageContaining("takes protected connections only");
            Path other = key("other", 2);
            assertThatIOException()
                    .isThrownBy(() -> site.open(with(other, site.neighbour())).close())
                    .withMessageContaining("key");
        }
    }
}
