package org.urdma4j.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.serve.ServeOptions;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;

/** Checksums as HDFS has them, by Hadoop's own parts and by figures that are known. */
@Timeout(60)
class FileChecksumTest {
    private static final int BLOCK = 1 << 20;
    private static final int CELL = 512;

    @TempDir java.nio.file.Path folder;

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        return content;
    }

    private static String hex(FileChecksum sum) {
        return HexFormat.of().formatHex(sum.getBytes());
    }

    /** As a name node's client does it of what data nodes say. */
    private static byte[] ofBlocks(byte[] content, int block) throws IOException {
        DataChecksum cells = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CELL);
        DataOutputBuffer blocks = new DataOutputBuffer();
        for (int from = 0; from < content.length; from += block) {
            int length = Math.min(block, content.length - from);
            byte[] sums = new byte[(length + CELL - 1) / CELL * Integer.BYTES];
            cells.calculateChunkedSums(
                    ByteBuffer.wrap(content, from, length).slice(), ByteBuffer.wrap(sums));
            blocks.write(MD5Hash.digest(sums).getDigest());
        }
        return MD5Hash.digest(blocks.getData()).getDigest();
    }

    @Test
    void shouldBeThoseOfHdfs() throws Exception {
        Configuration conf = new Configuration();
        conf.setInt(Settings.BLOCK_SIZE, BLOCK);
        try (Site site = new Site(folder, 9, ServeOptions.DEFAULT);
                FileSystem files = site.open(conf)) {
            for (int length : new int[] {1, 511, 512, 513, BLOCK, BLOCK + 1, 5 * BLOCK - 3}) {
                byte[] content = content(length);
                Files.write(folder.resolve("f"), content);
                FileChecksum sum = files.getFileChecksum(new Path("/f"));
                assertThat(sum.getAlgorithmName())
                        .isEqualTo("MD5-of-%dMD5-of-512CRC32C", length > BLOCK ? BLOCK / CELL : 0);
                byte[] md5 = Arrays.copyOfRange(sum.getBytes(), 12, 28);
                assertThat(md5).isEqualTo(ofBlocks(content, BLOCK));
            }
            byte[] content = content(5 * BLOCK - 3);
            Path file = new Path("/f");
            assertThat(files.getFileChecksum(file, 3 * BLOCK + 5).getBytes())
                    .containsSequence(ofBlocks(Arrays.copyOf(content, 3 * BLOCK + 5), BLOCK));
            assertThat(files.getFileChecksum(file, 1L << 50))
                    .isEqualTo(files.getFileChecksum(file));
        }
    }

    /** HDFS says this of every empty file. */
    @Test
    void shouldBeThatOfAnEmptyFile() throws Exception {
        Files.createFile(folder.resolve("f"));
        try (Site site = new Site(folder, 9, ServeOptions.DEFAULT);
                FileSystem files = site.open(new Configuration())) {
            FileChecksum sum = files.getFileChecksum(new Path("/f"));
            assertThat(sum.getAlgorithmName()).isEqualTo("MD5-of-0MD5-of-0CRC32");
            assertThat(hex(sum)).contains("70bc8f4b72a86921468bf8e8441dce51");
        }
    }

    /** The check value of CRC-32/ISCSI, which HDFS has whatever its blocks are. */
    @Test
    void shouldBeTheCrcOfAllIfHdfsComposes() throws Exception {
        Files.write(folder.resolve("f"), "123456789".getBytes(US_ASCII));
        byte[] content = content(3 * BLOCK + 7);
        Files.write(folder.resolve("long"), content);
        CRC32C crc = new CRC32C();
        crc.update(content);
        Configuration conf = new Configuration();
        conf.setInt(Settings.BLOCK_SIZE, BLOCK);
        conf.set(Settings.COMBINE_MODE, "COMPOSITE_CRC");
        try (Site site = new Site(folder, 9, ServeOptions.DEFAULT);
                FileSystem files = site.open(conf)) {
            FileChecksum sum = files.getFileChecksum(new Path("/f"));
            assertThat(sum.getAlgorithmName()).isEqualTo("COMPOSITE-CRC32C");
            assertThat(hex(sum)).isEqualTo("e3069283");
            assertThat(hex(files.getFileChecksum(new Path("/long"))))
                    .isEqualTo(HexFormat.of().toHexDigits((int) crc.getValue()));
            assertThatThrownBy(() -> files.getFileChecksum(new Path("/none")))
                    .isInstanceOf(FileNotFoundException.class);
            assertThatThrownBy(() -> files.getFileChecksum(new Path("/")))
                    .isInstanceOf(FileNotFoundException.class)
                    .hasMessageContaining("is a directory");
        }
    }

    @Test
    void shouldSayNothingOfBlocksThatAreTooLarge() throws Exception {
        java.nio.file.Path sparse = folder.resolve("f");
        Configuration conf = new Configuration();
        conf.setLong(Settings.BLOCK_SIZE, 4L << 30);
        try (var file = new java.io.RandomAccessFile(sparse.toFile(), "rw");
                Site site = new Site(folder, 9, ServeOptions.DEFAULT);
                FileSystem files = site.open(conf)) {
            file.setLength((1L << 30) + 1);
            assertThat(files.getFileChecksum(new Path("/f"))).isNull();
        }
    }
}
