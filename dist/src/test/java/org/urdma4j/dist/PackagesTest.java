package org.urdma4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The packages for Debian and RPM, installed into a root of their own. */
@Tag("installed")
@Timeout(900)
class PackagesTest {
    private static final Path TARGET = Path.of(System.getProperty("urdma4j.target", "target"));
    private static final Map<String, String> PLAIN = Map.of("URDMA_JAVA_OPTS", "-Xshare:auto");

    @TempDir private Path folder;

    private static Path made(String end) throws IOException {
        try (Stream<Path> all = Files.list(TARGET)) {
            return all.filter(it -> it.toString().endsWith(end)).findFirst().orElseThrow();
        }
    }

    @Test
    void shouldPleaseLintian() throws Exception {
        Shell.need("lintian", "lintian");

        String said = Shell.succeed("lintian", "--fail-on", "none", made(".deb"));

        assertThat(said.lines().filter(it -> !it.startsWith("running with root"))).isEmpty();
    }

    @Test
    void shouldBeInstalledUpgradedAndRemovedByDpkg() throws Exception {
        Shell.need("dpkg", "dpkg");
        assumeTrue(Shell.isRoot(), "Skipped: dpkg installs as root alone");
        Path root = Files.createDirectory(folder.resolve("root"));
        Files.createDirectories(root.resolve("var/lib/dpkg/info"));
        Files.createDirectories(root.resolve("var/lib/dpkg/updates"));
        Files.createFile(root.resolve("var/lib/dpkg/status"));
        Path config = Files.createDirectories(root.resolve("etc/urdma4j")).resolve("bench.conf");
        Files.writeString(config, "OPTIONS=--clients 1\n");

        dpkg(root, "-i", made(".deb"));
        check(root, "vendor-completions");
        assertThat(root.resolve("etc/sysctl.d")).doesNotExist();

        dpkg(root, "-i", newer());
        assertThat(Shell.succeed("dpkg-query", "--root=" + root, "-W", "-f${Version}", "urdma4j"))
                .isEqualTo("9.0");
        assertThat(root.resolve("usr/share/doc/urdma4j/new")).exists();
        assertThat(root.resolve("usr/share/doc/urdma4j/THIRD-PARTY.txt")).doesNotExist();
        check(root, "vendor-completions");

        dpkg(root, "-r", "urdma4j");
        assertThat(left(root.resolve("usr"))).isEmpty();
        assertThat(config).hasContent("OPTIONS=--clients 1");
    }

    private static void dpkg(Path root, Object... rest) throws Exception {
        Object[] command =
                Stream.concat(
                                Stream.of(
                                        "dpkg",
                                        "--root=" + root,
                                        "--force-depends,script-chrootless"),
                                Stream.of(rest))
                        .toArray();
        Shell.succeed(command);
    }

    /** The same package with a higher version, one file more and one less. */
    private Path newer() throws Exception {
        Path tree = folder.resolve("newer");
        Shell.succeed("dpkg-deb", "-R", made(".deb"), tree);
        Path control = tree.resolve("DEBIAN/control");
        Files.writeString(
                control, Files.readString(control).replaceFirst("Version: .*", "Version: 9.0"));
        Path documents = tree.resolve("usr/share/doc/urdma4j");
        Files.move(documents.resolve("THIRD-PARTY.txt"), documents.resolve("new"));
        Path made = folder.resolve("newer.deb");
        Shell.succeed("dpkg-deb", "-Znone", "-b", tree, made);
        return made;
    }

    @Test
    void shouldBeInstalledAndRemovedByRpm() throws Exception {
        Shell.need("rpm", "rpm");
        assumeTrue(Shell.isRoot(), "Skipped: rpm installs as root alone");
        Path root = Files.createDirectory(folder.resolve("root"));

        Shell.succeed("rpm", "--root=" + root, "--nodeps", "-i", made(".rpm"));
        check(root, "site-functions");
        Shell.succeed("rpm", "--root=" + root, "--noscripts", "-e", "urdma4j");

        assertThat(left(root.resolve("usr/lib/urdma4j"))).isEmpty();
        assertThat(root.resolve("usr/bin/urdma")).doesNotExist();
    }

    /** What is installed runs, from its own place. */
    private static void check(Path root, String zsh) throws Exception {
        assertThat(Shell.run(PLAIN, root.resolve("usr/bin/urdma"), "--version").said())
                .startsWith("urdma " + System.getProperty("urdma4j.version", ""));
        assertThat(Shell.succeed("zcat", root.resolve("usr/share/man/man1/urdma-copy.1.gz")))
                .contains(".TH \"URDMA\\-COPY\" 1 ");
        assertThat(root.resolve("usr/share/zsh").resolve(zsh).resolve("_urdma")).exists();
        assertThat(root.resolve("usr/share/urdma4j/90-urdma4j.conf")).exists();
    }

    private static List<Path> left(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(it -> !Files.isDirectory(it)).toList();
        }
    }

    /** Of ten, by what systemd itself counts. */
    @Test
    void shouldKeepServicesInASandbox() throws Exception {
        Shell.need("systemd-analyze", "systemd");
        Path tree = folder.resolve("units");
        Shell.succeed("dpkg-deb", "-x", made(".deb"), tree);
        try (Stream<Path> units = Files.list(tree.resolve("usr/lib/systemd/system"))) {
            for (Path unit : units.toList()) {
                Shell.succeed(
                        "systemd-analyze",
                        "security",
                        "--no-pager",
                        "--offline=true",
                        "--threshold=25",
                        unit);
                assertThat(Files.readString(unit)).contains("DynamicUser=yes");
            }
        }
    }
}
