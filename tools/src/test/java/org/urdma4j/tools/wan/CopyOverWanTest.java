package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.Invocation;
import org.urdma4j.wan.WanPath;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;

/** Copies between two hosts whose link takes packets of 1,500 bytes. */
@Tag("netns")
@Timeout(200)
class CopyOverWanTest {
    private static final List<String> PATH =
            List.of("--rate", "500M", "--delay", "5ms", "--loss", "0.1%");

    @RegisterExtension private final NamespacePair pair = new NamespacePair();

    @TempDir private Path folder;

    private static CommandHost host(String namespace) throws Exception {
        return CommandHost.start(List.of("ip", "netns", "exec", namespace));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCopyThereAndBack(boolean sealed) throws Exception {
        Path key = Files.writeString(folder.resolve("key"), Invocation.of("key", "psk").out());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        String protect = "--protect=psk:" + key;
        byte[] content = new byte[3_000_001];
        new Random(7).nextBytes(content);
        Path file = Files.write(folder.resolve("file"), content);
        Path served = Files.createDirectory(folder.resolve("served"));
        String there = WanPath.SECOND.ipv4() + ":got";
        try (WanPath _ =
                        WanPath.open(
                                WanCommandTest.parse(pair.first, pair.second, PATH), () -> {});
                CommandHost server = host(pair.second);
                CommandHost client = host(pair.first)) {
            server.run(
                            "serve",
                            served,
                            "--listen",
                            WanPath.SECOND.ipv4(),
                            sealed ? protect : "--insecure")
                    .awaitLine(line -> line.startsWith("serving "));
            Object usual = sealed ? protect : "--jobs=2";
            Invocation push = client.run("copy", usual, file, there).end();
            assertThat(push.status()).as(push.err()).isZero();
            assertThat(served.resolve("got")).hasBinaryContent(content);
            Invocation pull = client.run("copy", usual, there, folder.resolve("back")).end();
            assertThat(pull.status()).as(pull.err()).isZero();
            assertThat(folder.resolve("back")).hasBinaryContent(content);
        }
    }
}
