package org.urdma4j.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.urdma4j.copy.serve.ServeOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.stream.Stream;

/** A site for each test of Hadoop's, with what {@code contract/urdma.xml} says that it can do. */
final class UrdmaContract extends AbstractFSContract {
    private Site site;
    private FileSystem files;

    UrdmaContract(Configuration conf) {
        super(conf);
        addConfResource("contract/urdma.xml");
    }

    @Override
    public void init() throws IOException {
        super.init();
        site = new Site(Files.createTempDirectory("urdma-contract"), 1, ServeOptions.DEFAULT);
        files = site.open(getConf());
    }

    @Override
    public void teardown() throws IOException {
        super.teardown();
        files.close();
        site.close();
        try (Stream<java.nio.file.Path> all = Files.walk(site.folder)) {
            for (java.nio.file.Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Override
    public FileSystem getTestFileSystem() {
        return files;
    }

    @Override
    public String getScheme() {
        return UrdmaFileSystem.SCHEME;
    }

    @Override
    public Path getTestPath() {
        return new Path("/test");
    }
}
