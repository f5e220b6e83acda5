package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.tools.CommandHost;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.terminal.ThisJava;
import org.urdma4j.wan.WanPath;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Programs that know nothing of RDMA, as they are, through both ends of {@code urdma forward} over
 * a long path with losses. What they say counts, and how fast they are doesn't.
 */
@Tag("netns")
@Timeout(300)
class ForwardOverWanTest {
    private static final int MOST_S = Nightly.times(120, 250);

    @RegisterExtension private final NamespacePair pair = new NamespacePair();

    @TempDir private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private CommandHost near;

    @BeforeEach
    void open() throws Exception {
        for (String each : List.of(pair.first, pair.second)) {
            NamespacePair.output(List.of("ip", "-n", each, "link", "set", "lo", "up"));
        }
        Path key =
                Files.createFile(
                        folder.resolve("psk"),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, Invocation.of("key", "psk").out());
        List<String> path = List.of("--rate", "500M", "--delay", "20ms", "--loss", "0.1%");
        opened.add(WanPath.open(WanCommandTest.parse(pair.first, pair.second, path), () -> {}));
        CommandHost far = host(pair.second);
        near = host(pair.first);
        far.run(
                        "forward",
                        "--exit",
                        "--protect",
                        protect(),
                        "--listen",
                        WanPath.SECOND.ipv4(),
                        "--allow",
                        "127.0.0.1:1-65535",
                        "--allow",
                        "unix:" + postgresSocket(),
                        "--allow-listen",
                        "127.0.0.1:1-65535")
                .awaitLine(line -> line.startsWith("listening at "));
    }

    private String protect() {
        return "psk:" + folder.resolve("psk");
    }

    private CommandHost host(String namespace) throws IOException {
        CommandHost host = CommandHost.start(List.of("ip", "netns", "exec", namespace));
        opened.add(host);
        return host;
    }

    @AfterEach
    void close() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    /** Takes connections in the first namespace, for the same port of the second. */
    private void forward(int port) throws Exception {
        near.run("forward", port, WanPath.SECOND.ipv4() + ":" + port, "--protect", protect())
                .awaitLine(line -> line.startsWith("listening at "));
    }

    private void require(String... programs) {
        for (String each : programs) {
            boolean there =
                    Stream.of("/usr/bin/", "/usr/sbin/")
                            .anyMatch(at -> Files.isExecutable(Path.of(at + each)));
            NamespacePair.require(there, each + " is not installed (.ci/packages)");
        }
    }

    private static List<String> inside(String namespace, String... command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(List.of(command));
        return all;
    }

    /** Starts a server in a namespace, and waits until something accepts there. */
    private void serve(String namespace, int port, String... command) throws Exception {
        serve(namespace, "-Hltn", "sport = :" + port, command);
    }

    private void serve(String namespace, Path socket, String... command) throws Exception {
        serve(namespace, "-Hlx", "src " + socket, command);
    }

    private void serve(String namespace, String kind, String which, String... command)
            throws Exception {
        Path said = folder.resolve("server" + opened.size());
        Process process =
                new ProcessBuilder(inside(namespace, command))
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        opened.add(() -> end(process));
        List<String> look = inside(namespace, "ss", kind, which);
        while (NamespacePair.output(look).isBlank()) { // as long as the test may take
            assertThat(process.isAlive()).as(Files.readString(said)).isTrue();
            Thread.sleep(20);
        }
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Runs a program in a namespace, which has to end well, and returns its output. */
    private String run(String namespace, String... command) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                new ProcessBuilder(inside(namespace, command))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        boolean ended = process.waitFor(MOST_S, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = Files.readString(out, UTF_8) + Files.readString(err, UTF_8);
        assertThat(ended).as(said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return Files.readString(out, UTF_8);
    }

    private Path file(String name, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Files.write(folder.resolve(name), content);
    }

    private void iperf3(String namespace, int port, String... options) throws Exception {
        String seconds = String.valueOf(Nightly.times(1, 10));
        List<String> command =
                new ArrayList<>(List.of("iperf3", "-c", "127.0.0.1", "-J", "-t", seconds, "-p"));
        command.add(String.valueOf(port));
        command.addAll(List.of(options));
        JsonNode end =
                JsonMapper.shared()
                        .readTree(run(namespace, command.toArray(String[]::new)))
                        .path("end");
        assertThat(end.path("sum_received").path("bytes").asLong()).isPositive();
    }

    @Test
    void iperf3ShouldSendBothWays() throws Exception {
        require("iperf3", "ss");
        serve(pair.second, 5201, "iperf3", "-s", "-B", "127.0.0.1", "-p", "5201");
        forward(5201);
        iperf3(pair.first, 5201);
        iperf3(pair.first, 5201, "-R");
        iperf3(pair.first, 5201, "-P", "8");
        if (Nightly.ON) {
            iperf3(pair.first, 5201, "-P", "8", "-R");
            iperf3(pair.first, 5201, "--bidir");
        }
        serve(pair.first, 5202, "iperf3", "-s", "-B", "127.0.0.1", "-p", "5202");
        String there = WanPath.SECOND.ipv4() + ":5203";
        near.run("forward", "--reverse", 5202, there, "--protect", protect())
                .awaitLine(line -> line.startsWith("listening at "));
        iperf3(pair.second, 5203);
        iperf3(pair.second, 5203, "-R");
    }

    @Test
    void curlShouldGetALargeFileAndManySmallOnes() throws Exception {
        require("curl", "nginx", "ss");
        Path large = file("large", Nightly.times(8_000_000, 500_000_000));
        int many = Nightly.times(100, 10_000);
        for (int i = 1; i <= many; i++) {
            Files.writeString(folder.resolve("small" + i), "object %d\n".formatted(i));
        }
        Path config = folder.resolve("nginx.conf");
        Files.writeString(
                config,
                """
                daemon off; user root; pid %1$s/nginx.pid; error_log stderr;
                events {}
                http {
                    access_log off; keepalive_requests 1;
                    server { listen 127.0.0.1:8080 backlog=1024; root %1$s; }
                }
                """
                        .formatted(folder));
        String prefix = folder.toString();
        serve(pair.second, 8080, "nginx", "-p", prefix, "-c", config.toString());
        forward(8080);
        Path got = folder.resolve("got");
        String from = "http://127.0.0.1:8080/";
        run(pair.first, "curl", "-sSf", "-o", got.toString(), from + "large");
        assertThat(got).hasSameBinaryContentAs(large);
        String all = from + "small[1-%d]".formatted(many);
        run(pair.first, "curl", "-sSfZ", "-o", folder + "/got#1", all);
        for (int i = 1; i <= many; i++) {
            assertThat(folder.resolve("got" + i)).hasContent("object %d\n".formatted(i));
        }
    }

    @Test
    void rsyncShouldCopyAFolder() throws Exception {
        NamespacePair.require(Nightly.ON, "a test of the night (docs/testing.md)");
        require("rsync", "ss");
        Path source = Files.createDirectory(folder.resolve("source"));
        for (int i = 0; i < Nightly.times(20, 1000); i++) {
            file("source/" + i, 1 + i * 10_007 % 300_000);
        }
        Path config = folder.resolve("rsyncd.conf");
        Files.writeString(
                config,
                "use chroot = no\nuid = root\ngid = root\n[source]\npath = %s\n".formatted(source));
        String file = config.toString();
        String[] daemon = {"rsync", "--daemon", "--no-detach", "--address=127.0.0.1"};
        List<String> command = new ArrayList<>(List.of(daemon));
        command.addAll(List.of("--port=8730", "--config=" + file));
        serve(pair.second, 8730, command.toArray(String[]::new));
        forward(8730);
        Path copy = folder.resolve("copy");
        String from = "rsync://127.0.0.1:8730/source/";
        run(pair.first, "rsync", "-a", from, copy.toString());
        try (Stream<Path> files = Files.list(source)) {
            for (Path each : files.toList()) {
                assertThat(copy.resolve(each.getFileName())).hasSameBinaryContentAs(each);
            }
        }
        assertThat(run(pair.first, "rsync", "-ani", from, copy.toString())).isEmpty();
    }

    @Test
    void sshShouldGoByStandardInputAndOutput() throws Exception {
        NamespacePair.require(Nightly.ON, "a test of the night (docs/testing.md)");
        require("ssh", "sshd", "ssh-keygen", "ss");
        Path key = folder.resolve("key");
        NamespacePair.output(
                List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString()));
        Path config = folder.resolve("sshd.conf");
        Files.writeString(
                config,
                """
                HostKey %1$s
                AuthorizedKeysFile %1$s.pub
                ListenAddress 127.0.0.1:2222
                PidFile none
                PermitRootLogin yes
                StrictModes no
                UsePAM no
                """
                        .formatted(key));
        Files.createDirectories(Path.of("/run/sshd"));
        serve(pair.second, 2222, "/usr/sbin/sshd", "-D", "-e", "-f", config.toString());
        String proxy =
                String.join(" ", ThisJava.command())
                        + " forward --stdio %s:2222 --protect %s"
                                .formatted(WanPath.SECOND.ipv4(), protect());
        Path large = file("large", Nightly.times(3_000_000, 200_000_000));
        List<String> options = new ArrayList<>();
        for (String each :
                List.of(
                        "ProxyCommand=" + proxy,
                        "StrictHostKeyChecking=no",
                        "UserKnownHostsFile=/dev/null",
                        "BatchMode=yes",
                        "LogLevel=ERROR")) {
            options.add("-o");
            options.add("'" + each + "'");
        }
        String call = "ssh -F none -i %s %s root@far ".formatted(key, String.join(" ", options));
        Path got = folder.resolve("got");
        run(pair.first, "sh", "-c", "%s cat < %s > %s".formatted(call, large, got));
        assertThat(got).hasSameBinaryContentAs(large);
    }

    private Path postgresSocket() {
        return folder.resolve("pg/.s.PGSQL.5432");
    }

    /** The database listens at a UNIX socket alone. */
    @Test
    void pgbenchShouldRunItsTransactions() throws Exception {
        NamespacePair.require(Nightly.ON, "a test of the night (docs/testing.md)");
        require("pgbench", "setpriv", "ss");
        Optional<Path> postgres = postgres();
        NamespacePair.require(postgres.isPresent(), "initdb is not installed (.ci/packages)");
        String bin = postgres.get().toString();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path data = Files.createDirectory(folder.resolve("pg"));
        NamespacePair.output(List.of("chown", "65534:65534", data.toString()));
        String other = "setpriv --reuid=65534 --regid=65534 --clear-groups " + bin + "/";
        String files = data + "/data";
        run(pair.second, words(other + "initdb -N -A trust -U bench -D " + files));
        String server = "postgres -D %s -k %s -c listen_addresses= -F".formatted(files, data);
        serve(pair.second, postgresSocket(), words(other + server));
        String there = WanPath.SECOND.ipv4() + ":unix:" + postgresSocket();
        near.run("forward", 5432, there, "--protect", protect())
                .awaitLine(line -> line.startsWith("listening at "));
        String call = "pgbench -h 127.0.0.1 -U bench ";
        run(pair.first, words(call + "-i -q postgres"));
        int each = Nightly.times(5, 200);
        String said = run(pair.first, words(call + "-c 8 -j 2 -t %d postgres".formatted(each)));
        assertThat(said).contains("actually processed: %d/%d\n".formatted(8 * each, 8 * each));
    }

    private static String[] words(String command) {
        return command.split(" ", -1);
    }

    /** Of Debian, which has a folder for each version. */
    private static Optional<Path> postgres() throws IOException {
        Path all = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(all)) {
            return versions.map(each -> each.resolve("bin"))
                    .filter(each -> Files.isExecutable(each.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        }
    }
}
